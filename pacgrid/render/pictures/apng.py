"""Writes a film as an animated PNG, picture by picture: Pillow's chunks in the order of APNG."""

from collections.abc import Iterable
from pathlib import Path
from struct import pack
from typing import BinaryIO

from PIL.PngImagePlugin import getchunks, putchunk

from pacgrid.render.pictures.changes import Change, changes
from pacgrid.render.pictures.colours import CLEAR, Colours
from pacgrid.render.pictures.film import Film
from pacgrid.render.sprites import Bytes

UNIT = 1000
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KEEP, _OVER = 0, 1
"""What becomes of a picture when the next one comes, and how that is laid on it."""


def write_apng(path: Path, film: Film, pictures: Iterable[Bytes]) -> None:
    """Write the film, whose pictures these are. Raises OSError."""
    colours = Colours(film.samples())
    count = sequence = 0
    with path.open("wb") as file:
        file.write(_SIGNATURE)
        for change in changes(map(colours.indices, pictures)):
            header, *others = getchunks(colours.image(change), transparency=CLEAR, compress_level=9)
            if count == 0:
                putchunk(file, header[0], header[1])
                place = file.tell()
                _put_control(file, 0)
            putchunk(file, b"fcTL", _frame_control(change, sequence, film.rate))
            sequence += 1
            for name, data, _ in others:
                if count == 0 and name != b"IEND":
                    putchunk(file, name, data)
                elif name == b"IDAT":
                    putchunk(file, b"fdAT", pack(">I", sequence), data)
                    sequence += 1
            count += 1
        putchunk(file, b"IEND")
        file.seek(place)
        _put_control(file, count)


def _put_control(file: BinaryIO, count: int) -> None:
    """How many pictures there are, to be shown over and over."""
    putchunk(file, b"acTL", pack(">II", count, 0))


def _frame_control(change: Change, sequence: int, rate: float) -> bytes:
    height, width = change.changed.shape
    lasts = change.lasts(rate, UNIT)
    place = (sequence, width, height, change.left, change.top)
    return pack(">IIIIIHHBB", *place, lasts, UNIT, _KEEP, _OVER)
