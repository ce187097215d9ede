"""`python -m spuk` is the command `spuk`."""

from spuk.cli import main

main()
