"""The table of Ghosts in the terminal."""
