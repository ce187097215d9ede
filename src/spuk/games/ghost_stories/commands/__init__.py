"""Commands of `spuk` that Ghost Stories brings along."""
