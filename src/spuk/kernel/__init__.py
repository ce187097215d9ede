"""What every game shares: the protocol, records and replay, seeds, the registry."""
