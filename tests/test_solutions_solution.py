"""Solutions of the shipped boards: the Bellman equations, and what play by them gets."""

from pathlib import Path
from random import Random

import pytest

from pacgrid import Layout, State
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.minimax_ghost import MinimaxGhost
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.solutions.aim import Aim
from pacgrid.solutions.solution import Solution
from pacgrid.solutions.solve import Ghosts, solve

BOARDS: list[tuple[str, Ghosts, Aim]] = [
    ("duel", "minimax", Aim.SCORE),
    ("den", RandomGhost(), Aim.WIN),
    ("lure", DirectionalGhost(), Aim.SCORE),
    ("training", [RandomGhost()], Aim.SCORE),
    ("pocket", MinimaxGhost(error=0.25), Aim.WIN),
]


def wrong_values(solution: Solution, positions: int, rng: Random) -> list[State]:
    """Those of so many sampled positions whose stored values aren't what follows from the values
    one round later, by the rules of `State`."""
    space, wrong = solution.space, []
    while positions:
        number = rng.randrange(len(solution))
        state = space.state(number)
        nodes = {space.maze.node(ghost.position, ghost.direction) for ghost in state.ghosts}
        if nodes & space.maze.meets[space.maze.cells[state.pacman]] or state not in solution:
            continue  # it can't arise
        stored = solution.stored_value(space.index(state))
        if stored != pytest.approx(solution.value(state), abs=2e-3):
            wrong.append(state)
        positions -= 1
    return wrong


@pytest.mark.parametrize(("name", "ghosts", "aim"), BOARDS)
def test_values_satisfy_the_bellman_equations(
    name: str, ghosts: Ghosts, aim: Aim, tmp_path: Path
) -> None:
    solution = solve(Layout.load(name), ghosts=ghosts, aim=aim, path=tmp_path / "solution")
    assert not wrong_values(solution, 250, Random(1))


def test_play_for_the_win_gets_on_where_every_action_wins_in_the_end(tmp_path: Path) -> None:
    ghost, rng = DirectionalGhost(), Random(1)
    solution = solve(Layout.load("trap"), ghosts=ghost, aim=Aim.WIN, path=tmp_path / "solution")
    state = State.initial(solution.layout)
    assert solution.value(state) == pytest.approx(1)
    assert solution.settled_after
    for _ in range(2 * solution.settled_after):
        if state.is_terminal:
            break
        actions = solution.optimal_actions(state) if state.to_move == 0 else state.legal_actions()
        state = state.successor(rng.choice(actions))
    assert state.is_win


@pytest.mark.slow
@pytest.mark.parametrize("ghosts", ["minimax", RandomGhost(), DirectionalGhost()])
@pytest.mark.parametrize("name", ["yard", "training", "trap", "lure", "cornered"])
def test_values_satisfy_the_bellman_equations_at_a_million_positions(
    name: str, ghosts: Ghosts, tmp_path: Path
) -> None:
    for aim in Aim:
        solution = solve(Layout.load(name), ghosts=ghosts, aim=aim, path=tmp_path / aim)
        assert not wrong_values(solution, 35_000, Random(1))
