"""Films: their pictures, and what is in the files, opened again and compared with what was
painted."""

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from helpers.analyses import analysis_of
from helpers.painters import coloured
from helpers.recorded import GAME, START, STILL
from pacgrid import Layout
from pacgrid.action import Action
from pacgrid.agent_loader import load_agent
from pacgrid.game import play
from pacgrid.games.board_setup import BoardSetup
from pacgrid.records.record import Record
from pacgrid.records.thought import Thought
from pacgrid.render.board_painter import Bytes
from pacgrid.render.film import (
    BAD_SECONDS,
    CLEAR_CELL,
    END_SECONDS,
    LARGE_SIZE,
    MOST_COLOURS,
    START_SECONDS,
    SUFFIXES,
    Film,
    FilmError,
    Palette,
    good_size,
    output_file,
    write_film,
)
from pacgrid.session.frame import Board, Overlay, Transition, scene
from pacgrid.session.themes import DARK, THEMES, Theme
from pacgrid.state import State

RATE = 10
SMALL = 200, 160
"""Pixels of a film whose pictures nobody looks at."""


def numbered(film: Film, *numbers: int) -> list[Bytes]:
    found = list(islice(film.pictures(), max(numbers) + 1))
    return [found[number] for number in numbers]


def test_a_film_is_as_long_as_it_says_moves_by_rounds_and_ends_with_the_verdict() -> None:
    for speed, rate in ((6, 12), (7.5, 5), (200, 12)):
        film = Film(START, speed=speed, rate=rate, size=SMALL)
        seconds = START_SECONDS + START.rounds / speed + END_SECONDS
        assert len(list(film.pictures())) == len(film)
        assert len(film) / rate == pytest.approx(seconds, abs=1.5 / rate)
    assert len(list(Film(STILL, size=SMALL, rate=4).pictures())) == 10
    film = Film(START, speed=6, rate=24)
    before, still, moves, last = numbered(film, 0, 12, 13, len(film) - 1)
    assert np.array_equal(before, still)
    assert not np.array_equal(still, moves)
    assert coloured(last, DARK.bad).any()
    assert not coloured(moves, DARK.bad).any()


@pytest.mark.parametrize("name", ["training", "medium", "arcade"])
def test_pictures_are_as_large_as_looks_well_and_videos_want(name: str) -> None:
    state = State.initial(Layout.load(name))
    board = Board(scene(Transition.standing(state), 1))
    for explains in (True, False):
        width, height = good_size(board, explains=explains)
        assert (width % 2, height % 2) == (0, 0)
        assert state.maze.width * CLEAR_CELL <= width <= LARGE_SIZE[0]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_picture_is_what_a_window_shows_of_board_and_score(theme: Theme) -> None:
    film = Film(GAME, theme=theme)
    first, last = numbered(film, 0, len(film) - 1)
    assert first.shape == (film.size[1], film.size[0], 3)
    wanted = (theme.background, theme.wall, theme.bar, theme.text, theme.pacman, theme.ghost(1))
    assert all(coloured(first, colour).any() for colour in wanted)
    known = [colour for picture in film.samples() for colour in colours(picture)]
    for colour, count in colours(last).items():
        assert count <= 40 or (np.abs(np.array(known) - colour).max(axis=1) <= 12).any()


def colours(picture: Bytes) -> dict[tuple[int, int, int], int]:
    """The colours of a picture, and how many pixels have each."""
    packed = picture.astype(int) @ (1 << 16, 1 << 8, 1)
    found = zip(*map(np.ndarray.tolist, np.unique(packed, return_counts=True)), strict=True)
    return {(each >> 16, each >> 8 & 255, each & 255): count for each, count in found}


def thoughtful(ply: int, thought: Thought) -> Record:
    """The start of the game, with a thought at one ply."""
    moves = [*START.moves]
    moves[ply] = replace(moves[ply], thought=thought)
    return replace(START, moves=tuple(moves))


def test_thoughts_are_shown_during_their_round_and_features_below_the_board() -> None:
    for ply, shown in ((2 * len(START.agents), range(20, 24)), (0, range(16))):
        record = thoughtful(ply, Thought(values={Action.EAST: 7, Action.STOP: -1}))
        films = [
            Film(record, speed=6, rate=24, overlays=each).pictures()
            for each in ([Overlay.VALUES], [])
        ]
        pairs = enumerate(zip(*films, strict=True))
        assert [number for number, pair in pairs if not np.array_equal(*pair)] == [*shown]
    shares = {"tiny": 0.1, "food": 12.34, "ghosts": -55.0, "score": 3, "room": 2}
    marked, plain = (
        numbered(Film(each, overlays=[Overlay.FEATURES]), 0)[0]
        for each in (thoughtful(0, Thought(features=shares)), START)
    )
    (rows,) = np.nonzero((marked != plain).any(axis=(1, 2)))
    assert rows.min() > len(plain) * 0.8


