"""The catalogues: a folder per language, a `.po` file for each part; read by `spuk.language.catalog`."""
