"""Writes a film as a GIF, picture by picture, with Pillow."""

from collections.abc import Iterable
from pathlib import Path

from PIL import Image
from PIL.GifImagePlugin import getdata, getheader

from pacgrid.render.pictures.changes import changes
from pacgrid.render.pictures.colours import CLEAR, Colours
from pacgrid.render.pictures.film import Film
from pacgrid.render.sprites import Bytes

UNIT = 100
"""A GIF counts hundredths of a second."""
FASTEST = 50
"""Pictures a second; browsers slow down what is to go faster."""


def write_gif(path: Path, film: Film, pictures: Iterable[Bytes]) -> None:
    """Write the film, whose pictures these are. Raises OSError."""
    colours = Colours(film.samples())
    canvas = Image.new("P", film.size)
    canvas.putpalette(colours.palette)
    with path.open("wb") as file:
        file.writelines(getheader(canvas, info={"loop": 0})[0])
        for change in changes(map(colours.indices, pictures)):
            data = getdata(
                colours.image(change),
                (change.left, change.top),
                duration=change.lasts(film.rate, UNIT) * 1000 // UNIT,
                transparency=CLEAR,
                disposal=1,
            )
            file.writelines(data)
        file.write(b";")
