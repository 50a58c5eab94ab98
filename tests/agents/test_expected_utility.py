from math import exp, log
from typing import Any
from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.positions import tree_states
from pacgrid import Action, Layout, Report, State
from pacgrid.agents.expected_utility import ExpectedUtility
from pacgrid.agents.expectimax import Expectimax
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.search import CHANCE, GameState
from pacgrid.utility import utility_named

INSURANCE = DrawnTree.parse("""
MAX
  sure: 100
  double: CHANCE
    1/2 heads: 230
    1/2 tails: 0
""")
LOTTERY_TICKET = DrawnTree.parse("""
MAX
  keep: 0
  buy: CHANCE
    1/10 wins: 400
    9/10 loses: -50
""")
SHAPES = ("concave", "linear", "convex")


@pytest.mark.parametrize(
    ("state", "choices"),
    [
        pytest.param(INSURANCE, ("sure", "double", "double"), id="insurance"),
        pytest.param(LOTTERY_TICKET, ("keep", "keep", "buy"), id="lottery"),
        pytest.param(
            State.parse("%%%%%%%%\n%  %1 %%\n%  P . %\n%  %  %%\n%%%%%%%%"),
            *((Action.WEST, ANY, Action.EAST),),
            id="a ghost",
        ),
    ],
)
def test_the_cautious_one_insures_and_the_bold_one_gambles(
    state: Any, choices: tuple[object, ...]
) -> None:
    evaluation = None if isinstance(state, DrawnTree) else "score"
    agents = (ExpectedUtility(utility=each, evaluation=evaluation) for each in SHAPES)
    assert tuple(agent.act(state) for agent in agents) == choices


def test_the_report_has_expected_utilities_and_certainty_equivalents() -> None:
    agent = ExpectedUtility(utility="concave", risk_tolerance=100)
    agent.act(INSURANCE)
    expected = (1 - exp(-2.3)) / 2
    equivalent = -100 * log(1 - expected)
    details = agent.report.action_details
    assert details["expected utility"] == pytest.approx({"sure": 1 - exp(-1), "double": expected})
    assert details["certainty equivalent"] == agent.report.values
    assert agent.report.values == pytest.approx({"sure": 100, "double": equivalent})


@given(tree_states(0, 1, CHANCE))
def test_a_linear_utility_is_expectimax(tree: DrawnTree) -> None:
    linear, expectimax = ExpectedUtility(depth=9, utility="linear"), Expectimax(depth=9)
    assert linear.act(tree) == expectimax.act(tree)
    assert linear.report.values == expectimax.report.values


def utility_of(agent: ExpectedUtility, state: GameState) -> float:
    """The expected utility of `state` by the book: utilities are backed up, not points."""
    if state.is_terminal:
        return agent.utility(state.score)
    below = [utility_of(agent, state.successor(action)) for action in state.legal_actions()]
    return max(below) if state.to_move == 0 else sum(below) / len(below)


@given(tree_states(0, 1, CHANCE), st.sampled_from(SHAPES))
def test_certainty_equivalents_have_the_utilities_of_the_book(
    tree: DrawnTree, utility: str
) -> None:
    agent = ExpectedUtility(utility=utility, risk_tolerance=30)
    agent.report = Report()
    equivalent = agent.value(tree, tree.height)
    assert agent.utility(equivalent) == pytest.approx(utility_of(agent, tree), abs=1e-9)


SHIPPED = (
    *SHAPES,
    "logarithmic:wealth=800",
    "s_shaped:reference=100",
    "concave:risk_tolerance=2000",
)


def worth(name: str, utility: str) -> dict[str, float]:
    agent = ExpectedUtility(depth=9, utility=utility)
    agent.act(load_game(name))
    return agent.report.values


@pytest.mark.parametrize("utility", SHIPPED)
def test_every_utility_keeps_the_axioms(utility: str) -> None:
    kind = utility_named(utility)
    more, less = worth("monotonicity", utility).values()
    assert more > less
    twice, once = worth("decomposability", utility).values()
    assert kind(twice) == pytest.approx(kind(once))
    a, b, c = worth("transitivity", utility).values()
    assert (a - b > 0) + (b - c > 0) < 2 or a > c
    chance = (kind(400) - kind(0)) / (kind(1000) - kind(0))
    assert 0 < chance < 1
    assert kind.certainty_equivalent([(chance, 1000), (1 - chance, 0)]) == pytest.approx(400)


def test_wealth_decides_what_a_lottery_and_an_insurance_are_worth() -> None:
    sure, lottery = worth("lottery", "logarithmic:wealth=800").values()
    assert lottery == pytest.approx(sure) == 400
    with_sure, with_lottery = worth("substitutability", "logarithmic:wealth=800").values()
    assert with_sure == pytest.approx(with_lottery)
    assert worth("insurance", "logarithmic:wealth=800")["take the risk"] < -150
    assert worth("insurance", "logarithmic:wealth=80000")["take the risk"] > -100


@pytest.mark.parametrize("utility", SHIPPED)
def test_no_utility_chooses_as_most_people_do_for_allais(utility: str) -> None:
    first, second = (
        max(values, key=values.__getitem__)
        for values in (worth("allais_sure", utility), worth("allais_rare", utility))
    )
    assert first + second in ("AC", "BD")


@pytest.mark.parametrize(
    ("board", "depth", "cautious_wins"), [("gate", 2, False), ("jackpot", 6, True)]
)
def test_the_bold_gamble_where_the_cautious_do_not(
    board: str, depth: int, cautious_wins: bool
) -> None:
    state = State.initial(Layout.load(board))
    after = {
        utility: state.successor(
            ExpectedUtility(utility=utility, evaluation="score", depth=depth).act(state)
        )
        for utility in ("concave", "convex")
    }
    assert after["concave"].is_win is cautious_wins
    assert not after["convex"].is_win
    assert after["concave"] != after["convex"]
