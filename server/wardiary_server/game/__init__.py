"""The game itself: state, events, rules' machinery, timeline and views. Pure: no clock, no dice of its own, no I/O."""
