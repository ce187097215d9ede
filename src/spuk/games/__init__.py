"""One package per game: all that Spuk knows about it. Nothing outside names a game."""
