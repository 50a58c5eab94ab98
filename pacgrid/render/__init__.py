"""Renderers: each shows a frame of a session in its medium, and decides nothing.

- `window`: with pygame;
- `terminal`: with rich;
- `web`: a page in a browser, live or saved;
- `pictures`: SVG, arrays of pixels and films.
"""
