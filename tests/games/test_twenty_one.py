from functools import cache

import pytest

from pacgrid.agents.expectiminimax import Expectiminimax
from pacgrid.games.twenty_one import TwentyOne
from pacgrid.search import CHANCE


def played(state: TwentyOne, *actions: str | int) -> TwentyOne:
    for action in actions:
        assert action in state.legal_actions()
        state = state.successor(action)  # type: ignore[arg-type]
    return state


@cache
def value(state: TwentyOne) -> float:
    """The exact value, by definition."""
    if state.is_terminal:
        return state.score
    below = {action: value(state.successor(action)) for action in state.legal_actions()}
    if state.to_move == CHANCE:
        return sum(share * below[card] for card, share in state.distribution().items())
    return (max if state.to_move == 0 else min)(below.values())


def test_a_card_that_was_drawn_is_less_likely_the_next_time() -> None:
    state = played(TwentyOne.initial(highest=2, suits=2), "draw")
    assert state.distribution() == {1: 0.5, 2: 0.5}
    state = played(state, 1, "draw")
    assert state.to_move == CHANCE
    assert state.distribution() == {1: pytest.approx(1 / 3), 2: pytest.approx(2 / 3)}
    assert state.turn == 1


def test_who_stands_lets_the_other_go_on_alone() -> None:
    state = played(TwentyOne.initial(), "draw", 10, "draw", 4, "stand", "draw", 5)
    assert state.to_move == 1
    over = played(state, "stand")
    assert over.is_terminal
    assert over.score == 1
    assert played(state, "draw", 2).to_move == 1


def test_a_sum_above_the_target_loses_at_once() -> None:
    state = played(TwentyOne.initial(target=12), "draw", 10, "draw", 1, "draw", 10)
    assert state.is_terminal
    assert state.score == -1


def test_equal_sums_are_a_draw() -> None:
    state = played(TwentyOne.initial(), "draw", 10, "draw", 10, "stand", "stand")
    assert state.is_terminal
    assert state.score == 0


def test_an_empty_deck_leaves_only_to_stand() -> None:
    state = played(TwentyOne.initial(target=9, highest=2, suits=1), "draw", 1, "draw", 2)
    assert state.legal_actions() == ("stand",)


def test_the_value_of_a_small_deck_is_worked_out_by_hand() -> None:
    # Two cards, 1 and 2, and a target of 2. Who draws the 2 has it all: drawing again would go
    # above the target, and the other one has the 1, and no card is left. So it is a fair draw.
    assert value(TwentyOne.initial(target=2, highest=2, suits=1)) == 0


def test_expectiminimax_finds_the_value() -> None:
    state = TwentyOne.initial(target=5, highest=3, suits=1)
    agent = Expectiminimax(depth=10)
    agent.act(state)
    assert max(agent.report.values.values()) == pytest.approx(value(state))


@pytest.mark.parametrize(
    ("deck", "decision"), [((1, 1, 1, 1, 0, 0), "draw"), ((0, 0, 0, 1, 2, 2), "stand")]
)
def test_what_is_left_in_the_deck_decides(deck: tuple[int, ...], decision: str) -> None:
    # Both have 6 of 10, and the other stands: 4 at most is safe.
    state = TwentyOne(10, deck, sums=(6, 6), stand=(False, True))
    values = {action: value(state.successor(action)) for action in state.legal_actions()}
    assert max(values, key=values.__getitem__) == decision
