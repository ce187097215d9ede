"""One file a step. A step that was ever released is never changed."""
