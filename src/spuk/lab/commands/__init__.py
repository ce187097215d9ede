"""The commands of the laboratory: from the options to the output. They return the exit code."""
