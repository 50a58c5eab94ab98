"""Positions as text."""

from dataclasses import replace
from typing import Any

from helpers.diagrams import DIAGRAM, board_game_frame, tree_frame
from helpers.frames import standing
from pacgrid import Action, State
from pacgrid.render.board_text import Style, board_text, diagram_lines, size_of
from pacgrid.render.screen import picture, screen
from pacgrid.session.frame import Frame, Label, Marks, Scene
from pacgrid.session.themes import DARK, Ink

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


def plain(seen: State | Scene = STATE, **options: Any) -> list[str]:
    facing = options.pop("facing", Action.EAST)
    scene = standing(seen, facing) if isinstance(seen, State) else seen
    return board_text(scene, COLOURED, **options).plain.split("\n")


def test_of_a_board_too_large_the_part_around_pacman_is_drawn() -> None:
    assert plain(room=(7, 3)) == ["╭──────", "│ (<· ●", "│ · ▪ ·"]
    east = State.parse("%%%%%%\n%...P%\n%.%%.%\n%....%\n%%%%%%")
    assert plain(east, room=(5, 3)) == ["────╮", "· (<│", "╴ · │"]


def test_pacman_looks_where_he_is_facing_until_he_is_caught() -> None:
    faces = [plain(facing=facing)[1][2:4] for facing in Action]
    assert faces == [r"\/", "(<", "/\\", ">)", "()"]
    close = State.parse("%%%%%\n%P.1%\n%%%%%\nghost 1: (2, 1) west\nto move: ghost 1")
    assert plain(close.successor(Action.WEST))[1] == "│ XX·   │"


def test_a_label_between_cells_covers_nobody_and_no_other_label() -> None:
    state = State.parse("%%%%%\n%.  %\n%P 1%\n%%%%%\nghost 1: (3, 1) west")
    above, label = Label((1, 1.5), "8", Ink.VALUE), Label((1, 2), "7", Ink.BEST)
    alone = replace(standing(state), marks=Marks(labels=(above,)))
    assert plain(alone)[1] == "│ ·8    │"
    both = replace(standing(state), marks=Marks(labels=(label, above)))
    assert plain(both)[1] == "│ ·7    │"
    walled = replace(standing(state), marks=Marks(labels=(Label((1, 2.5), "8", Ink.VALUE),)))
    assert plain(walled)[0] == "╭───────╮"


def lines(frame: Frame, columns: int, rows: int) -> list[str]:
    return [line.plain.rstrip() for line in screen(frame, columns, rows, COLOURED)]


def test_the_lines_around_the_focus_are_shown_in_their_colours() -> None:
    assert size_of(DIAGRAM) == (15, 13)
    shown = diagram_lines(DIAGRAM, COLOURED, (12, 5))
    assert [line.plain for line in shown] == [f"├─ node {number}" for number in range(5, 10)]
    assert [str(span.style) for span in shown[2].spans] == [f"reverse {COLOURED.ink(Ink.TEXT)}"]
    whole = diagram_lines(DIAGRAM, COLOURED, (12, 99))
    styles = [COLOURED.ink(Ink.FAINT), f"bold {COLOURED.ink(Ink.TEXT)}"]
    assert [str(span.style).strip() for span in whole[0].spans] == styles
    assert str(whole[-1].spans[0].style).strip() == COLOURED.ink(DARK.agent(1))
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
    assert shown[-3:-1] == ["move 1   your move", "X: alpha_beta, O: you"]
    assert [line.plain for line in picture(board_game_frame(), None, COLOURED)][:2] == [
        "X.O",
        ".X.",
    ]
