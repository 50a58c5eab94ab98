"""Search trees as diagrams."""

from dataclasses import replace
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.diagrams import corners
from helpers.search_trees import CHANCES, LECTURE, NESTED, search_tree
from pacgrid import Layout, State
from pacgrid.agents.expectiminimax import Expectiminimax
from pacgrid.games.game_loader import load_game
from pacgrid.session.frame import Anchor, Diagram, Disc, Polygon, Stroke, Words
from pacgrid.session.themes import Ink
from pacgrid.session.tree_diagram import NORMAL, THIN, NodeBoards, node_boards, tree_diagram
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import SearchTree, ValueSource
from pacgrid.tree.tree_text import tree_text
from pacgrid.tree.tree_view import folded

TREE = search_tree(LECTURE)
CUT = next(number for number, step in enumerate(TREE.steps) if "can't matter" in step.words)


def words_in(diagram: Diagram, ink: Ink | None = None) -> list[str]:
    words = (part for part in diagram.parts if isinstance(part, Words))
    return [each.text for each in words if ink in (None, each.ink)]


def strokes(diagram: Diagram, ink: Ink) -> int:
    return sum(isinstance(part, Stroke) and part.ink is ink for part in diagram.parts)


def box(words: Words) -> tuple[float, float, float, float]:
    """About where a text stands."""
    (x, y), width = words.at, 0.5 * words.size * len(words.text)
    start = x - {Anchor.START: 0, Anchor.MIDDLE: 0.5, Anchor.END: 1}[words.anchor] * width
    return start, start + width, y - words.size / 2.5, y + words.size / 2.5


@given(NESTED, st.data())
def test_everything_is_inside_and_no_text_hides_another(
    nested: object, data: st.DataObject
) -> None:
    tree = search_tree(nested)
    step = data.draw(st.integers(0, len(tree.steps) - 1))
    shown = folded(tree, tree.steps[step].node, most_nodes=data.draw(st.integers(5, 30)))
    diagram = tree_diagram(tree, step, shown)
    texts = [box(part) for part in diagram.parts if isinstance(part, Words)]
    for left, right, top, bottom in texts:
        assert 0 <= left < right <= diagram.width
        assert 0 <= top < bottom <= diagram.height
    for one, other in combinations(texts, 2):
        apart = one[1] <= other[0] or other[1] <= one[0]
        assert apart or one[3] <= other[2] or other[3] <= one[2]
    assert diagram.text_focus in range(len(diagram.text))
    assert set(shown.children) <= {target.number for target in diagram.targets}


def test_the_last_step_shows_values_bounds_cuts_and_best_play() -> None:
    diagram = tree_diagram(TREE)
    texts = words_in(diagram)
    assert [texts.count(text) for text in ("≤2", "2 < α = 3", "12", "α 3")] == [1, 1, 1, 0]
    assert set(words_in(diagram, Ink.FAINT)) == {"b", "c", "4", "6"}  # pruned
    assert strokes(diagram, Ink.BAD) == 2 * 2  # two cut marks
    assert strokes(diagram, Ink.BEST) == 2
    assert diagram.description == (
        "Search tree of alpha_beta, 11 nodes: the MAX node at the root is worth 3"
    )


def test_a_step_shows_the_current_path_with_its_bounds() -> None:
    before, after = tree_diagram(TREE, CUT - 1), tree_diagram(TREE, CUT)
    assert {"α 3", "β 2"} <= set(words_in(before, Ink.DISTANCE))
    assert strokes(before, Ink.BAD) == 0
    assert strokes(after, Ink.BAD) == 4
    assert "4" not in words_in(before)  # nobody has seen this leaf
    assert after.focus != tree_diagram(TREE, 0).focus


def test_layers_have_shapes_and_only_the_end_of_a_game_a_thick_outline() -> None:
    parts = tree_diagram(search_tree(CHANCES)).parts
    points = [len(part.points) for part in parts if isinstance(part, Polygon)]
    assert sorted(points) == [3, 4, 4, 4, 4, 4, 4]
    assert sum(isinstance(part, Disc) for part in parts) == 2
    nodes = list(TREE.nodes)
    for number, source in ((2, ValueSource.EVALUATION), (3, ValueSource.TABLE)):
        nodes[number] = replace(nodes[number], source=source)
    parts = tree_diagram(replace(TREE, nodes=nodes)).parts
    leaves = [part for part in parts if isinstance(part, Polygon) and part.fill is Ink.FAINT]
    assert sorted(part.width for part in leaves) == [THIN] * 2 + [NORMAL] * 5


def test_nodes_and_stubs_can_be_clicked_and_the_text_is_that_of_the_tree() -> None:
    shown = folded(TREE, most_nodes=8)
    numbers = {target.number for target in tree_diagram(TREE, 0, shown).targets}
    stubs = {len(TREE.nodes) + number for number, count in shown.hidden.items() if count}
    assert stubs
    assert set(shown.children) | stubs <= numbers
    lines = ["".join(run.text for run in line) for line in tree_diagram(TREE, CUT).text]
    assert "\n".join(lines) == tree_text(TREE, CUT)
    lines = tree_text(searched(load_game("hexapawn")), most_nodes=4, boards=True).splitlines()
    assert lines[1:4] == ["│  b b b", "│  . . .", "│  w w w"]


def searched(state: Any) -> SearchTree:
    return record_search(Expectiminimax(depth=1), state)[0]


@pytest.mark.parametrize("game", ["tictactoe", "hexapawn", "nim", "pig"])
def test_a_board_stays_in_its_room(game: str) -> None:
    boards = NodeBoards(searched(load_game(game)))
    for number in range(5):
        width, height = boards.size(number)
        for x, y in chain(*map(corners, boards.parts(number, (10, 20)))):
            assert 10 - 1e-6 <= x <= 10 + width + 1e-6
            assert 20 - 1e-6 <= y <= 20 + height + 1e-6


@pytest.mark.parametrize(
    ("name", "small"),
    [
        *(("tictactoe", True), ("hexapawn:size=6", True), ("nim", True)),
        *(("layout small", True), ("layout arcade", False), ("book", False)),
    ],
)
def test_boards_are_drawn_where_they_are_small(name: str, small: bool) -> None:
    kind, _, layout = name.partition(" ")
    tree = searched(State.initial(Layout.load(layout)) if layout else load_game(kind))
    assert (node_boards(tree) is not None) is small
    assert node_boards(tree, wanted=False) is None
    if name == "book":
        assert node_boards(tree, wanted=True) is None
        assert tree_text(tree, boards=True) == tree_text(tree)


def test_boards_do_not_hide_each_other_and_a_large_maze_is_shown_around_its_agents() -> None:
    tree = searched(load_game("tictactoe"))
    targets = tree_diagram(tree, boards=True).targets
    areas = [(*each.corner, *each.size) for each in targets if each.number < len(tree.nodes)]
    for i, (left, top, width, height) in enumerate(areas):
        for x, y, _, _ in areas[:i]:
            assert not (left <= x < left + width and top <= y < top + height)
    layout = Layout.parse(f"{'%' * 30}\n%{' ' * 20}P.1{' ' * 5}%\n{'%' * 30}")
    boards = NodeBoards(searched(State.initial(layout)))
    assert boards.is_small
    rim, board = boards.parts(0, (3, 4))
    assert (board.region, board.corner) == ((18, 0, 26, 2), (3, 4))
    assert isinstance(rim, Polygon)
