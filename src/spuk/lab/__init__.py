"""Studying the games: odds, analyses, simulations."""
