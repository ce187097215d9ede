"""The history of the schema, step by step; run at every start."""
