"""The game in a terminal: the table drawn with characters, choices by number."""
