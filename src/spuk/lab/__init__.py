"""The laboratory: many games at once, on this machine or a cluster; exact odds; games judged move by move.

`simulate` plays what an `Order` asks for into a directory; `report` makes tables, plots and a page of it.
"""
