"""The lines below the boards."""

from dataclasses import replace

import pytest

from helpers.frames import analysed_timeline, board_of, caption_of, frame_of, timeline_of
from pacgrid import State
from pacgrid.render.terminal.panels import foot
from pacgrid.render.terminal.style import Style
from pacgrid.session.frame import Banner, Frame, KeyHint
from pacgrid.session.scene import Event, EventKind
from pacgrid.session.themes import DARK

STYLE = Style(DARK)
EVENTS = (
    Event(1, EventKind.FOOD),
    Event(4, EventKind.CAPSULE),
    Event(6, EventKind.GHOST, ghost=2),
    Event(6, EventKind.FOOD),
    Event(8, EventKind.CAUGHT),
)


def lines(frame: Frame, columns: int = 60, style: Style = STYLE) -> list[str]:
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
    assert lines(frame, columns, Style(DARK, unicode))[1] == shown


def test_an_analysed_game_has_a_graph_of_its_value_with_the_signs_of_bad_moves() -> None:
    frame = frame_of(timeline=analysed_timeline(), caption=caption_of(ply=20))
    assert lines(frame, 27)[1] == "████??▅▅▅▅?▃▃▃▃▃?!▂▂▂"
    assert lines(frame, 27, Style(DARK, unicode=False))[1] == "####??++++?-----?!..."


def test_a_timeline_is_reversed_where_we_are() -> None:
    line = foot(frame_of(timeline=timeline_of(*range(9), ply=4)), 21, 9, STYLE)[1]
    (here,) = (span for span in line.spans if "reverse" in str(span.style))
    assert (here.start, here.end) == (8, 9)


def test_a_banner_takes_the_place_of_the_last_move_without_the_keys_that_stand_below() -> None:
    banner = Banner("Caught", ("-502 points after 2 rounds",), keys="R: play again   Enter: close")
    keys = (KeyHint("r", "R", "play again"), KeyHint("enter", "Enter", "close"))
    shown = lines(frame_of(caption=caption_of(banner=banner, status=""), keys=keys))
    assert shown[0] == "Score 0   Round 1   Food 9   Caught"
    assert shown[2] == "-502 points after 2 rounds"
    assert shown[4] == "R play again   Enter close"


def test_the_last_move_has_the_colour_of_the_agent() -> None:
    board = board_of(State.parse("%%%%%\n%P.1%\n%%%%%"))
    cards = (board.cards[0], replace(board.cards[1], moved_last=True))
    move = foot(frame_of(boards=(replace(board, cards=cards),)), 60, 9, STYLE)[2]
    assert str(move.spans[0].style).strip() == STYLE.ink(DARK.ghost(1))


def test_several_games_have_no_last_move_and_names_from_strangers_do_nothing() -> None:
    frame = frame_of(State.parse("%%%%\n%P.%\n%%%%"), State.parse("%%%%\n%P.%\n%%%%"))
    caption = replace(frame.caption, players="\x1b]0;owned\x07 alone", last_move="")
    shown = lines(replace(frame, caption=caption))
    assert len(shown) == 4
    assert shown[2].startswith("?]0;owned? alone")
