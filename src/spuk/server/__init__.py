"""Tables over HTTP: rooms, a stream of updates, bots in worker processes, a JSON API."""
