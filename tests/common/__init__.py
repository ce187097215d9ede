"""What the tests of both games share: walking through games, and what must hold whatever the game."""
