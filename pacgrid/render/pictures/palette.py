"""Pictures in few colours, with one byte a pixel."""

from collections.abc import Iterable
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pacgrid.render.sprites import Bytes
from pacgrid.session.themes import THEMES

SIZE = 255
"""The most colours there can be."""
CLEAR = 255
"""The number that stands for no colour: what is below can be seen."""


class Palette:
    """Colours near to all those in some pictures.

    They stay the same for all pictures of a film, so that nothing flickers. The colours of the
    themes are among them as they are.
    """

    def __init__(self, samples: Iterable[Bytes]) -> None:
        colours = np.unique(np.concatenate([np.unique(_packed(sample)) for sample in samples]))
        is_theme_colour = np.isin(colours, _theme_colours())
        exact, others = colours[is_theme_colour], colours[~is_theme_colour]
        if len(colours) > SIZE:
            row = Image.fromarray(_unpacked(others)[None])
            few = row.quantize(SIZE - len(exact), Image.Quantize.MEDIANCUT, kmeans=2)
            others = np.unique(_packed(np.asarray(few.convert("RGB"))))
        colours = np.concatenate([exact, others])
        self.colours = _unpacked(colours)
        """`[number, 3]`: red, green and blue."""
        self._nearest = np.full(1 << 24, CLEAR, np.uint8)

    def image(self, pixels: Bytes) -> Image.Image:
        """An image of these numbers of colours."""
        image = Image.fromarray(pixels)
        image.putpalette(self.colours.tobytes().ljust(3 * 256, b"\0"))
        return image

    def numbers(self, picture: Bytes) -> Bytes:
        """By pixel, `[height, width]`: the number of the nearest colour."""
        packed = _packed(picture)
        unknown = np.unique(packed[self._nearest[packed] == CLEAR])
        if len(unknown):
            off = _unpacked(unknown)[:, None].astype(int) - self.colours
            self._nearest[unknown] = (off**2).sum(axis=2).argmin(axis=1)
        return self._nearest[packed]


def _theme_colours() -> NDArray[np.int32]:
    values = chain(*(vars(theme).values() for theme in THEMES.values()))
    colours = [np.reshape(value, (-1, 3)) for value in values if isinstance(value, tuple)]
    return _packed(np.concatenate(colours))


def _packed(picture: Bytes) -> NDArray[np.int32]:
    red, green, blue = (picture[..., channel].astype(np.int32) for channel in range(3))
    return red << 16 | green << 8 | blue


def _unpacked(colours: NDArray[np.int32]) -> Bytes:
    return np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=-1).astype(np.uint8)
