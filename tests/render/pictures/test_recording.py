"""Films in files: opened again, counted, and compared with what was painted."""

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from helpers.recorded import START, STILL
from pacgrid.render.board_painter import Bytes
from pacgrid.render.pictures.film import Film, FilmError
from pacgrid.render.pictures.recording import (
    CLEAR,
    MOST_COLOURS,
    SUFFIXES,
    Palette,
    changes,
    output_file,
    write_film,
)
from pacgrid.session.themes import DARK

RATE = 10


@pytest.fixture(scope="module")
def film() -> Film:
    return Film(START, rate=RATE, cell=14)


@pytest.fixture(scope="module")
def painted(film: Film) -> list[Bytes]:
    return list(film.pictures())


def frames(path: Path) -> Iterator[tuple[Bytes, float]]:
    """The pictures in a file, and the milliseconds at which each begins; the end at the end."""
    if path.suffix == ".mp4":
        av = pytest.importorskip("av", reason="PyAV is not installed")
        with av.open(path) as video:
            for number, frame in enumerate(video.decode(video=0)):
                shown = frame.reformat(format="rgb24", src_colorspace="ITU709")
                yield shown.to_ndarray(), number * 1000 / RATE
        return
    time = 0.0
    with Image.open(path) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            picture = np.asarray(image.convert("RGB"))
            yield picture, time
            time += image.info["duration"]
        yield picture, time


@pytest.fixture(scope="module")
def recorded(film: Film, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Writes the film once for each suffix."""
    folder = tmp_path_factory.mktemp("films")
    return cache(lambda suffix: written_film(film, folder / f"game{suffix}"))


def written_film(film: Film, path: Path) -> Path:
    if path.suffix == ".mp4":
        pytest.importorskip("av", reason="PyAV is not installed")
    write_film(film, path)
    return path


def test_every_moment_is_shown_as_it_was_painted(
    film: Film, painted: list[Bytes], recorded: Callable[[str], Path]
) -> None:
    *shown, (_, end) = frames(recorded(".gif"))
    assert end == pytest.approx(len(film) * 1000 / RATE, abs=10)
    assert len(shown) <= len(film)
    for picture, time in shown:
        off = np.abs(picture.astype(int) - painted[round(time * RATE / 1000)])
        assert off.max() <= 80
        assert off.mean() <= 0.5


def test_nothing_flickers(painted: list[Bytes], recorded: Callable[[str], Path]) -> None:
    """What isn't painted otherwise stays as it is, to the bit."""
    *shown, _ = frames(recorded(".gif"))
    for (before, start), (after, end) in pairwise(shown):
        old, new = (painted[round(time * RATE / 1000)] for time in (start, end))
        still = (old == new).all(axis=2)
        assert np.array_equal(before[still], after[still])


def test_a_video_can_be_played_by_browsers(
    film: Film, painted: list[Bytes], recorded: Callable[[str], Path]
) -> None:
    av = pytest.importorskip("av", reason="PyAV is not installed")
    path = recorded(".mp4")
    with av.open(path) as video:
        stream = video.streams.video[0]
        codec = stream.codec_context
        assert (codec.name, codec.pix_fmt) == ("h264", "yuv420p")
        assert (codec.width, codec.height) == film.size
        assert stream.average_rate == RATE
        assert stream.frames == len(film)
    data = path.read_bytes()
    assert data.index(b"moov") < data.index(b"mdat"), "it can't be played before all is loaded"
    shown = [picture for picture, _ in frames(path)]
    assert len(shown) == len(painted)
    for seen, picture in zip(shown, painted, strict=True):
        assert np.abs(seen.astype(int) - picture).mean() < 5


def test_a_gif_is_small_and_shown_over_and_over(
    film: Film, recorded: Callable[[str], Path]
) -> None:
    with Image.open(recorded(".gif")) as image:
        assert image.info["loop"] == 0
        assert image.size == film.size
    assert recorded(".gif").stat().st_size < 6000 * START.rounds


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_same_game_makes_the_same_file(tmp_path: Path, suffix: str) -> None:
    one, two = (
        written_film(Film(START, rate=3, cell=2), tmp_path / f"{name}{suffix}") for name in "ab"
    )
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_game_without_moves_and_tiny_cells_can_be_recorded(tmp_path: Path, suffix: str) -> None:
    path = written_film(Film(STILL, rate=2, cell=1), tmp_path / f"game{suffix.upper()}")
    assert path.stat().st_size


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_interrupted_leaves_the_old_file_and_nothing_else(
    film: Film, tmp_path: Path, suffix: str
) -> None:
    def interrupted(pictures: Iterable[Bytes], total: int) -> Iterator[Bytes]:
        for number, picture in enumerate(pictures):
            if number == total // 2:
                raise KeyboardInterrupt
            yield picture

    path = tmp_path / f"game{suffix}"
    path.write_bytes(b"an older film")
    with pytest.raises(KeyboardInterrupt):
        write_film(film, path, watch=interrupted)
    assert path.read_bytes() == b"an older film"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="limits for files are POSIX's")
