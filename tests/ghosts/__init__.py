"""The second game, Ghosts: random play, hidden hands, golden games, bad input."""
