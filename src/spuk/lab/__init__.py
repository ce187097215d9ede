"""The laboratory: many games at once, on this machine or a cluster, and what they say.

`simulate` plays what an `Order` asks for into a directory; `report` makes tables, plots and a page of it.
"""
