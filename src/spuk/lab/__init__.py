"""The laboratory: many games at once, on this machine or a cluster; exact odds; analysis of games move by
move.

`simulate` plays an `Order` into a directory; `report` makes tables, plots and a page of it.
"""
