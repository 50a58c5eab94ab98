"""Writes a game as a moving picture: a GIF with Pillow, in few colours and of each picture only
what has changed, or an MP4 with PyAV."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.GifImagePlugin import getdata, getheader

from pacgrid.common.files import atomic_file
from pacgrid.common.gone import gone
from pacgrid.render.board_painter import Bytes
from pacgrid.render.pictures.film import Film, FilmError
from pacgrid.session.themes import THEMES

SUFFIXES = (".gif", ".mp4")
CODEC = "libx264"
_OPTIONS = {"crf": "20", "bf": "0", "mbtree": "0", "threads": "1"}
"""With frames that look ahead (`bf`), what follows from looking ahead (`mbtree`), or threads of its
own number, x264 doesn't make the same file each time and everywhere."""
Writer = Callable[[Path, Film, Iterable[Bytes]], None]
Watch = Callable[[Iterable[Bytes], int], Iterable[Bytes]]
"""Passes pictures on, of which there are so many in all, and may show progress."""
FASTEST = 50
"""Pictures a second; browsers slow down faster ones."""
MOST_COLOURS = 255
CLEAR = 255
"""The number that stands for no colour: what is below can be seen."""


def write_film(film: Film, path: str | Path, *, watch: Watch | None = None) -> None:
    """Write the film to `path`, whole or not at all, in the format of its suffix.

    Raises:
        FilmError: such a file can't be made, or it can't be written there.
    """
    writer = writer_for(Path(path), film.rate)
    with output_file(path) as file:
        pictures = film.pictures()
        writer(file, film, watch(pictures, len(film)) if watch else pictures)


def write_mp4(path: Path, film: Film, pictures: Iterable[Bytes]) -> None:
    """Write the film, whose pictures these are, as H.264, which every browser plays. Needs PyAV.
    Raises OSError."""
    import av
    from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc

    rate = Fraction(film.rate).limit_denominator(1000)
    space, range_ = Colorspace.ITU709, ColorRange.MPEG
    try:
        with av.open(path, "w", format="mp4", options={"movflags": "faststart"}) as file:
            stream = file.add_stream(CODEC, rate=rate, options=_OPTIONS)
            assert isinstance(stream, av.VideoStream)
            stream.width, stream.height = film.size
            stream.pix_fmt, stream.colorspace, stream.color_range = "yuv420p", space, range_
            stream.color_primaries, stream.color_trc = ColorPrimaries.BT709, ColorTrc.BT709
            for picture in pictures:
                frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
                frame = frame.reformat(
                    format="yuv420p", dst_colorspace=space, dst_color_range=range_, threads=1
                )
                file.mux(stream.encode(frame))
            file.mux(stream.encode())
    except av.FFmpegError as error:
        raise OSError(error.errno, error.strerror) from None


def writer_for(path: Path, rate: float) -> Writer:
    """The function that writes a film with `rate` pictures a second as such a file.

    Raises:
        FilmError: there is no such kind of film, or its codec is missing.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        known = f"a film's name must end in {' or '.join(SUFFIXES)}"
        raise FilmError(f"{path}: {gone(f'--save {suffix}') or known}")
    if suffix == ".gif":
        if rate > FASTEST:
            raise FilmError(f"{path}: a GIF shows at most {FASTEST} frames per second")
        return write_gif
    try:
        import av
    except ImportError:
        raise FilmError(f"{path}: videos need PyAV: pip install 'pacgrid[video]'") from None
    if CODEC not in av.codecs_available:
        raise FilmError(f"{path}: this PyAV was built without H.264; record a .gif")
    return write_mp4


@contextmanager
def output_file(path: str | Path) -> Iterator[Path]:
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
                duration=10 * change.hundredths(film.rate),
                transparency=CLEAR,
                disposal=1,
            )
            file.writelines(data)
        file.write(b";")


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

    def hundredths(self, rate: float) -> int:
        """How long it is shown at `rate` pictures a second, in hundredths of a second.

        Rounded so that errors don't add up.
        """
        return round(self.end * 100 / rate) - round(self.start * 100 / rate)


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


class Palette:
    """Colours near to all those in some pictures.

    They stay the same for all pictures of a film, so that nothing flickers. The colours of the
    themes are among them as they are.
    """

    def __init__(self, samples: Iterable[Bytes]) -> None:
        colours = np.unique(np.concatenate([np.unique(_packed(sample)) for sample in samples]))
        is_theme_colour = np.isin(colours, _theme_colours())
        exact, others = colours[is_theme_colour], colours[~is_theme_colour]
        if len(colours) > MOST_COLOURS:
            row = Image.fromarray(_unpacked(others)[None])
            few = row.quantize(MOST_COLOURS - len(exact), Image.Quantize.MEDIANCUT, kmeans=2)
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
