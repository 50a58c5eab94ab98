"""Diagrams in a terminal."""

import pytest

from helpers.diagrams import DIAGRAM, POSITION, board_game_frame, tree_frame
from pacgrid.render.terminal.diagram_text import diagram_lines, size_of
from pacgrid.render.terminal.screen import picture, screen
from pacgrid.render.terminal.style import Style
from pacgrid.session.frame import Frame
from pacgrid.session.themes import DARK, Ink

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


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (25, 30), (10, 4), (200, 8)])
def test_nothing_is_too_large(size: tuple[int, int]) -> None:
    columns, rows = size
    for frame in (tree_frame(), board_game_frame()):
        shown = lines(frame, columns, rows)
        assert 0 < len(shown) <= rows
        assert max(map(len, shown)) <= columns
    assert "X.O" in "".join(lines(tree_frame(), 25, 30)), "below the tree"
    assert POSITION.text[0][0].text in lines(tree_frame(), 80, 24)[1]
