"""What changes from one picture to the next: all that a film needs to keep."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from pacgrid.render.pictures.palette import CLEAR
from pacgrid.render.sprites import Bytes


class ChangedPart(NamedTuple):
    """The part of a picture that has changed."""

    pixels: Bytes
    """Numbers of colours, `[height, width]`; CLEAR where nothing has changed."""
    left: int
    top: int
    start: int
    """The number of the first picture that shows it."""
    end: int
    """The number of the first picture that has changed again."""

    def duration(self, rate: float, unit: int) -> int:
        """How long it is shown at `rate` pictures a second, in a `unit`-th of a second.

        Rounded so that errors don't add up.
        """
        return round(self.end * unit / rate) - round(self.start * unit / rate)


def changes(pictures: Iterable[Bytes]) -> Iterator[ChangedPart]:
    """The changes in pictures of one size, `[height, width]`; the first picture is one too."""
    shown: Bytes | None = None
    last: ChangedPart | None = None
    number = -1
    for number, picture in enumerate(pictures):
        changed = np.ones(picture.shape, bool) if shown is None else picture != shown
        rows, columns = (np.flatnonzero(changed.any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            continue
        if last:
            yield last._replace(end=number)
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        pixels = np.where(changed[part], picture[part], np.uint8(CLEAR))
        last = ChangedPart(pixels, int(columns[0]), int(rows[0]), number, number)
        shown = picture
    if last:
        yield last._replace(end=number + 1)
