"""The pictures of a game, before they are written to a file."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from helpers.analyses import analysis_of
from helpers.painters import coloured
from helpers.recorded import GAME, START, STILL
from pacgrid import Action, Layout, Maze, Record, State
from pacgrid.agent_loader import load_agent
from pacgrid.game import play
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.thought import Move, Thought
from pacgrid.render.board_painter import BoardPainter, Bytes
from pacgrid.render.pictures.film import (
    BAD_SECONDS,
    CLEAR_CELL,
    END_SECONDS,
    GOOD_SIZE,
    LONGEST_SIDE,
    NARROWEST,
    START_SECONDS,
    Bar,
    Film,
    FilmError,
    Lettering,
    fitting_cell,
)
from pacgrid.session.frame import Banner, Frame, Overlay
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.scene import SMALLEST_LABELLED, Transition, scene
from pacgrid.session.themes import DARK, THEMES, Theme

CELL = SMALLEST_LABELLED


def board(film: Film, picture: Bytes) -> Bytes:
    """The part of a picture that shows the board."""
    raster = film._painter
    top = film._lettering.header_height
    left = (film.size[0] - raster.size[0]) // 2
    return picture[top : top + raster.size[1], left : left + raster.size[0]]


def colours(picture: Bytes) -> dict[tuple[int, int, int], int]:
    """The colours of a picture, and how many pixels have each."""
    packed = picture.astype(int) @ (1 << 16, 1 << 8, 1)
    found = zip(*map(np.ndarray.tolist, np.unique(packed, return_counts=True)), strict=True)
    return {(each >> 16, each >> 8 & 255, each & 255): count for each, count in found}


def numbered(film: Film, *numbers: int) -> list[Bytes]:
    found = list(islice(film.pictures(), max(numbers) + 1))
    return [found[number] for number in numbers]


def test_a_film_is_as_long_as_it_says() -> None:
    for speed, rate in ((6, 12), (5, 15), (7.5, 5), (200, 12)):
        film = Film(START, speed=speed, rate=rate, cell=2)
        pictures = list(film.pictures())
        seconds = START_SECONDS + START.rounds / speed + END_SECONDS
        assert len(pictures) == len(film)
        assert len(film) / rate == pytest.approx(seconds, abs=1.5 / rate)


def test_pictures_have_even_sizes_and_all_the_same() -> None:
    for cell in (1, 3, 25):
        film = Film(START, cell=cell, rate=3)
        width, height = film.size
        assert (width % 2, height % 2) == (0, 0)
        assert {p.shape for p in film.pictures()} == {(height, width, 3)}


def test_the_first_picture_shows_the_start_and_later_ones_what_came_then() -> None:
    film = Film(GAME, speed=6, rate=24, cell=CELL)
    painter = BoardPainter(State.initial(GAME.layout).maze, CELL)
    start, *_, after = islice(GAME.states(), 1 + len(GAME.agents))
    first, quarter, half = numbered(film, 0, 12 + 1, 12 + 2)
    transition = Transition.standing(start)
    assert np.array_equal(board(film, first), painter.paint(scene(transition, 1)))
    transition = transition.then(after)
    for picture, fraction in ((quarter, 0.25), (half, 0.5)):
        expected = painter.paint(scene(transition, fraction, clock=fraction / 6))
        assert np.array_equal(board(film, picture), expected)


def test_the_last_picture_says_how_it_ended() -> None:
    film = Film(START, cell=CELL)
    before, last = numbered(film, 20, len(film) - 1)
    for bar in (slice(None, 30), slice(-20, None)):
        assert not coloured(before[bar], DARK.bad).any()
        assert coloured(last[bar], DARK.bad).any()


def test_a_caught_pacman_vanishes() -> None:
    lane = Layout.parse("%%%%%%%\n%P..1.%\n%%%%%%%")
    moves = [Move(action, 0, 0) for action in (Action.EAST, Action.WEST, Action.EAST)]
    caught = Record(PacmanSetup(lane, 2), ("a", "b"), 0, tuple(moves), -482, Ending.CAUGHT)
    film = Film(caught, cell=CELL)
    arrived, end = numbered(film, len(film) - 49, len(film) - 1)
    was, is_ = (int(coloured(board(film, each), DARK.pacman).sum()) for each in (arrived, end))
    assert was > 0 == is_


def test_a_game_without_moves_stands_still() -> None:
    film = Film(STILL, cell=4, rate=4)
    assert len(list(film.pictures())) == len(film) == 10


def test_samples_have_every_colour_of_the_figures() -> None:
    film = Film(GAME, cell=12, rate=4)
    known = np.array([colour for picture in film.samples() for colour in colours(picture)])
    for picture in islice(film.pictures(), 0, None, 3):
        many = [colour for colour, count in colours(picture).items() if count > 40]
        assert all((np.abs(known - colour).max(axis=1) <= 12).any() for colour in many)


def thoughtful(ply: int, thought: Thought) -> Record:
    """The start of the game, with a thought at one ply."""
    moves = [*START.moves]
    moves[ply] = replace(moves[ply], thought=thought)
    return replace(START, moves=tuple(moves))


def test_the_thought_before_a_round_is_shown_during_that_round() -> None:
    third = 2 * len(START.agents)
    record = thoughtful(third, Thought(values={Action.EAST: 7, Action.STOP: -1}))
    film = Film(record, speed=6, rate=24, cell=CELL, overlays={Overlay.VALUES})
    changed = [
        number
        for number, (picture, bare) in enumerate(
            zip(film.pictures(), Film(record, speed=6, rate=24, cell=CELL).pictures(), strict=True)
        )
        if not np.array_equal(picture, bare)
    ]
    assert changed == [*range(12 + 8, 12 + 12)], "from the end of the second round on"


def test_a_film_stands_still_before_a_bad_move_and_says_what_it_cost() -> None:
    bad = analysis_of(START, {2 * len(START.agents): 300})
    film, bare = (Film(START, speed=6, rate=24, cell=CELL, analysis=a) for a in (bad, None))
    pictures, others = list(film.pictures()), list(bare.pictures())
    session = film._session()
    session.seek(2 * len(START.agents))
    before = film._picture(session.frame())
    assert len(pictures) == len(film) == len(others) + BAD_SECONDS * 24
    start = 12 + 8
    assert all(np.array_equal(pictures[start], each) for each in pictures[start : start + 36])
    assert coloured(pictures[start][-20:], DARK.danger).any(), "a sentence"
    assert not coloured(others[start][-20:], DARK.danger).any()
    header = slice(film._lettering.header_height)
    assert np.array_equal(pictures[start][header], before[header]), "the round hasn't begun"


def test_a_film_starts_with_the_first_thought_and_ends_without_any() -> None:
    record = thoughtful(0, Thought(values={Action.EAST: 7}))
    film, bare = Film(record, cell=CELL, overlays=[Overlay.VALUES]), Film(record, cell=CELL)
    first, last = numbered(film, 0, len(film) - 1)
    assert not np.array_equal(first, numbered(bare, 0)[0])
    assert np.array_equal(last, numbered(bare, len(bare) - 1)[0])


def test_overlays_that_need_no_thoughts_are_shown_until_the_game_is_over() -> None:
    bare = Film(START, cell=CELL, rate=4)
    film = Film(START, cell=CELL, rate=4, overlays=[Overlay.DISTANCE])
    numbers = (0, 4, len(film) - 1)
    same = [
        np.array_equal(*pair)
        for pair in zip(numbered(film, *numbers), numbered(bare, *numbers), strict=True)
    ]
    assert same == [False, False, True]


def test_the_most_important_features_stand_below_the_board() -> None:
    shares = {"tiny": 0.1, "food": 12.34, "ghosts": -55.0, "score": 3, "room": 2}
    record = thoughtful(0, Thought(features=shares))
    film, bare = (Film(record, cell=CELL, overlays=each) for each in ([Overlay.FEATURES], []))
    (marked,), (plain,) = numbered(film, 0), numbered(bare, 0)
    changed = np.flatnonzero((marked != plain).any(axis=(1, 2)))
    assert changed.min() > film.size[1] - 40


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_film_has_the_colours_of_its_theme(theme: Theme) -> None:
    film = Film(GAME, cell=CELL, theme=theme)
    (picture,) = numbered(film, 0)
    wanted = (theme.background, theme.wall, theme.bar, theme.text, theme.pacman, theme.ghost(1))
    assert all(coloured(picture, colour).any() for colour in wanted)
    shown = colours(picture)
    assert not {*shown} & {*(other.edge for other in THEMES.values() if other.edge != theme.edge)}


def test_samples_have_the_colours_of_marks_too() -> None:
    def sampled(*overlays: Overlay) -> set[tuple[int, int, int]]:
        film = Film(START, cell=4, overlays=overlays)
        return {colour for picture in film.samples() for colour in colours(picture)}

    assert len(sampled(Overlay.DISTANCE)) > len(sampled())


def test_cells_are_as_large_as_looks_well() -> None:
    def cell(width: int, height: int) -> int:
        rows = ["%" * width, "%P" + "." * (width - 3) + "%"]
        rows += ["%" + "." * (width - 2) + "%"] * (height - 3) + ["%" * width]
        maze = Maze.of(Layout.parse("\n".join(rows)))
        return fitting_cell(maze.width, maze.height)

    assert 21 * cell(21, 11) <= GOOD_SIZE[0]
    assert cell(21, 11) > cell(28, 31) > CLEAR_CELL
    assert cell(80, 3) == CLEAR_CELL
    assert cell(160, 3) == 10


def test_a_picture_that_would_be_too_large_is_refused() -> None:
    assert fitting_cell(10, 5, 409) * 10 <= LONGEST_SIDE
    with pytest.raises(
        FilmError, match=r"cells of 410 pixels .* 10 x 5 cells too large; use at most 409$"
    ):
        Film(GAME, cell=410)


@pytest.mark.parametrize("game", ["tictactoe", "hexapawn", "nim", "pig:target=9", "book"])
def test_a_film_of_a_board_game_shows_its_positions_one_by_one(game: str) -> None:
    setup = BoardSetup.load(game)
    agents = [load_agent("random_agent") for _ in setup.players]
    record = play(setup, agents, seed=1)
    film = Film(record, speed=2, rate=4, cell=16)
    pictures = list(film.pictures())
    assert len(pictures) == len(film)
    assert {picture.shape for picture in pictures} == {(film.size[1], film.size[0], 3)}
    assert len({picture.tobytes() for picture in pictures}) >= len(record.moves) + 1


def columns(bar: Bytes, colour: tuple[int, int, int] | None = None) -> list[int]:
    """The columns in which there is something, or something of that very colour."""
    marked = (bar != DARK.bar).any(axis=2) if colour is None else coloured(bar, colour)
    return np.flatnonzero(marked.any(axis=0)).tolist()


FRAME = GameSession(ReplayedGame(GAME)).frame()


def told(score: int, rounds: int, verdict: str = "", *, good: bool = False) -> Frame:
    (board,) = FRAME.boards
    board = replace(board, score=score, verdict=verdict, good=good)
    banner = Banner(verdict, ("ValueError: " + "x" * 99,)) if verdict else None
    caption = replace(FRAME.caption, round=rounds, banner=banner)
    return replace(FRAME, boards=(board,), caption=caption)


@pytest.mark.parametrize("width", [10, NARROWEST, 504, 2000])
def test_score_and_round_stand_apart_inside_the_bar(width: int) -> None:
    words = Lettering(width)
    header, _ = words.bars(told(-98765, 1000))
    assert header.shape[1] == words.width == max(width, NARROWEST)
    marked = columns(header, DARK.text)
    assert marked[0] > 2
    assert marked[-1] < words.width - 3
    gaps = np.diff(columns(header))
    assert gaps.max() > words.width // 12, "score and round run into each other"


def test_a_bar_changes_with_what_it_says() -> None:
    words = Lettering(400)
    seen = [words.bars(told(*each))[0].copy() for each in ((0, 0), (10, 0), (10, 1))]
    assert len({bar.tobytes() for bar in seen}) == 3
    assert np.array_equal(words.bars(told(0, 0))[0], seen[0])


@pytest.mark.parametrize(("good", "colour"), [(True, DARK.good), (False, DARK.bad)])
def test_the_end_is_said_in_its_colour(colour: tuple[int, int, int], *, good: bool) -> None:
    words = Lettering(500)
    before, after = words.bars(told(5, 5)), words.bars(told(5, 5, "Over", good=good))
    for bar_before, bar_after in zip(before, after, strict=True):
        assert not columns(bar_before, colour)
        assert columns(bar_after, colour)


def test_a_long_reason_is_cut_to_the_bar() -> None:
    footer = Lettering(500).bars(told(5, 5, "Forfeit"))[1]
    assert 400 < columns(footer)[-1] < 500 - 3


@pytest.mark.parametrize("words", ["", "two\nlines", "nu\0ll", "péché ✓ 王"])
def test_any_words_can_be_written(words: str) -> None:
    bar = Bar(200, 30, DARK.bar)
    assert bar.write(words, 14, DARK.text, 5, 190) <= 190
    assert bool(columns(bar.pixels())) == bool(words)
