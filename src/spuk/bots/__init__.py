"""Companions. They know the kernel protocol, and of a game only what it offers for bots."""
