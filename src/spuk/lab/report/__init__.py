"""The report on finished games: tables, plots and one page."""
