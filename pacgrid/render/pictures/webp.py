"""Writes a film as an animated WebP, picture by picture, with Pillow."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from PIL import Image

from pacgrid.render.pictures.film import Film
from pacgrid.render.sprites import Bytes


def write_webp(path: Path, film: Film, pictures: Iterable[Bytes]) -> None:
    """Write the film, whose pictures these are, without loss. Raises OSError."""
    times = (round(number * 1000 / film.rate) for number in range(len(film) + 1))
    durations = [end - start for start, end in pairwise(times)]
    frames = _Frames(film, pictures)
    with path.open("wb") as file:
        frames.save(
            file, "WEBP", save_all=True, lossless=True, method=2, duration=durations, loop=0
        )


class _Frames(Image.Image):
    """A film as Pillow sees it: an image with many frames, one at a time."""

    def __init__(self, film: Film, pictures: Iterable[Bytes]) -> None:
        super().__init__()
        self.n_frames = len(film)
        self._pictures = iter(pictures)
        self._number = -1
        self._size = film.size
        self._mode = "RGB"

    def seek(self, frame: int) -> None:
        """Go on to the next frame; the first one stands for those before."""
        if frame == self._number + 1:
            self.im = Image.fromarray(next(self._pictures)).im
            self._number = frame

    def tell(self) -> int:
        return max(self._number, 0)
