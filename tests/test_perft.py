"""Leaf counts (perft) pin the rules: a change to any rule changes a count."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pacgrid import Layout, State

POSITIONS = tomllib.loads(Path(__file__).with_name("perft.toml").read_text())["position"]


def perft(state: State, plies: int) -> int:
    """How many games of `plies` plies there are from `state`; a finished one counts once."""
    if plies == 0 or state.is_terminal:
        return 1
    return sum(perft(state.successor(action), plies - 1) for action in state.legal_actions())


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["name"])
def test_leaf_counts_are_as_recorded(position: dict[str, Any]) -> None:
    drawing = position.get("drawing")
    state = State.parse(drawing) if drawing else State.initial(Layout.load(position["layout"]))
    counts = position["counts"]
    assert [perft(state, plies) for plies in range(1, len(counts) + 1)] == counts
