"""The last move at which a lost game could still have been saved."""

from itertools import accumulate

import pytest

from pacgrid.action import action_of
from pacgrid.autograder.model import last_chance as module
from pacgrid.autograder.model.last_chance import LastChance, last_chance
from pacgrid.state import State

RING = """
    %%%%%%%
    %  P 1%
    % %%% %
    %.    %
    %%%%%%%
    """
CORRIDOR = """
    %%%%%%%%%%
    %P   1  .%
    %%%%%%%%%%
    """
LONG_CORRIDOR = """
    %%%%%%%%%%%%%%%%%%%
    %P              1.%
    %%%%%%%%%%%%%%%%%%%
    ghost 1: (16, 1) west
    """


def played(drawing, letters):
    """All states of the game from that position."""
    actions = map(action_of, letters)
    return list(accumulate(actions, State.successor, initial=State.parse(drawing)))


@pytest.mark.parametrize(
    ("drawing", "letters", "chance"),
    [
        pytest.param(RING, "EW", LastChance(1, "west", 12), id="it runs into the ghost"),
        pytest.param(RING, "WW", None, id="it isn't lost"),
        pytest.param(CORRIDOR, "-W-W-W-W", None, id="there is no way out"),
        pytest.param(LONG_CORRIDOR, "-W" * 15, LastChance(3, "", 12), id="there was none before"),
    ],
)
def test_the_last_move_that_was_safe_is_found(drawing, letters, chance):
    assert last_chance(played(drawing, letters)) == chance


def test_less_far_is_searched_if_that_takes_too_long(monkeypatch):
    game = played(RING, "EW")
    monkeypatch.setattr(module, "MOST_SUCCESSORS", 40)
    assert last_chance(game) == LastChance(1, "west", 2)
    monkeypatch.setattr(module, "MOST_SUCCESSORS", 0)
    assert last_chance(game) is None


def test_it_is_put_into_words():
    saved = "could be saved until move 31: west was safe for 8 rounds"
    assert str(LastChance(31, "west", 8)) == saved
    assert str(LastChance(31, "", 8)) == "was safe for 8 rounds until move 31"
