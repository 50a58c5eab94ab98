"""Painters of scenes that need no pygame: arrays of pixels, and SVG."""
