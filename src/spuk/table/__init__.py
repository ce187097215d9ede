"""What a table is: the fold of its log, seats, and who may see what. No HTTP, no clock, no database."""
