"""The whole of a terminal, and the lines below its boards, from frames made by hand."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.diagrams import board_game_frame, tree_frame
from helpers.frames import (
    INSIGHT,
    MENU,
    ROOM,
    analysed_timeline,
    board_of,
    caption_of,
    frame_of,
    timeline_of,
)
from pacgrid import State
from pacgrid.render.board_text import Style
from pacgrid.render.screen import (
    LEAST_COLUMNS,
    LEAST_ROWS,
    arrangement,
    foot,
    picture,
    screen,
)
from pacgrid.session.frame import Banner, Event, EventKind, Frame, KeyHint, Sheet, SheetRow
from pacgrid.session.themes import DARK

STYLE = Style(DARK)
LARGE = State.parse("\n".join(("%" * 20, f"%P{'.' * 17}%", *[f"%{'.' * 18}%"] * 8, "%" * 20)))
THINKING = frame_of(boards=(board_of(ROOM, insight=INSIGHT),))
HELP = Sheet(
    "Keys", tuple(SheetRow(key, f"what {key} does, in many words") for key in "abcdefghij")
)


def lines(frame: Frame, columns: int, rows: int, style: Style = STYLE) -> list[str]:
    return [line.plain.rstrip() for line in screen(frame, columns, rows, style)]


FRAMES = (
    *(THINKING, tree_frame(), board_game_frame(), frame_of(*[LARGE] * 4)),
    frame_of(boards=(board_of(LARGE, insight=INSIGHT),) * 2),
    replace(THINKING, sheet=replace(MENU, problem="it can't be done here " * 6)),
    replace(THINKING, sheet=HELP),
)


@given(
    st.sampled_from(FRAMES),
    st.one_of(st.integers(1, 20), st.integers(20, 200)),
    st.one_of(st.integers(1, 10), st.integers(8, 60)),
    st.booleans(),
)
def test_nothing_is_ever_too_large(frame: Frame, columns: int, rows: int, plain: bool) -> None:
    made = screen(frame, columns, rows, Style(DARK, unicode=not plain, colours=not plain))
    assert 0 < len(made) <= rows
    assert all(line.cell_len <= columns for line in made)
    assert not plain or all(line.plain.isascii() for line in made)


def test_a_game_has_its_score_timeline_last_move_players_and_keys_below() -> None:
    assert lines(frame_of(), 60, 20) == [
        "╭───────────╮     scripted",
        "│ (<  · ● · │     Pac-Man",
        "│ · ╶───╴ · │     scripted",
        "│ · · · oo· │     ghost 1",
        "╰───────────╯",
        "Score 0   Round 1   Food 9   paused",
        "═══════════════════════════════════════════════════════· 2/2",
        "ghost 1, scripted: west",
        "scripted against scripted   a layout, seed 0",
        "space pause   ? help   Q close   ← → a round   T take over",
    ]
    low = ["Score 0   Round 1   Food", "═══════════════════· 2/2", "space pause   ? help"]
    assert lines(frame_of(), 24, 8)[5:] == low
    assert lines(frame_of(), 24, 6)[-1].startswith("Score 0")


def test_thoughts_stand_beside_the_board_or_below_and_say_how_much_is_left_out() -> None:
    assert lines(THINKING, 62, 24)[:8] == [
        "╭───────────╮   Pac-Man, scripted, before going east",
        "│ (<  · ● · │   Values",
        "│ · ╶───╴ · │   * east               3",
        "│ · · · oo· │     south              1",
        "╰───────────╯   Distance",
        "                  food               2 away",
        "                Danger",
        "                  ghost 1            5 away",
    ]
    assert lines(THINKING, 34, 16)[10:] == [
        "Pac-Man, scripted, before going",
        "east",
        "* east               3",
        "  south              1",
        "  food               2 away",
        "… and 6 more lines",
    ]


def test_games_stand_side_by_side_with_their_scores_and_players() -> None:
    over = board_of(ROOM, verdict="Caught", score=-502)
    frame = frame_of(ROOM, ROOM)
    shown = lines(replace(frame, boards=(frame.boards[0], over)), 64, 12)
    assert shown[:2] == [
        "0 scripted against scripted      -502 Caught scripted",
        "╭───────────╮                    ╭───────────╮",
    ]
    assert shown[6:9] == [
        "Round 1   paused",
        "═" * 59 + "· 2/2",
        "scripted against scripted   a layout, seed 0",
    ]


@pytest.mark.parametrize(
    ("games", "size", "made"),
    [
        *((1, (80, 24), (2, 1, 1)), (1, (30, 24), (1, 1, 1))),
        *((2, (120, 40), (2, 2, 2)), (2, (80, 24), (1, 2, 2)), (2, (24, 40), (1, 1, 2))),
        *((4, (120, 40), (2, 2, 4)), (4, (80, 24), (1, 4, 4)), (4, (30, 12), (1, 1, 1))),
    ],
)
def test_boards_are_whole_and_square_if_they_can_be(
    games: int, size: tuple[int, int], made: tuple[int, int, int]
) -> None:
    """The columns of a cell, the boards beside each other, and those that are shown."""
    found = arrangement((board_of(LARGE),) * games, size[0], size[1] - 5)
    assert (found.cell, found.across, len(found.boards)) == made


def test_a_menu_is_above_the_board_and_scrolled_to_its_selected_row() -> None:
    assert lines(replace(THINKING, sheet=MENU), 80, 13) == [
        "Take over from ply 2",
        " Pac-Man  ghost 1",
        "ghost 1, scripted",
        "  you",
        "> alpha_beta  minimax with pruning",
        "  reflex",
        "↑ ↓ choose   Enter: take over   Esc: cancel",
        "",
        "╭───────────╮",
        "│ (<  · ● · │",
        "│ · ╶───╴ · │",
        "│ · · · oo· │",
        "╰───────────╯",
    ]
    assert "> reflex" in lines(replace(THINKING, sheet=replace(MENU, selected=2)), 80, 5)
    troubled = replace(MENU, problem="no module named torch")
    assert lines(replace(THINKING, sheet=troubled), 80, 12)[-2] == "no module named torch"
    small = lines(replace(THINKING, sheet=replace(HELP, scroll=3)), 20, 4)
    assert small == ["Keys", "d  what d does, in", "   many words", ""]


def test_less_than_a_part_of_a_board_is_not_drawn() -> None:
    for size in ((LEAST_COLUMNS - 1, 30), (80, LEAST_ROWS - 1)):
        problem = " ".join(lines(frame_of(), *size))
        assert problem.startswith("too small: ")
        assert "Q closes" in problem
    assert lines(frame_of(), 3, 2) == ["too", "sma"]
    assert lines(frame_of(), LEAST_COLUMNS, LEAST_ROWS)[1] == "│< ·●·│"


def test_a_picture_to_print_has_the_boards_and_two_lines() -> None:
    printed = [line.plain.rstrip() for line in picture(frame_of(ROOM, ROOM), None, STYLE)]
    assert [line[:1] for line in printed] == [*"0╭│││╰0╭│││╰", "R", "s"]
    assert printed[-2:] == ["Round 1", "scripted against scripted   a layout, seed 0"]
    last = picture(frame_of(), 80, STYLE, live=True)[-1]  # for turns
    assert last.plain.startswith("space pause   ? help")


EVENTS = (
    Event(1, EventKind.FOOD),
    Event(4, EventKind.CAPSULE),
    Event(6, EventKind.GHOST, ghost=2),
    Event(6, EventKind.FOOD),
    Event(8, EventKind.CAUGHT),
)


def foot_lines(frame: Frame, columns: int = 60, style: Style = STYLE) -> list[str]:
    return [line.plain.rstrip() for line in foot(frame, columns, 9, style)]


@pytest.mark.parametrize(
    ("ply", "span", "columns", "unicode", "shown"),
    [
        (4, 8, 21, True, "══·═════●───2───X 4/8"),
        (4, 8, 13, True, "═·══●─2─X 4/8"),
        (4, 8, 21, False, "==.=====o---2---X 4/8"),
        (8, 16, 21, True, "═·══●═2═X         8/8"),
        (0, 8, 8, True, "·─2X 0/8"),  # the weightiest event in a column is shown
        (0, 8, 6, True, "●X 0/8"),
        (0, 8, 4, True, ""),
    ],
)
def test_a_timeline_marks_what_happened_and_leaves_the_rest_of_a_game_open(
    ply: int, span: int, columns: int, unicode: bool, shown: str
) -> None:
    timeline = replace(timeline_of(*range(9), ply=ply, events=EVENTS), span=span)
    frame = frame_of(timeline=timeline, caption=caption_of(ply=ply))
    assert foot_lines(frame, columns, Style(DARK, unicode))[1] == shown


def test_an_analysed_game_has_a_graph_of_its_value_with_the_signs_of_bad_moves() -> None:
    frame = frame_of(timeline=analysed_timeline(), caption=caption_of(ply=20))
    assert foot_lines(frame, 27)[1] == "████??▅▅▅▅?▃▃▃▃▃?!▂▂▂"
    assert foot_lines(frame, 27, Style(DARK, unicode=False))[1] == "####??++++?-----?!..."


def test_a_timeline_is_reversed_where_we_are_and_the_last_move_has_its_agents_colour() -> None:
    line = foot(frame_of(timeline=timeline_of(*range(9), ply=4)), 21, 9, STYLE)[1]
    (here,) = (span for span in line.spans if "reverse" in str(span.style))
    assert (here.start, here.end) == (8, 9)
    board = board_of(State.parse("%%%%%\n%P.1%\n%%%%%"))
    cards = (board.cards[0], replace(board.cards[1], moved_last=True))
    move = foot(frame_of(boards=(replace(board, cards=cards),)), 60, 9, STYLE)[2]
    assert str(move.spans[0].style).strip() == STYLE.ink(DARK.ghost(1))


def test_a_banner_takes_the_place_of_the_last_move_which_several_games_have_not() -> None:
    banner = Banner("Caught", ("-502 points after 2 rounds",), keys="R: play again   Enter: close")
    keys = (KeyHint("r", "R", "play again"), KeyHint("enter", "Enter", "close"))
    shown = foot_lines(frame_of(caption=caption_of(banner=banner, status=""), keys=keys))
    assert shown[0] == "Score 0   Round 1   Food 9   Caught"
    assert shown[2] == "-502 points after 2 rounds"
    assert shown[4] == "R play again   Enter close"
    frame = frame_of(ROOM, ROOM)
    caption = replace(frame.caption, players="\x1b]0;owned\x07 alone", last_move="")
    shown = foot_lines(replace(frame, caption=caption))
    assert len(shown) == 4
    assert shown[2].startswith("?]0;owned? alone"), "names from strangers do nothing"
