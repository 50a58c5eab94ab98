"""Trees with a label for each node."""

from fractions import Fraction

import pytest

from helpers.search_trees import CHANCES, LECTURE, search_tree
from pacgrid import Layout, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.games.drawn_tree import TreeNode, parse_tree
from pacgrid.games.game_loader import load_game
from pacgrid.quizzes.quiz_tree import QuizError, QuizTree, quiz_tree, unsearched
from pacgrid.tree.recorder import record_search


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("MAX A\n  MIN: 1 2\n  MIN C: 3 4\n  MIN: 5 6", "A B 1 2 C 3 4 D 5 6"),
        ("MAX\n  MIN: 1 7\n  MIN: 2 1\n  1", "A B a 7 C 2 b c"),
        ("MAX X\n  MIN X: 1 2\n  3 X", "X A 1 2 3"),
    ],
    ids=["missing names are given", "equal leaves are named", "a name comes twice"],
)
def test_each_node_has_a_label_of_its_own(text: str, labels: str) -> None:
    assert " ".join(node.label for node in QuizTree(parse_tree(text)).nodes) == labels


def test_there_are_names_after_z() -> None:
    tree = QuizTree(parse_tree("MAX\n" + "\n".join(f"  MIN: {n}" for n in range(30))))
    assert [node.label for node in tree.inner][24:29] == ["Y", "Z", "A2", "B2", "C2"]


def test_all_labels_differ() -> None:
    tree = quiz_tree(load_game("tictactoe"), 2)
    assert len({node.label for node in tree.nodes}) == len(tree.nodes) == 82


def test_a_recorded_search_is_asked_about_with_what_it_pruned() -> None:
    found = quiz_tree(search_tree(LECTURE))
    assert [leaf.tree.value for leaf in found.leaves] == [3, 12, 8, 2, 4, 6, 14, 5, 2]
    assert [node.path for node in found.inner] == [(), ("a",), ("b",), ("c",)]


def test_chance_keeps_its_probabilities() -> None:
    found = quiz_tree(search_tree(CHANCES))
    odds = [branch.probability for branch in found.inner[1].tree.branches]
    assert odds == [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]


def test_a_game_goes_to_its_end_or_to_a_depth() -> None:
    nim = load_game("nim:heaps=1-2")
    assert {leaf.tree.value for leaf in quiz_tree(nim).leaves} == {1, -1}
    assert {len(leaf.path) for leaf in quiz_tree(nim, 1).leaves} == {1}
    pacman = State.initial(Layout.parse("%%%%%%\n%P. 1%\n%%%%%%"))
    assert [branch.action for branch in quiz_tree(pacman, 2).root.branches] == ["east", "stop"]


def test_the_search_of_a_game_is_asked_about() -> None:
    pacman = State.initial(Layout.parse("%%%%%%\n%P. 1%\n%%%%%%"))
    searched = record_search(AlphaBeta(depth=1), pacman)
    for source in (searched, *searched):
        assert max(len(leaf.path) for leaf in quiz_tree(source).leaves) == 2


@pytest.mark.parametrize("game", ["tictactoe", "uniform:depth=6", "uniform:depth=5"])
def test_too_large_a_tree_is_refused(game: str) -> None:
    with pytest.raises(QuizError, match=r"ask about (fewer plies, such as 2|one with at most 81)$"):
        quiz_tree(load_game(game))


def test_a_leaf_alone_is_refused() -> None:
    with pytest.raises(QuizError, match="nothing to ask about"):
        quiz_tree(TreeNode(value=3))


def test_before_the_search_only_leaves_have_values() -> None:
    tree = QuizTree(parse_tree("MAX\n  MIN: 1 2\n  3"))
    found = unsearched(tree)
    assert [node.value for node in found.nodes if node.children] == [None, None]
    assert sorted(node.value for node in found.nodes if not node.children) == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("MAX\n  MIN: 1 2\n  MIN: 3 4", (2, 2)),
        ("MIN: 1 2 3", (3, 1)),
        ("MAX\n  MIN: 1 2\n  3", None),
        ("MAX\n  MIN: 1 2 4\n  MIN: 3 5", None),
        ("MAX\n  MIN 1\n    MIN 2: 1 2\n    MIN 2: 3 4\n  MIN 1\n    MIN 2: 5 6\n    MIN 2: 7 8",
         None),
    ],
)  # fmt: skip
def test_the_shape_of_a_uniform_tree(text: str, shape: tuple[int, int] | None) -> None:
    assert QuizTree(parse_tree(text)).shape == shape
