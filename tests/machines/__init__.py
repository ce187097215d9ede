"""Several machines on one: servers, databases and a proxy, each with a network of its own, and what can go wrong.

    python -m tests.machines            # everything, about six minutes
    python -m tests.machines --short    # what CI runs
"""
