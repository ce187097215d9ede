"""Ghost Stories: the rules of `docs/rules/ghost-stories.md`, one module per section."""
