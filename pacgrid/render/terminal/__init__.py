"""The terminal: boards and what is known about them, as lines of text."""
