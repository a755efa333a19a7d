"""The full screen: board, units, story and what is asked, side by side, with Textual (the extra `full`).

`ability` says whether this terminal can show it, and imports nothing that may be missing. What is drawn is made by
pure functions of the scene (`canvas`, `zonemap`, `inchmap`, `roster`, `status`, `diary`); widgets show it (`board`,
`units`, `story`, `asks`, `commandline`); `app` puts them together, follows the client and does what is asked for.
Whatever comes from the game is text, never markup (`ink`).
"""
