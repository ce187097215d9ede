"""`python -m spuk` is the command `spuk`."""

from spuk.cli import main

if __name__ == "__main__":  # the processes of an analysis import this file, too
    main()
