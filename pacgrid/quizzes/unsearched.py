"""A quiz's tree as a search tree before any search: only its leaves have values."""

from dataclasses import replace
from math import inf

from pacgrid.quizzes.quiz_tree import QuizTree
from pacgrid.tree.search_tree import Layer, SearchNode, SearchTree, Step, StepKind
from pacgrid.tree.whole_tree import game_tree


def unsearched(tree: QuizTree) -> SearchTree:
    """The tree, drawn in full and in its own order; so a picture of it tells nothing of a search.

    The numbers of its nodes are not those of a search.
    """
    whole = game_tree(tree.state, most_nodes=inf)
    done = Step(StepKind.DONE, 0, None, -inf, inf, "")
    return replace(whole, steps=[*map(_step, whole.nodes), done], is_whole=False)


def _step(node: SearchNode) -> Step:
    kind = StepKind.LEAF if node.layer is Layer.LEAF else StepKind.ENTER
    return Step(kind, node.number, node.value, -inf, inf, "")
