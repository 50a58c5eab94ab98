from typing import Any

import pytest

from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.diagnosis.counterexample import explained_values
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.search_task import SearchTask, TreePosition
from pacgrid.search import Searcher
from pacgrid.tree.recorder import record_search, search_trees
from pacgrid.tree.reference_search import (
    ReferenceSearch,
    RightAlphaBeta,
    RightExpectimax,
    RightMinimax,
)
from pacgrid.tree.search_tree import SearchTree

TREE = TreePosition.parse("""
MAX
  MIN
    MIN 2: 3 12 8
    MIN 2 (eval 5): 9 7
  MIN
    MIN 2: 2 4 6
    11 win
""")


class AtMostFour(RightMinimax):
    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        value = super().value(state, plies, alpha, beta)
        return value if state.is_terminal else min(value, 4)


def observed(kind: type[ReferenceSearch], search: Any = "minimax") -> SearchTree:
    def build() -> ReferenceSearch:
        return kind(depth=1, evaluation=lambda state: state.evaluate())

    task = SearchTask("tree 1", TREE, search, depth=1)
    (decision,) = observe(task, build).decisions
    decision.log.values = dict(explained_values(build(), decision, task))
    layers = "chance" if search == "expectimax" else "min"
    (tree,) = search_trees(decision.log, "yours", decision.chosen, layers=layers)
    return tree


def facts(tree: SearchTree) -> list[object]:
    return [
        (n.parent, n.action, n.layer, n.children, n.value, n.source, n.cut, n.untried)
        for n in tree.nodes
    ]


@pytest.mark.parametrize(
    ("kind", "shipped"),
    [(RightMinimax, Minimax), (RightAlphaBeta, AlphaBeta), (RightExpectimax, Expectimax)],
)
def test_a_search_that_was_only_observed_gives_the_tree_of_a_recorded_one(
    kind: type[ReferenceSearch], shipped: type[Searcher]
) -> None:
    search = "expectimax" if kind is RightExpectimax else "minimax"
    (recorded,) = record_search(shipped(depth=1), TREE)
    tree = observed(kind, search)
    assert facts(tree) == facts(recorded)
    assert tree.chosen == recorded.chosen


def test_the_tree_of_a_search_with_a_mistake_has_its_values() -> None:
    tree = observed(AtMostFour)
    assert [node.value for node in tree.nodes if node.ply == 2] == [3, 4, 2, 11]
    assert any("the agent's code returned 4 instead" in step.words for step in tree.steps)
