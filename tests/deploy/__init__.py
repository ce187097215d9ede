"""Whether what deploy/ holds works: units, container, proxies."""