def test_a_film_stands_still_before_a_bad_move_and_says_what_it_cost() -> None:
    third = 2 * len(START.agents)
    film, bare = (
        Film(START, speed=6, rate=24, analysis=analysis_of(START, each))
        for each in ({third: 300}, {})
    )
    pictures = list(film.pictures())
    assert len(pictures) == len(film) == len(bare) + BAD_SECONDS * 24
    start = 12 + 8
    stands = pictures[start : start + round(BAD_SECONDS * 24)]
    assert all(np.array_equal(stands[0], each) for each in stands)
    assert not np.array_equal(stands[0][-40:], numbered(bare, start)[0][-40:]), "a sentence"


@pytest.mark.parametrize("game", ["tictactoe", "hexapawn", "nim", "pig:target=9", "book"])
def test_a_film_of_a_board_game_shows_its_positions_one_by_one(game: str) -> None:
    setup = BoardSetup.load(game)
    record = play(setup, [load_agent("random_agent") for _ in setup.players], seed=1)
    film = Film(record, speed=2, rate=4)
    pictures = list(film.pictures())
    assert len(pictures) == len(film)
    assert {picture.shape for picture in pictures} == {(film.size[1], film.size[0], 3)}
    assert len({picture.tobytes() for picture in pictures}) >= len(record.moves) + 1


# Files.


@pytest.fixture(scope="module")
def film() -> Film:
    return Film(START, rate=RATE)


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
    if path.suffix.lower() == ".mp4":
        pytest.importorskip("av", reason="PyAV is not installed")
    write_film(film, path)
    return path


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


def test_a_gif_shows_every_moment_as_it_was_painted_and_over_and_over(
    film: Film, painted: list[Bytes], recorded: Callable[[str], Path]
) -> None:
    path = recorded(".gif")
    with Image.open(path) as image:
        assert image.info["loop"] == 0
        assert image.size == film.size
    assert path.stat().st_size < 6000 * START.rounds
    *shown, (_, end) = frames(path)
    assert end == pytest.approx(len(film) * 1000 / RATE, abs=10)
    assert len(shown) <= len(film)
    for picture, time in shown:
        off = np.abs(picture.astype(int) - painted[round(time * RATE / 1000)])
        assert off.max() <= 80
        assert off.mean() <= 0.5
    for (before, start), (after, then) in pairwise(shown):
        old, new = (painted[round(time * RATE / 1000)] for time in (start, then))
        still = (old == new).all(axis=2)
        assert np.array_equal(before[still], after[still]), "it flickers"


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_same_game_makes_the_same_file_even_one_without_moves(
    tmp_path: Path, suffix: str
) -> None:
    paths = [
        tmp_path / f"{name}{ending}" for name, ending in (("a", suffix), ("b", suffix.upper()))
    ]
    for record in (START, STILL):
        for path in paths:
            written_film(Film(record, rate=3, size=SMALL), path)
        assert paths[0].read_bytes() == paths[1].read_bytes() != b""


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
from pacgrid.render.film import Film, FilmError, write_film
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
record = Record.load({str(Path(__file__).parents[1] / "records" / "plain.jsonl")!r})
try:
    write_film(Film(record, rate=12), "game{suffix}")
except FilmError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-B", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"game{suffix}: can't be written: File too large\n"
    assert not list(tmp_path.iterdir())


def test_places_and_films_that_can_not_be_written_are_told(film: Film, tmp_path: Path) -> None:
    (tmp_path / "taken.gif").mkdir()
    for name, problem in (
        ("missing/game.gif", "can't be written: No such file or directory"),
        ("nu\0ll.gif", "is not a valid file name"),
        ("taken.gif", r"taken.gif: can't be written"),
        *((name, r"must end in .gif or .mp4$") for name in ("a.avi", "a", "a.gif.json", ".gif")),
    ):
        with pytest.raises(FilmError, match=problem):
            write_film(film, tmp_path / name)
    with pytest.raises(FilmError, match="at most 50 frames per second"):
        write_film(Film(START, rate=60), tmp_path / "game.gif")
    assert [path.name for path in tmp_path.iterdir()] == ["taken.gif"]


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


def test_a_fault_of_our_own_is_not_taken_for_a_wrong_name(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="odd"), output_file(tmp_path / "game.gif"):
        raise ValueError("odd")
    assert not list(tmp_path.iterdir())


def noise() -> Bytes:
    made = np.random.default_rng(1).integers(0, 256, (24, 24, 3), np.uint8)
    for column, colour in enumerate((DARK.background, DARK.wall, DARK.pacman, *DARK.ghosts)):
        made[0, column] = colour
    return made


def test_colours_of_the_game_and_few_others_are_kept_as_they_are() -> None:
    own, few = (slice(1), slice(3 + len(DARK.ghosts))), (slice(10), slice(20))
    for picture, kept in ((noise(), own), (noise()[few], few)):
        palette = Palette([picture])
        assert len(palette.colours) <= MOST_COLOURS
        shown = palette.colours[palette.numbers(picture)]
        assert np.array_equal(shown[kept], picture[kept])
