"""Positions as text."""

from dataclasses import replace

import pytest
from rich.text import Text

from helpers.diagrams import DIAGRAM, board_game_frame, tree_frame
from helpers.frames import standing
from pacgrid import Action, State
from pacgrid.render.board_svg import TINT_OPACITY
from pacgrid.render.terminal.board_text import Style, board_text, diagram_lines, size_of
from pacgrid.render.terminal.screen import picture, screen
from pacgrid.session.frame import Frame, Label, Marks, Scene, Tint, Trail
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


STYLE = Style(DARK)


def lines(frame: Frame, columns: int, rows: int) -> list[str]:
    return [line.plain.rstrip() for line in screen(frame, columns, rows, STYLE)]


def test_the_lines_around_the_focus_are_shown_in_their_colours() -> None:
    assert size_of(DIAGRAM) == (15, 13)
    shown = diagram_lines(DIAGRAM, STYLE, (12, 5))
    assert [line.plain for line in shown] == [
        "├─ node 5",
        "├─ node 6",
        "├─ node 7",
        "├─ node 8",
        "├─ node 9",
    ]
    assert [str(span.style) for span in shown[2].spans] == [f"reverse {STYLE.ink(Ink.TEXT)}"]
    whole = diagram_lines(DIAGRAM, STYLE, (12, 99))
    assert [str(span.style).strip() for span in whole[0].spans] == [
        STYLE.ink(Ink.FAINT),
        f"bold {STYLE.ink(Ink.TEXT)}",
    ]
    assert str(whole[-1].spans[0].style).strip() == STYLE.ink(DARK.agent(1))
    assert whole[-1].plain == "└─ the last…"
    plain = diagram_lines(DIAGRAM, Style(DARK, unicode=False), (12, 99))
    assert plain[-1].plain == "`- the last "


def test_the_position_stands_beside_the_tree_and_the_words_below() -> None:
    assert lines(tree_frame(), 60, 14) == [
        "the search                       1 after b2",
        "├─ node 3                        X.O",
        "├─ node 4                        .X.",
        "├─ node 5",
        "├─ node 6",
        "├─ node 7",
        "├─ node 8",
        "├─ node 9",
        "├─ node 10",
        "2 ≤ alpha = 3: the rest of this MIN node can't matter, as",
        "MAX has 3 already",
        "step 2 of 9   alpha 3",
        "════════════──────┼──────────────────┼────────────────── 2/9",
        "space pause   ? help   Q close   ← → a round   T take over",
    ]


def test_another_game_has_its_facts_and_cards() -> None:
    shown = lines(board_game_frame(), 60, 12)
    assert shown[0].split() == ["X.O", "alpha_beta", "b2"]
    assert [shown[1].split()[1:3], shown[3].split()] == [["X;", "12"], ["O"]]
    assert shown[-3:] == [
        "move 1   your move",
        "X: alpha_beta, O: you",
        "space pause   ? help   Q close   ← → a round   T take over",
    ]
    assert [line.plain for line in picture(board_game_frame(), None, STYLE)][:2] == ["X.O", ".X."]
