"""Geometry of a board that is measured in inches: what is where, what is in the way, what can be seen.

    points    exact places and lengths: whole thousandths of an inch
    ground    what a scenario's walls, zones and links are as shapes, kept for as long as they are the same
    places    which zone a place is in, which areas cover it, how far two places are apart
    lines     lines of sight, and what they run through
    travel    how far a base gets, what stops it, and what it passes on its way

All of it is pure, and gives whole thousandths, so that the same question has the same answer on every machine. Shapes
are computed by shapely; what a rule may hang on (who is inside a circle, whose bases touch) is computed in whole
numbers. Nothing here refuses anything or records anything: that is for `frame` and the rulebooks.
"""
