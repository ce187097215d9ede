"""The table of Ghost Stories in the terminal."""
