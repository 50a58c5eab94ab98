"""Renderers: each shows a frame of a session in its medium, and decides nothing.

- `window`: with pygame;
- `terminal`: with rich;
- `web`: a page in a browser, live or saved;
- `svg` and `film`: pictures and moving ones.

`board_svg.py` draws Pac-Man, ghosts, dots and walls as paths of SVG, and puts them together;
`board_painter.py` has SDL paint them as pixels; pages show the same elements.
"""
