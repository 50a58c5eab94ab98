"""Writes a film as an animated PNG: Pillow's chunks in the order of APNG."""

from collections.abc import Iterable
from itertools import count
from pathlib import Path
from struct import pack

from PIL.PngImagePlugin import getchunks, putchunk

from pacgrid.render.pictures.changes import ChangedPart, changes
from pacgrid.render.pictures.film import Film
from pacgrid.render.pictures.palette import CLEAR, Palette
from pacgrid.render.sprites import Bytes

_KEEP, _OVER = 0, 1
"""What happens to a picture before the next one, and how that is drawn on it."""


def write_apng(path: Path, film: Film, pictures: Iterable[Bytes]) -> None:
    """Write the film, whose pictures these are. Raises OSError."""
    palette = Palette(film.samples())
    frames = [
        (
            _control(change, film.rate),
            getchunks(palette.image(change.pixels), transparency=CLEAR, compress_level=9),
        )
        for change in changes(map(palette.numbers, pictures))
    ]
    header, *_, end = frames[0][1]
    sequence = count()
    with path.open("wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        putchunk(file, *header[:2])
        putchunk(file, b"acTL", pack(">II", len(frames), 0))  # shown over and over
        for number, (control, chunks) in enumerate(frames):
            putchunk(file, b"fcTL", pack(">I", next(sequence)), control)
            for name, data, _ in chunks[1:-1]:
                if number == 0:
                    putchunk(file, name, data)
                elif name == b"IDAT":
                    putchunk(file, b"fdAT", pack(">I", next(sequence)), data)
        putchunk(file, *end[:2])


def _control(change: ChangedPart, rate: float) -> bytes:
    height, width = change.pixels.shape
    duration = change.duration(rate, 1000), 1000
    return pack(">IIIIHHBB", width, height, change.left, change.top, *duration, _KEEP, _OVER)
