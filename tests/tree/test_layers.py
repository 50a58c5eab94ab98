from typing import Any

import pytest

from helpers.student_searches import Negamax
from pacgrid import Agent, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expected_utility import ExpectedUtility
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.expectiminimax import Expectiminimax
from pacgrid.agents.minimax import Minimax
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import Layer

HUNT = State.parse("""
%%%%%%%%%%
%P..o.. .%
%.%%.%%% %
%...2  1 %
%%%%%%%%%%
""")
MAX, MIN, CHANCE = Layer.MAX, Layer.MIN, Layer.CHANCE


def layers(agent: Agent, state: Any = HUNT, **options: Any) -> list[Layer]:
    """The layers from the root to a leaf's parent."""
    (tree,) = record_search(agent, state, **options)
    node, found = tree.root, []
    while node.children:
        found.append(node.layer)
        node = tree.nodes[node.children[0]]
    return found


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        (Minimax(depth=1), [MAX, MIN, MIN]),
        (Expectimax(depth=1), [MAX, CHANCE, CHANCE]),
        (Expectimax(depth=1, ghosts="directional_ghost"), [MAX, CHANCE, CHANCE]),
        (Expectiminimax(depth=1, ghosts=["max", "random_ghost"]), [MAX, MAX, CHANCE]),
        (Expectiminimax(depth=1, ghosts=["chance", "min"]), [MAX, CHANCE, MIN]),
    ],
)
def test_the_layers_are_those_that_give_the_returned_values(
    agent: Agent, expected: list[Layer]
) -> None:
    assert layers(agent) == expected


def test_the_layers_of_others_can_be_given() -> None:
    (tree,) = record_search(Minimax(), load_game("book.tree"), layers="chance")
    assert tree.nodes[1].layer is CHANCE
    assert tree.root.value == pytest.approx(23 / 3)


@pytest.mark.parametrize(
    ("agent", "layer", "value"),
    [
        (Minimax(), MIN, -5),
        (Expectiminimax(), CHANCE, -1.1),
        (ExpectedUtility(risk_tolerance=1), CHANCE, -4.31),
    ],
)
def test_a_gamble_is_worth_what_the_agent_makes_of_it(
    agent: Agent, layer: Layer, value: float
) -> None:
    (tree,) = record_search(agent, load_game("gamble.tree"))
    node = tree.nodes[1]
    assert (node.layer, node.value) == (layer, pytest.approx(value, abs=0.01))
    assert tree.steps[tree.steps_of[1][-1]].value == node.value
    assert not any(each.untried for each in tree.nodes)


def test_a_cut_die_is_a_min_layer() -> None:
    state = DrawnTree.parse("MAX\n  1\n  CHANCE\n    1/2: 0\n    1/2: 0")
    (tree,) = record_search(AlphaBeta(), state)
    assert (tree.nodes[2].layer, tree.nodes[2].untried) == (MIN, ())
    assert tree.nodes[2].cut


def test_the_probabilities_are_those_that_the_agent_uses() -> None:
    agent = Expectimax(depth=1, ghosts="directional_ghost:attack=0.7")
    (tree,) = record_search(agent, HUNT)
    values = {tree.nodes[child].action: tree.nodes[child].value for child in tree.root.children}
    assert values == pytest.approx(agent.report.values)


def test_actions_that_cannot_happen_are_not_missing() -> None:
    agent = Expectimax(depth=1, ghosts="directional_ghost:attack=1")
    (tree,) = record_search(agent, HUNT)
    assert any(len(node.children) < len(node.state.legal_actions()) for node in tree.nodes[1:])
    assert not any(node.untried or node.cut for node in tree.nodes)


def test_negamax_has_the_same_tree_as_minimax() -> None:
    state = load_game("nim:heaps=1-2-2")
    (negamax,) = record_search(Negamax(), state)
    (minimax,) = record_search(Minimax(depth=9), state)
    assert negamax.nodes == minimax.nodes
