"""`spuk admin`: what operators do with tables, people, keys and backups, beside a running server."""
