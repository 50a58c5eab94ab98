from typing import Any

import pytest

from pacgrid import Agent
from pacgrid.agents.max_n import MaxN
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import Layer, SearchTree, StepKind, ValueSource
from pacgrid.tree.tree_text import tree_text

BET = """
PLAYER 1
  sure: (1, 1)
  bet: CHANCE (eval (2, 2))
    1/4: (0, 8)
    3/4: (4, 0)
"""


class Student(Agent):
    """Max^n as a student writes it: a function that returns a vector and an action."""

    def act(self, state: Any) -> Any:
        return self.search(state)[1]

    def search(self, state: Any) -> tuple[Any, Any]:
        if state.is_terminal:
            return state.payoffs(), None
        best, chosen = None, None
        for action in state.legal_actions():
            payoffs, _ = self.search(state.successor(action))
            if best is None or payoffs[state.to_move] > best[state.to_move]:
                best, chosen = payoffs, action
        return best, chosen


def record(agent: Agent, state: Any) -> SearchTree:
    (tree,) = record_search(agent, state)
    return tree


@pytest.mark.parametrize("agent", [MaxN(depth=9), Student()])
def test_each_node_has_the_payoffs_of_the_child_that_its_player_prefers(agent: Agent) -> None:
    tree = record(agent, load_game("three_players"))
    for node in tree.nodes:
        if node.children:
            mover = node.state.to_move
            below = [tree.nodes[child].payoffs for child in node.children]
            assert node.layer is Layer.PLAYER
            assert node.payoffs == max(below, key=lambda payoffs: payoffs[mover])
        else:
            assert node.payoffs == node.state.payoffs()
    assert tree.root.payoffs == (1, 2, 6)
    assert not tree.cut_nodes


def test_the_steps_say_what_each_player_prefers() -> None:
    tree = record(MaxN(depth=9), load_game("three_players"))
    words = [step.words for step in tree.steps if step.kind is StepKind.BACK_UP]
    assert words[:4] == [
        "the first payoffs of this player 3 node are (1, 2, 6)",
        "player 3 prefers 6 to 3: still (1, 2, 6)",
        "the first payoffs of this player 2 node are (1, 2, 6)",
        "the first payoffs of this player 3 node are (6, 1, 2)",
    ]
    assert words[-1] == "player 1 gets 1 either way: still (1, 2, 6)"
    assert tree.steps[0].words == "the search starts at the player 1 node A"


def test_chance_adds_its_shares() -> None:
    tree = record(MaxN(depth=9), DrawnTree.parse(BET))
    assert tree.root.payoffs == (3, 2)
    words = [step.words for step in tree.steps if "chance" in step.words]
    assert words == [
        "chance: 0.25 × (0, 8) is added: now (0, 2)",
        "chance: 0.75 × (4, 0) is added: now (3, 2)",
    ]


def test_a_leaf_that_is_cut_off_has_its_evaluation() -> None:
    agent = MaxN(depth=1)
    state = DrawnTree.parse("PLAYER 1\n  PLAYER 2\n    PLAYER 1 (eval (2, 5)): (1, 1)")
    tree = record(agent, state)
    assert tree.nodes[-1].source is ValueSource.EVALUATION
    assert tree_text(tree).splitlines()[-1] == "   └─ □ (2, 5) ★"


def test_payoffs_appear_step_by_step() -> None:
    tree = record(MaxN(depth=9), load_game("trust"))
    first = next(number for number, step in enumerate(tree.steps) if step.payoffs)
    assert "(" not in tree_text(tree, first - 1)
    assert "keep: ■ (1, 1)" in tree_text(tree, first)
