"""Words painted with pygame."""

from pacgrid.render.text import ARROWS, cut, fitted, width, words, wrapped

__all__ = ["ARROWS", "cut", "fitted", "width", "words", "wrapped"]
