"""What changes from one picture to the next: all that a moving picture needs to keep."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.render.sprites import Bytes


class Change(NamedTuple):
    """A new sight, which stays for some pictures."""

    start: int
    """The number of the first picture that shows it."""
    end: int
    """The number of the first one that doesn't."""
    left: int
    top: int
    pixels: Bytes
    """The part around all that has changed, like the pictures; the first one whole."""
    changed: NDArray[np.bool_]
    """Which of those pixels have changed, `[height, width]`."""

    def lasts(self, rate: float, unit: int) -> int:
        """How long it stays at `rate` pictures a second, in a `unit`-th of a second.

        Rounded so that errors don't add up.
        """
        return round(self.end * unit / rate) - round(self.start * unit / rate)


def changes(pictures: Iterable[Bytes]) -> Iterator[Change]:
    """The changes in pictures `[height, width]` or `[height, width, channel]`, one of one size."""
    shown: Bytes | None = None
    last: Change | None = None
    for number, picture in enumerate(pictures):
        change = _change(number, shown, picture)
        if change is None:
            continue
        if last is not None:
            yield last._replace(end=number)
        last, shown = change, picture
    if last is not None:
        yield last._replace(end=number + 1)


def _change(number: int, shown: Bytes | None, picture: Bytes) -> Change | None:
    if shown is None:
        everywhere = np.ones(picture.shape[:2], bool)
        return Change(number, number, 0, 0, picture, everywhere)
    differs = picture != shown
    changed = differs if differs.ndim == 2 else differs.any(axis=2)
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not len(rows):
        return None
    part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return Change(number, number, int(columns[0]), int(rows[0]), picture[part], changed[part])
