"""Writes a game as a moving picture: a GIF or an MP4."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

from pacgrid.common.files import atomic_file
from pacgrid.common.gone import gone
from pacgrid.render.pictures.film import Film, FilmError
from pacgrid.render.pictures.gif import FASTEST, write_gif
from pacgrid.render.sprites import Bytes

SUFFIXES = (".gif", ".mp4")
CODEC = "libx264"
_OPTIONS = {"crf": "20", "bf": "0", "mbtree": "0", "threads": "1"}
"""With frames that look ahead (`bf`), what follows from looking ahead (`mbtree`), or threads of its
own number, x264 doesn't make the same file each time and everywhere."""
Writer = Callable[[Path, Film, Iterable[Bytes]], None]
Watch = Callable[[Iterable[Bytes], int], Iterable[Bytes]]
"""Passes pictures on, of which there are so many in all, and may show progress."""


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
        known = f"a recording's name must end in {' or '.join(SUFFIXES)}"
        raise FilmError(f"{path}: {gone(f'--record {suffix}') or known}")
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
