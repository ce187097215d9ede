"""The compiled half of the environments: features, rewards, many games at once. It needs no toolkit."""
