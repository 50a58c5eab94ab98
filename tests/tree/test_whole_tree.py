"""Trees with the leaves that a search prunes."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.search_trees import CHANCES, LECTURE, NESTED, search_tree
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.mcts import MCTS
from pacgrid.agents.minimax import Minimax
from pacgrid.games.game_loader import load_game
from pacgrid.session.frame import Diagram
from pacgrid.session.tree_diagram import tree_diagram
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import Layer, SearchTree, StepKind
from pacgrid.tree.tree_text import tree_text
from pacgrid.tree.tree_view import SearchProgress
from pacgrid.tree.whole_tree import WholeTreeError, game_tree, trees_to_step, whole_tree

TREE = whole_tree(search_tree(LECTURE))
SIX = next(node.number for node in TREE.nodes if node.value == 6)


def leaves(tree: SearchTree) -> dict[Any, tuple[Layer, float | None, float | None]]:
    """By path: what is known of the leaves."""

    def path(number: int) -> tuple[Any, ...]:
        return tuple(tree.nodes[each].action for each in tree.path(number)[1:])

    return {
        path(node.number): (node.layer, node.value, node.probability)
        for node in tree.nodes
        if node.layer is Layer.LEAF
    }


def look(diagram: Diagram) -> object:
    """All that is seen of a diagram."""
    return diagram.width, diagram.height, diagram.parts, diagram.text, diagram.targets


def test_before_the_search_every_leaf_is_known_and_no_inner_node() -> None:
    assert (
        tree_text(TREE, 0)
        == """\
▲ MAX  [−∞, ∞]
├─ a: ▼ MIN
│  ├─ a: ■ 3
│  ├─ b: ■ 12
│  └─ c: ■ 8
├─ b: ▼ MIN
│  ├─ a: ■ 2
│  ├─ b: ■ 4
│  └─ c: ■ 6
└─ c: ▼ MIN
   ├─ a: ■ 14
   ├─ b: ■ 5
   └─ c: ■ 2"""
    )


def test_after_the_search_what_it_skipped_is_marked_from_the_cut_on() -> None:
    lines = tree_text(TREE).splitlines()
    assert lines[5:9] == [
        "├─ b: ▼ MIN = 2  [3, ∞]  cut: 2 < alpha = 3",
        "│  ├─ a: ■ 2",
        "│  ├─ b: ╱╱ ■ 4",
        "│  └─ c: ╱╱ ■ 6",
    ]
    cut = next(n for n, step in enumerate(TREE.steps) if step.kind is StepKind.CUT)
    assert [SIX in SearchProgress(TREE, step).skipped for step in (cut - 1, cut)] == [False, True]


@given(NESTED)
def test_pruning_changes_nothing_in_the_whole_tree(nested: Any) -> None:
    pruned, full = (whole_tree(search_tree(nested, pruning=each)) for each in (True, False))
    assert leaves(pruned) == leaves(full) == leaves(game_tree(full.root.state))
    assert len(pruned.nodes) == len(full.nodes)


@given(st.lists(st.lists(st.integers(-9, 9), min_size=1, max_size=4), min_size=2, max_size=4))
def test_a_picture_shows_no_cut_before_it_is_made(rows: list[list[int]]) -> None:
    tree = whole_tree(search_tree(tuple(map(tuple, rows))))
    cuts = [number for number, step in enumerate(tree.steps) if step.kind is StepKind.CUT]
    if not cuts:
        return
    cut = tree.nodes[tree.steps[cuts[0]].node].cut
    elsewhere = [
        replace(node, cut=cut) if node.layer is Layer.MIN and node.number > 1 else node
        for node in tree.nodes
    ]
    before = tree_diagram(tree, cuts[0] - 1)
    assert look(before) == look(tree_diagram(replace(tree, nodes=elsewhere), cuts[0] - 1))
    assert before.targets == tree_diagram(tree).targets


def test_a_tree_before_any_search_has_no_steps() -> None:
    tree = game_tree(search_tree(CHANCES).root.state)
    assert tree_text(tree).splitlines()[:2] == ["▲ MAX", "├─ a: ● CHANCE"]
    diagram = tree_diagram(tree)
    assert sorted(target.number for target in diagram.targets) == [*range(len(tree.nodes))]
    assert "has no value yet" in diagram.description


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("tictactoe", AlphaBeta(depth=1)),
        ("book", MCTS(playouts=60)),
        ("cut_off", Minimax(depth=1, evaluation=lambda _: 7)),
    ],
    ids=["a game", "playouts", "an evaluation that isn't drawn"],
)
def test_what_a_search_would_see_is_not_always_known(game: str, agent: Any) -> None:
    tree = record_search(agent, load_game(game))[-1]
    with pytest.raises(WholeTreeError, match="is known only in drawn trees"):
        whole_tree(tree)
    assert trees_to_step([tree]) == [tree]


def test_a_cut_off_tree_is_whole_down_to_its_depth() -> None:
    (tree,) = record_search(Minimax(depth=1), load_game("cut_off"))
    assert leaves(whole_tree(tree)) == leaves(game_tree(tree.root.state, 2))


def test_too_large_a_tree_is_refused() -> None:
    with pytest.raises(WholeTreeError, match="2 plies deep, has more than 50 nodes"):
        game_tree(load_game("tictactoe"), 2, most_nodes=50)
