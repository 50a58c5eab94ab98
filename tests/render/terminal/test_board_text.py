"""Positions as text."""

from dataclasses import replace

import pytest
from rich.text import Text

from helpers.frames import standing
from pacgrid import Action, State
from pacgrid.render.shapes import TINT_OPACITY
from pacgrid.render.terminal.board_text import board_text
from pacgrid.render.terminal.style import Style
from pacgrid.session.scene import Label, Marks, Scene, Tint, Trail
from pacgrid.session.themes import COLOUR_BLIND, DARK, Ink, mixed

STATE = State.parse("""
%%%%%%%%%
%P.o..%%%
%.%.%.%%%
%...%..2%
%%%%%%%%%
ghost 1: (3, 1) west
ghost 2: (6.5, 1) west, scared 9
""")


COLOURED = Style(DARK)
ASCII = Style(DARK, unicode=False)
PLAIN = Style(DARK, colours=False)


def plain(
    state: State | Scene = STATE,
    style: Style = COLOURED,
    *,
    facing: Action = Action.EAST,
    cell: int = 2,
    room: tuple[int, int] | None = None,
) -> list[str]:
    scene = standing(state, facing) if isinstance(state, State) else state
    return board_text(scene, style, cell=cell, room=room).plain.split("\n")


def styles(text: Text, character: str) -> list[str]:
    return [str(s.style) for s in text.spans if character in text.plain[s.start : s.end]]


def test_a_cell_is_two_columns_wide_and_walls_are_lines() -> None:
    assert plain() == [
        "╭───────────┬───╮",
        "│ (<· ● · · │   │",
        "│ · ▪ · ╷ · ╰───┤",
        "│ · · oo│ · ·~~ │",
        "╰───────┴───────╯",
    ]


def test_a_narrow_board_has_one_column_a_cell() -> None:
    assert plain(cell=1, facing=Action.SOUTH) == [
        "╭─────┬─╮",
        "│^·●··│ │",
        "│·▪·╷·╰─┤",
        "│··1│··2│",
        "╰───┴───╯",
    ]


def test_without_unicode_the_walls_are_those_of_a_layout() -> None:
    assert plain(style=ASCII) == [
        "%%%%%%%%%%%%%%%%%",
        "%%(<. o . . %%%%%",
        "%%. %%. %%. %%%%%",
        "%%. . oo%%. .~~ %",
        "%%%%%%%%%%%%%%%%%",
    ]


def test_of_a_board_too_large_the_part_around_pacman_is_drawn() -> None:
    assert plain(room=(7, 3)) == ["╭──────", "│ (<· ●", "│ · ▪ ·"]
    east = State.parse("%%%%%%\n%...P%\n%.%%.%\n%....%\n%%%%%%")
    assert plain(east, room=(5, 3)) == ["────╮", "· (<│", "╴ · │"]


def test_pacman_looks_where_he_is_facing_until_he_is_caught() -> None:
    faces = [plain(facing=facing)[1][2:4] for facing in Action]
    assert faces == [r"\/", "(<", "/\\", ">)", "()"]
    close = State.parse("%%%%%\n%P.1%\n%%%%%\nghost 1: (2, 1) west\nto move: ghost 1")
    assert plain(close.successor(Action.WEST))[1] == "│ XX·   │"


def test_scared_ghosts_are_blue_and_flash_white_in_their_last_moves() -> None:
    def paper(scared: int) -> str:
        state = State.parse(f"%%%%%%%\n%P. .1%\n%%%%%%%\nghost 1: scared {scared}")
        text = board_text(standing(state), COLOURED)
        (style,) = (str(s.style) for s in text.spans if text.plain[s.start : s.end] == "~~")
        return style.split()[-1]

    assert paper(30) == paper(9)
    assert paper(8) != paper(9)


