"""The commands of the laboratory: from what was typed to what is shown; the exit code comes back."""
