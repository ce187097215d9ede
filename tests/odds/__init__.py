"""The exact odds, against a brute force and against the engine itself."""
