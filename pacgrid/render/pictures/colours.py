"""Pictures in few colours, with one byte a pixel."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pacgrid.render.pictures.changes import Change
from pacgrid.render.sprites import Bytes
from pacgrid.session.themes import THEMES, Colour

MOST = 255
CLEAR = 255
"""The index that stands for no colour: what is below is to be seen."""
_ALL = 1 << 24


class Colours:
    """At most `MOST` colours that come near to all those in some pictures.

    They stay the same for all pictures of a film, so that nothing flickers; the themes'
    colours are among them as they are.
    """

    def __init__(self, samples: Iterable[Bytes]) -> None:
        found = np.unique(np.concatenate([np.unique(_packed(sample)) for sample in samples]))
        flat = _packed(np.array([[*_theme_colours()]], np.uint8))
        kept = found[np.isin(found, flat)]
        others = found[~np.isin(found, flat)]
        if len(found) > MOST:
            row = Image.fromarray(_unpacked(others)[None])
            few = row.quantize(MOST - len(kept), Image.Quantize.MEDIANCUT, kmeans=2).convert("RGB")
            others = np.unique(_packed(np.asarray(few)))
        self.table = _unpacked(np.concatenate([kept, others]))
        """`[colour, 3]`: red, green and blue."""
        self._nearest = np.zeros(_ALL, np.uint8)
        self._known = np.zeros(_ALL, bool)

    @property
    def palette(self) -> bytes:
        """Red, green and blue of 256 colours."""
        return self.table.tobytes().ljust(3 * 256, b"\0")

    def image(self, change: Change) -> Image.Image:
        """What has changed in a picture of indices; all else is clear."""
        image = Image.fromarray(np.where(change.changed, change.pixels, np.uint8(CLEAR)))
        image.putpalette(self.palette)
        return image

    def indices(self, picture: Bytes) -> Bytes:
        """By pixel, `[height, width]`: the index of the colour that is nearest to its own."""
        packed = _packed(picture)
        unknown = np.unique(packed[~self._known[packed]])
        if len(unknown):
            off = _unpacked(unknown)[:, None].astype(int) - self.table
            self._nearest[unknown] = (off**2).sum(axis=2).argmin(axis=1)
            self._known[unknown] = True
        return self._nearest[packed]


def _theme_colours() -> Iterator[Colour]:
    for theme in THEMES.values():
        colours = asdict(theme)
        yield from colours.pop("ghosts")
        yield from (value for value in colours.values() if not isinstance(value, bool))


def _packed(picture: Bytes) -> NDArray[np.int32]:
    packed = picture[..., 0].astype(np.int32)
    for channel in (1, 2):
        packed <<= 8
        packed |= picture[..., channel]
    return packed


def _unpacked(colours: NDArray[np.int32]) -> Bytes:
    return np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=-1).astype(np.uint8)
