"""The catalogues: a folder per language with one `.po` file for each part, read by `spuk.words.catalog`."""
