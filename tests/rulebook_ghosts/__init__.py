"""The rulebook as tests: written from `docs/rules/ghost-stories.md` alone, one file per section."""