MARKS = Marks(
    tints=(Tint((4, 1), Ink.EXPANDED, 1), Tint((5, 1), Ink.EXPANDED, 0)),
    trails=(Trail(0, ((1, 3), (1, 2), (1, 1), (2, 1))), Trail(1, ((3, 1), (3, 2), (3, 3), (5, 3)))),
    labels=(
        Label((4, 3), "7", Ink.VALUE),
        Label((5, 2), "12", Ink.DISTANCE),
        Label((2, 3), "-1.5", Ink.BEST),
        Label((1, 3), "0", Ink.BEST),
    ),
)


def test_trails_are_arrows_and_labels_are_shown_where_there_is_room() -> None:
    marked = replace(standing(STATE), marks=MARKS)
    text = board_text(marked, COLOURED)
    assert styles(text, "→") == ["bold #ffd414"], "the colour of the agent"
    assert {"bold #ff4646"} == {*styles(text, "↑")}
    assert plain(marked) == [
        "╭───────────┬───╮",
        "│ (<· ●↑·7··│   │",
        "│ ·↓▪ ·↑╷ 12╰───┤",
        "│ ·↓·→oo│ · ·~~ │",
        "╰───────┴───────╯",
    ]
    assert plain(marked, ASCII, cell=1) == [
        "%%%%%%%%%",
        "%<.^7.%%%",
        "%v%^%.%%%",
        "%v>1%..2%",
        "%%%%%%%%%",
    ]


@pytest.mark.parametrize("cell", [1, 2])
def test_tinted_cells_have_another_background_but_for_the_figures(cell: int) -> None:
    tints = (Tint((2, 1), Ink.EXPANDED, 1), Tint((3, 1), Ink.EXPANDED, 0.5))
    marked = replace(standing(STATE), marks=Marks(tints=tints))
    line = board_text(marked, COLOURED, cell=cell).split("\n")[3]
    colour = COLOURED.ink(mixed(DARK.background, DARK.expanded, TINT_OPACITY))
    tinted = [span for span in line.spans if str(span.style).endswith(f"on {colour}")]
    assert (tinted[0].start, tinted[-1].end) == (2 * cell, 3 * cell)
    assert any(str(span.style).endswith("on #ff4646") for span in line.spans)


def test_ghosts_show_their_numbers_where_the_theme_says_so() -> None:
    for style in (Style(COLOUR_BLIND), PLAIN):
        assert plain(style=style)[3] == "│ · · G1│ · ·~2 │"


def test_without_colours_tints_are_characters_beside_food_and_below_labels() -> None:
    tints = (
        Tint((1, 2), Ink.EXPANDED, 0),
        Tint((5, 1), Ink.EXPANDED, 1),
        Tint((2, 1), Ink.DANGER, 0.5),
        Tint((5, 2), Ink.DANGER, 1),
    )
    labels = (Label((5, 2), "12", Ink.DISTANCE),)
    marked = replace(standing(STATE), marks=Marks(tints=tints, labels=labels))
    assert plain(marked, PLAIN) == [
        "╭───────────┬───╮",
        "│ (<· ● · · │   │",
        "│ ·░▪ · ╷ 12╰───┤",
        '│ · ·"G1│ ·▓·~2 │',
        "╰───────┴───────╯",
    ]
    assert plain(marked, PLAIN, cell=1)[2] == "│·▪·╷·╰─┤", "food is worth more than a tint"


def test_a_label_between_cells_covers_nobody_and_no_other_label() -> None:
    state = State.parse("%%%%%\n%.  %\n%P 1%\n%%%%%\nghost 1: (3, 1) west")
    above, label = Label((1, 1.5), "8", Ink.VALUE), Label((1, 2), "7", Ink.BEST)
    alone = replace(standing(state), marks=Marks(labels=(above,)))
    assert plain(alone)[1] == "│ ·8    │"
    both = replace(standing(state), marks=Marks(labels=(label, above)))
    assert plain(both)[1] == "│ ·7    │"
    walled = replace(standing(state), marks=Marks(labels=(Label((1, 2.5), "8", Ink.VALUE),)))
    assert plain(walled)[0] == "╭───────╮"
