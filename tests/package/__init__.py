"""What the package is made of, and its workflows."""
