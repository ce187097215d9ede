"""`spuk admin`: what operators can do with tables, people, keys and backups while a server is running."""
