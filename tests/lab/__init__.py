"""The lab: analyses, simulations and what they print."""
