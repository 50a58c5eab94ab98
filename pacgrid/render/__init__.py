"""Renderers: each shows a frame of a session in its medium, and decides nothing.

- `window`: with pygame;
- `terminal`: with rich;
- `web`: a page in a browser, live or saved;
- `pictures`: SVG and films.

`figures.py` draws Pac-Man, ghosts and dots as paths of SVG, `walls.py` the walls, and
`board_svg.py` puts them together. `board_painter.py` has SDL paint them as pixels; pages draw the
same paths.
"""
