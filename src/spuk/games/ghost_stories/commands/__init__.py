"""Commands that Ghost Stories adds to `spuk`."""
