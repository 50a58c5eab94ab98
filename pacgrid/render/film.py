"""A game as a film: the pictures of its window, as a GIF by Pillow, in few colours and of each
picture only what has changed, or as an MP4 by PyAV."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from math import ceil
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.GifImagePlugin import getdata, getheader

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.common.files import atomic_file
from pacgrid.common.gone import gone
from pacgrid.errors import PacgridError
from pacgrid.records.record import Record
from pacgrid.render.board_painter import Bytes, pixels_of
from pacgrid.render.panels import MARGIN
from pacgrid.render.sdl import pygame
from pacgrid.render.window import HEADER, WORDS, Painter, unit_for
from pacgrid.session.frame import Board, Diagram, Frame, Mood, Overlay, Scene
from pacgrid.session.game_session import GameSession
from pacgrid.session.playback import ReplayedGame
from pacgrid.session.session import Settings
from pacgrid.session.themes import DARK, THEMES, Ink, Theme

START_SECONDS, BAD_SECONDS, END_SECONDS = 0.5, 1.5, 2.0
"""How long the first position stands still, one before a bad move, and the last one."""
GOOD_SIZE, LARGE_SIZE = (560, 480), (1600, 1200)
"""Pixels of a board: at most the larger size, where cells would have fewer than CLEAR_CELL pixels
otherwise."""
CLEAR_CELL, LARGEST_CELL = 12, 40
NARROWEST = 280
"""Pixels: the least room for words."""
SAMPLES = 8
"""How many positions are drawn to find the colours of a film."""
SUFFIXES = (".gif", ".mp4")
CODEC = "libx264"
_OPTIONS = {"crf": "20", "bf": "0", "mbtree": "0", "threads": "1"}
"""With frames that look ahead (`bf`), what follows from looking ahead (`mbtree`), or threads of its
own number, x264 doesn't make the same file each time and everywhere."""
Writer = Callable[[Path, "Film", Iterable[Bytes]], None]
Watch = Callable[[Iterable[Bytes], int], Iterable[Bytes]]
"""Passes pictures on, of which there are so many in all, and may show progress."""
FASTEST = 50
"""Pictures a second; browsers slow down faster ones."""
MOST_COLOURS = 255
CLEAR = 255
"""The number that stands for no colour: what is below can be seen."""


class FilmError(PacgridError):
    """A film that can't be made."""


class Film:
    """The pictures of a game, from the frames of a session. They are painted one by one.

    Args:
        speed: rounds per second.
        rate: pictures per second.
        size: pixels of a picture; None for a good size. Videos need even numbers.
        overlays: what to show of the agents' thoughts, if the record has them.
        analysis: what the moves cost. The film stands still before bad moves.
    """

    def __init__(
        self,
        record: Record,
        *,
        speed: float = 6,
        rate: float = 24,
        size: tuple[int, int] | None = None,
        theme: Theme = DARK,
        overlays: Collection[Overlay] = (),
        analysis: GameAnalysis | None = None,
    ) -> None:
        self.record = record
        self.rate = rate
        self._analysis = analysis
        self._settings = Settings(speed, theme, {*overlays, Overlay.BEST_MOVE})
        self._painter = Painter()
        (board,) = self._session().frame().boards
        self._explains = bool(
            analysis or Overlay.FEATURES in overlays or isinstance(board.scene, Diagram)
        )
        self.size = size or good_size(board, explains=self._explains)
        """`(width, height)` of every picture, in pixels."""
        self._first = round(START_SECONDS * rate)
        step = len(record.agents) if record.setup.has_rounds else 1
        self._last = self._first + ceil(-(-len(record.moves) // step) * rate / speed)
        marked = analysis.marked() if analysis else ()
        self._bad = {
            self._first + ceil(move.ply // step * rate / speed): move.ply for move in marked
        }
        """By the number of the picture before which the film stands still: the ply."""

    def __len__(self) -> int:
        return self._last + self._still(END_SECONDS) + len(self._bad) * self._still(BAD_SECONDS)

    def pictures(self) -> Iterator[Bytes]:
        """The pictures, `[height, width, 3]`: red, green and blue."""
        session = self._session()
        for number in range(self._last + self._still(END_SECONDS)):
            if number > self._first:
                session.advance(1 / self.rate)
            if number in self._bad:
                yield from [self._before(self._bad[number])] * self._still(BAD_SECONDS)
            yield self._picture(session.frame())
        session.close()

    def samples(self) -> Iterator[Bytes]:
        """A few pictures with all colours of the film: words, marks, ghosts in all moods."""
        session = self._session()
        frame = session.frame()
        (board,) = frame.boards
        if isinstance(seen := board.scene, Scene):
            for mood in Mood:
                ghosts = tuple(replace(ghost, mood=mood) for ghost in seen.ghosts)
                scene = replace(seen, ghosts=ghosts)
                yield self._picture(replace(frame, boards=(replace(board, scene=scene),)))
        plies = [round(len(self.record.moves) * sample / SAMPLES) for sample in range(SAMPLES + 1)]
        marked = self._analysis.marked() if self._analysis else ()
        for ply in (*plies, *(move.ply for move in marked[:SAMPLES])):
            session.seek(ply)
            yield self._picture(session.frame())
        session.close()

    def _before(self, ply: int) -> Bytes:
        """The position before that ply, which has not begun."""
        session = self._session()
        session.seek(ply)
        picture = self._picture(session.frame())
        session.close()
        return picture

    def _still(self, seconds: float) -> int:
        return max(round(seconds * self.rate), 1)

    def _session(self) -> GameSession:
        game = ReplayedGame(self.record, analysis=self._analysis)
        return GameSession(game, settings=self._settings, patience=None)

    def _picture(self, frame: Frame) -> Bytes:
        """What a window shows of the board, the score and, where there is room, an explanation."""
        (board,), caption = frame.boards, frame.caption
        words = ""
        if any(switch.is_on and switch.overlay is Overlay.FEATURES for switch in frame.switches):
            words = board.note
        for panel in board.insight.panels if board.insight else ():
            if panel.overlay is Overlay.BEST_MOVE and panel.note_ink is not Ink.FAINT:
                words = panel.note
        frame = replace(
            frame,
            boards=(replace(board, cards=(), insight=None),),
            caption=replace(
                caption,
                words=(words or " ") if self._explains else "",  # its room is kept free
                status=caption.last_move if isinstance(board.scene, Diagram) else "",
                banner=caption.banner and replace(caption.banner, keys=""),
            ),
            timeline=None,
            switches=(),
            keys=(),
        )
        surface = pygame.Surface(self.size, depth=32)
        self._painter.paint(surface, frame)
        return pixels_of(surface)


def good_size(board: Board, *, explains: bool) -> tuple[int, int]:
    """The size of pictures of a board, in pixels; even numbers, as videos need them."""
    seen = board.scene
    area = seen if isinstance(seen, Diagram) else seen.maze
    shape = area.width, area.height
    good, large = (
        min(side / count for side, count in zip(size, shape, strict=True))
        for size in (GOOD_SIZE, LARGE_SIZE)
    )
    cell = int(max(min(good, LARGEST_CELL), min(large, CLEAR_CELL), 1))
    width, height = max(shape[0] * cell, NARROWEST), shape[1] * cell
    around = 2 * MARGIN + HEADER + WORDS * explains
    size = round(width), round(height)
    for _ in range(3):  # bars are larger in larger pictures
        unit = unit_for(size)
        sides = width + 2 * MARGIN * unit, height + around * unit
        size = 2 * ceil(sides[0] / 2), 2 * ceil(sides[1] / 2)
    return size


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
