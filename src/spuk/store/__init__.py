"""The event log: what happened at every table, in SQLite or PostgreSQL. It knows nothing about games."""
