"""Writes a game as a moving picture: a GIF, an animated WebP or PNG, or an MP4."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pacgrid.common.files import atomic_file
from pacgrid.render.pictures.film import Film, FilmError
from pacgrid.render.sprites import Bytes

SUFFIXES = (".gif", ".mp4", ".webp", ".png")
Writer = Callable[[Path, Film, Iterable[Bytes]], None]
Watch = Callable[[Iterable[Bytes], int], Iterable[Bytes]]
"""Hands pictures on, so many of them in all, and may tell how far it is."""


def write_film(film: Film, path: str | Path, *, watch: Watch | None = None) -> None:
    """Write the film to `path`, whole or not at all. The suffix says as what.

    Raises:
        FilmError: such a file can't be made, or it can't be written there.
    """
    writer = writer_for(Path(path), film.rate)
    with written(path) as file:
        pictures = film.pictures()
        writer(file, film, watch(pictures, len(film)) if watch else pictures)


def writer_for(path: Path, rate: float) -> Writer:
    """What writes a film with `rate` pictures a second as such a file.

    Raises:
        FilmError: there is no such kind of film, or its codec is missing.
    """
    suffix = path.suffix.lower()
    if suffix == ".gif":
        from pacgrid.render.pictures.gif import FASTEST, write_gif

        if rate > FASTEST:
            raise FilmError(f"{path}: a GIF shows at most {FASTEST} frames per second")
        return write_gif
    if suffix == ".png":
        from pacgrid.render.pictures.apng import write_apng

        return write_apng
    if suffix == ".webp":
        from PIL import features

        from pacgrid.render.pictures.webp import write_webp

        if not features.check("webp"):
            raise FilmError(f"{path}: this Pillow was built without WebP; record a .gif or .png")
        return write_webp
    if suffix == ".mp4":
        try:
            from pacgrid.render.pictures.video import has_codec, write_mp4
        except ImportError:
            raise FilmError(f"{path}: videos need PyAV: pip install 'pacgrid[video]'") from None
        if not has_codec():
            raise FilmError(f"{path}: this PyAV was built without H.264; record a .gif or .webp")
        return write_mp4
    raise FilmError(
        f"{path}: a recording's name must end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
    )


@contextmanager
def written(path: str | Path) -> Iterator[Path]:
    """A file to write to, which becomes `path` at the end or is removed. Raises FilmError."""
    try:
        with atomic_file(path) as file:
            yield file
    except OSError as error:
        raise FilmError(f"{path}: can't be written: {error.strerror or error}") from None
    except ValueError as error:
        if "null" not in str(error):
            raise
        raise FilmError(f"{str(path)!r} is not a valid file name") from None
