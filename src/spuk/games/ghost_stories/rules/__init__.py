"""The rules for players: `<language>.md`, the table of editions, and the tutorial."""
