"""A game as small as can be, with nothing but its engine: how the terminal treats a stranger."""
