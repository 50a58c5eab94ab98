"""SVG and films."""
