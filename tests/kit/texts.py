"""Pieces of scenario files that the texts of tests are made of."""

TWO_SIDES = """\
[[sides]]
id = "red"
[[sides]]
id = "blue"
[[seats]]
id = "red"
side = "red"
[[seats]]
id = "blue"
side = "blue"
"""
"""Red and blue, a seat each."""
