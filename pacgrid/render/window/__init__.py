"""The window, painted with pygame."""
