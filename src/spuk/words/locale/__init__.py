"""The catalogues: one `.po` file per language, read by `spuk.words.catalog`."""
