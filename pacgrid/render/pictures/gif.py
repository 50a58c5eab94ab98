"""Writes a film as a GIF, picture by picture, with Pillow."""

from collections.abc import Iterable
from pathlib import Path

from PIL.GifImagePlugin import getdata, getheader

from pacgrid.render.pictures.changes import changes
from pacgrid.render.pictures.film import Film
from pacgrid.render.pictures.palette import CLEAR, Palette
from pacgrid.render.sprites import Bytes

FASTEST = 50
"""Pictures a second; browsers slow down faster ones."""


def write_gif(path: Path, film: Film, pictures: Iterable[Bytes]) -> None:
    """Write the film, whose pictures these are. Raises OSError."""
    palette = Palette(film.samples())
    with path.open("wb") as file:
        for change in changes(map(palette.numbers, pictures)):
            image = palette.image(change.pixels)
            if not change.start:
                file.writelines(getheader(image, info={"loop": 0})[0])
            data = getdata(
                image,
                (change.left, change.top),
                duration=10 * change.duration(film.rate, 100),
                transparency=CLEAR,
                disposal=1,
            )
            file.writelines(data)
        file.write(b";")
