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
        ("MAX\n" + "\n".join(f"  MIN: {n}" for n in range(30)), "X 22 Y 23 Z 24 A2 25 B2"),
        ("tictactoe", "A"),
    ],
    ids=["missing names", "equal leaves", "a name that comes twice", "names after Z", "a game"],
)
def test_each_node_has_a_label_of_its_own(text: str, labels: str) -> None:
    tree = quiz_tree(load_game(text), 2) if text == "tictactoe" else QuizTree(parse_tree(text))
    found = [node.label for node in tree.nodes]
    assert labels in " ".join(found)
    assert len(set(found)) == len(found)


def test_a_recorded_search_is_asked_about_with_what_it_pruned_and_its_probabilities() -> None:
    found = quiz_tree(search_tree(LECTURE))
    assert [leaf.tree.value for leaf in found.leaves] == [3, 12, 8, 2, 4, 6, 14, 5, 2]
    assert [node.path for node in found.inner] == [(), ("a",), ("b",), ("c",)]
    found = quiz_tree(search_tree(CHANCES))
    odds = [branch.probability for branch in found.inner[1].tree.branches]
    assert odds == [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]


def test_a_game_goes_to_its_end_or_to_a_depth_as_does_its_search() -> None:
    nim = load_game("nim:heaps=1-2")
    assert {leaf.tree.value for leaf in quiz_tree(nim).leaves} == {1, -1}
    assert {len(leaf.path) for leaf in quiz_tree(nim, 1).leaves} == {1}
    pacman = State.initial(Layout.parse("%%%%%%\n%P. 1%\n%%%%%%"))
    assert [branch.action for branch in quiz_tree(pacman, 2).root.branches] == ["east", "stop"]
    searched = record_search(AlphaBeta(depth=1), pacman)
    for source in (searched, *searched):
        assert max(len(leaf.path) for leaf in quiz_tree(source).leaves) == 2


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        ("tictactoe", "ask about fewer plies, such as 2$"),
        ("uniform:depth=6", "ask about (fewer plies, such as 2|one with at most 81)$"),
        ("uniform:depth=5", "ask about (fewer plies, such as 2|one with at most 81)$"),
        ("", "nothing to ask about"),
    ],
)
def test_too_large_a_tree_and_a_leaf_alone_are_refused(game: str, problem: str) -> None:
    with pytest.raises(QuizError, match=problem):
        quiz_tree(load_game(game) if game else TreeNode(value=3))


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
def test_the_shape_of_a_uniform_tree_is_known_and_before_the_search_only_leaves_have_values(
    text: str, shape: tuple[int, int] | None
) -> None:
    tree = QuizTree(parse_tree(text))
    assert tree.shape == shape
    values = [node.value for node in unsearched(tree).nodes if not node.children]
    assert sorted(values) == sorted(leaf.tree.value or 0 for leaf in tree.leaves)
    assert {node.value for node in unsearched(tree).nodes if node.children} == {None}
