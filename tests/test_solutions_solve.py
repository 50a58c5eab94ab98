"""`solve` against plain recursion."""

from pathlib import Path

import pytest

from helpers.plain_recursion import value
from pacgrid import Layout, State
from pacgrid.agent import ChanceAgent
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.solutions.aim import Aim
from pacgrid.solutions.solve import solve

TWO_GHOSTS = """
%%%%%%%
%P .1 %
% %.% %
%  o 2%
%%%%%%%
"""
THREE_GHOSTS = """
%%%%%%
%P. 1%
%. 23%
%%%%%%
"""
TWO_CAPSULES = """
%%%%%%%
%oP 1.%
%% % o%
%. %  %
%%%%%%%
"""


@pytest.mark.parametrize("aim", Aim)
@pytest.mark.parametrize("ghosts", ["minimax", "random", "different"])
@pytest.mark.parametrize(
    ("board", "rounds"), [(TWO_GHOSTS, 4), (THREE_GHOSTS, 3), (TWO_CAPSULES, 7)]
)
def test_values_are_those_of_plain_recursion(
    board: str, rounds: int, ghosts: str, aim: Aim, tmp_path: Path
) -> None:
    layout = Layout.parse(board)
    agents: tuple[ChanceAgent, ...] = ()
    if ghosts == "random":
        agents = (RandomGhost(),) * len(layout.ghosts)
    elif ghosts == "different":
        different = (DirectionalGhost(), RandomGhost(), DirectionalGhost(attack=0.3))
        agents = different[: len(layout.ghosts)]
    solution = solve(
        layout, ghosts=agents or "minimax", aim=aim, rounds=rounds, path=tmp_path / "solution"
    )
    state = State.initial(layout)
    for _ in range(20):
        expected = value(state, rounds, agents, aim)
        assert solution.value(state) == pytest.approx(expected, abs=1e-4)
        if state.is_terminal:
            break
        state = state.successor(solution.optimal_actions(state)[0])
