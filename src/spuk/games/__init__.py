"""One package per game, with everything Spuk knows about it. Nothing outside names a game."""
