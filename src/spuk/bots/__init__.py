"""Bots. They know the kernel protocol, and about a game only what it offers to bots."""
