"""The rules for players: `<language>.md`, and what they draw on."""
