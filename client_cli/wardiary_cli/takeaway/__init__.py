"""What people take home from a game that was saved: the story as a text, and the board as a picture."""
