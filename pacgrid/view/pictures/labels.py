"""Short words for the cells of a board, painted with Pillow."""

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from pacgrid.common.sanitize import line
from pacgrid.view.marks import LABEL_RIM, LONGEST_LABEL
from pacgrid.view.pictures.sprites import Floats, Sprite, layered
from pacgrid.view.recordings.lettering import letters
from pacgrid.view.themes import Colour

FINER = 4
"""How many times as large words are drawn at first."""


@lru_cache(maxsize=1024)
def label(text: str, cell: int, colour: Colour, ground: Colour) -> Sprite:
    """`text` in the middle of a cell of `cell` pixels, with a rim of the colour of the `ground`.

    Letters always have the size in which four of them fit.
    """
    side, text = cell * FINER, line(text)
    rim = round(side * LABEL_RIM)
    size = _size(text, side - 2 * rim)
    covers = [_cover(text, size, stroke, side) for stroke in (rim, side // 50)]  # bold letters
    return layered((ground, covers[0]), (colour, covers[1]))


def _size(text: str, room: int) -> int:
    sizes = range(room, 1, -1)
    widest = max(text, LONGEST_LABEL, key=letters(room).getlength)
    return next((size for size in sizes if letters(size).getlength(widest) <= room), 1)


def _cover(text: str, size: int, stroke: int, side: int) -> Floats:
    """How much of each pixel the text covers, with a `stroke` around it."""
    image = Image.new("L", (side, side))
    # Digits are in the middle, wherever other letters reach to.
    place = (side / 2, side / 2 + 0.36 * size)
    ImageDraw.Draw(image).text(
        place, text, 255, letters(size), anchor="ms", stroke_width=stroke, stroke_fill=255
    )
    pixels = np.asarray(image).reshape(side // FINER, FINER, side // FINER, FINER)
    cover: Floats = pixels.mean(axis=(1, 3)) / 255
    return cover