@pytest.mark.parametrize(
    "suffix",
    [pytest.param(each, marks=[] if each == ".gif" else pytest.mark.slow) for each in SUFFIXES],
)
def test_a_full_disk_is_told_in_a_line_and_leaves_nothing(tmp_path: Path, suffix: str) -> None:
    if suffix == ".mp4":
        pytest.importorskip("av", reason="PyAV is not installed")
    code = f"""
import resource, signal, sys
from pathlib import Path
from pacgrid import Record
from pacgrid.render.pictures.film import Film, FilmError
from pacgrid.render.pictures.recording import write_film
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
record = Record.load({str(Path(__file__).parents[2] / "records" / "version-1.json")!r})
try:
    write_film(Film(record, rate=12, cell=12), "game{suffix}")
except FilmError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-B", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"game{suffix}: can't be written: File too large\n"
    assert not list(tmp_path.iterdir())


def test_places_that_can_not_be_written_to_are_told(film: Film, tmp_path: Path) -> None:
    with pytest.raises(FilmError, match="can't be written: No such file or directory"):
        write_film(film, tmp_path / "missing" / "game.gif")
    with pytest.raises(FilmError, match="is not a valid file name"):
        write_film(film, tmp_path / "nu\0ll.gif")
    (tmp_path / "taken.gif").mkdir()
    with pytest.raises(FilmError, match=r"taken.gif: can't be written"):
        write_film(film, tmp_path / "taken.gif")
    assert [path.name for path in tmp_path.iterdir()] == ["taken.gif"]


@pytest.mark.parametrize("name", ["game.avi", "game", "game.gif.json", ".gif"])
def test_other_kinds_of_films_are_refused(film: Film, tmp_path: Path, name: str) -> None:
    with pytest.raises(FilmError, match=r"must end in .gif or .mp4$"):
        write_film(film, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_missing_codec_is_told(
    film: Film, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as changed:
        changed.setitem(sys.modules, "av", None)
        with pytest.raises(FilmError, match=r"pip install 'pacgrid\[video\]'"):
            write_film(film, tmp_path / "game.mp4")
    av = pytest.importorskip("av", reason="PyAV is not installed")
    monkeypatch.setattr(av, "codecs_available", {"mpeg4"})
    with pytest.raises(FilmError, match=r"this PyAV was built without H.264"):
        write_film(film, tmp_path / "game.mp4")
    assert not list(tmp_path.iterdir())


def test_a_gif_is_not_too_quick_for_browsers(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match="at most 50 frames per second"):
        write_film(Film(START, rate=60), tmp_path / "game.gif")


def test_a_fault_of_our_own_is_not_taken_for_a_wrong_name(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="odd"), output_file(tmp_path / "game.gif"):
        raise ValueError("odd")
    assert not list(tmp_path.iterdir())


def picture(*marked: tuple[int, int], value: int = 9) -> Bytes:
    """Five rows of seven, with marks at `(row, column)`."""
    made = np.zeros((5, 7), np.uint8)
    for place in marked:
        made[place] = value
    return made


def test_a_picture_that_stays_is_one_change() -> None:
    first, other = picture(), picture((2, 3))
    found = list(changes([first, first, other, other, other, first]))
    assert [(change.start, change.end) for change in found] == [(0, 2), (2, 5), (5, 6)]


def test_only_the_part_with_all_changes_is_kept_and_the_rest_of_it_is_clear() -> None:
    whole, change = changes([picture(), picture((1, 2), (3, 5))])
    assert (whole.pixels == picture()).all()
    assert (change.top, change.left, change.pixels.shape) == (1, 2, (3, 4))
    assert np.argwhere(change.pixels != CLEAR).tolist() == [[0, 0], [2, 3]]


def test_times_add_up() -> None:
    pictures = [picture((number % 5, 0)) for number in range(100)]
    for rate in (24, 30, 7):
        durations = [change.hundredths(rate) for change in changes(pictures)]
        assert sum(durations) == round(100 * 100 / rate)
        assert max(durations) - min(durations) <= 1


def test_of_no_pictures_there_are_no_changes() -> None:
    assert list(changes([])) == []


def noise(seed: int) -> Bytes:
    made = np.random.default_rng(seed).integers(0, 256, (24, 24, 3), np.uint8)
    for column, colour in enumerate((DARK.background, DARK.wall, DARK.pacman, *DARK.ghosts)):
        made[0, column] = colour
    return made


def test_colours_of_the_game_are_kept_as_they_are() -> None:
    palette = Palette([noise(1)])
    assert len(palette.colours) <= MOST_COLOURS
    shown = palette.colours[palette.numbers(noise(1))]
    assert shown[0, : 3 + len(DARK.ghosts)].tolist() == noise(1)[0, : 3 + len(DARK.ghosts)].tolist()


def test_few_colours_are_all_kept() -> None:
    few = noise(2)[:10, :20]
    palette = Palette([few])
    assert np.array_equal(palette.colours[palette.numbers(few)], few)


def test_a_colour_becomes_the_nearest_one_whatever_came_before() -> None:
    palette = Palette([noise(3)])
    other = noise(4)
    shown = palette.numbers(other)
    off = ((other[..., None, :].astype(int) - palette.colours) ** 2).sum(axis=-1)
    assert np.array_equal(shown, off.argmin(axis=-1))
    assert np.array_equal(Palette([noise(3)]).numbers(other), shown)
