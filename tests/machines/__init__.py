"""Servers, databases and a proxy, each with a network of its own, and what can go wrong with them.

python -m tests.machines            # everything, three to four minutes
python -m tests.machines --short    # what CI runs
"""
