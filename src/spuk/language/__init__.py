"""All texts that people read, in English, German and Polish."""
