"""`solve` against plain recursion."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

from helpers.mazes import layouts
from pacgrid import Action, Layout, State
from pacgrid.agent import ChanceAgent
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.errors import PacgridError
from pacgrid.solutions import SolutionError
from pacgrid.solutions.solution import Solution
from pacgrid.solutions.solve import (
    estimate,
    free_memory,
    solve,
    solve_small_board,
)


def value(state: State, rounds: int, agents: tuple[ChanceAgent, ...]) -> float:
    """The expected final score of a game that is cut off after `rounds` rounds, the one that has
    begun included. Without `agents` the ghosts minimise."""

    @cache
    def worth(state: State, rounds: int) -> float:
        if state.is_terminal or rounds == 0:
            return state.score
        last = state.to_move == state.num_agents - 1
        values = {
            action: worth(state.successor(action), rounds - last)
            for action in state.legal_actions()
        }
        if state.to_move == 0:
            return max(values.values())
        if not agents:
            return min(values.values())
        chances = agents[state.to_move - 1].distribution(state)
        return sum(chance * values[action] for action, chance in chances.items())

    return worth(state, rounds)


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


def assert_values_of_a_game(
    layout: Layout,
    agents: tuple[ChanceAgent, ...],
    rounds: int,
    folder: Path,
    choose: Callable[[Solution, State], Action],
) -> None:
    """The solution has the values of plain recursion wherever the choices lead."""
    path = folder / "solution"
    solution = solve(layout, ghosts=agents or "minimax", rounds=rounds, path=path)
    state = State.initial(layout)
    for _ in range(20):
        assert solution.value(state) == pytest.approx(value(state, rounds, agents), abs=1e-4)
        if state.is_terminal:
            break
        state = state.successor(choose(solution, state))


AGENTS = [RandomGhost(), DirectionalGhost(), DirectionalGhost(attack=0.3)]


@pytest.mark.parametrize(
    ("board", "rounds", "agents"),
    [
        (TWO_GHOSTS, 4, ()),
        (THREE_GHOSTS, 3, tuple(AGENTS)),
        (TWO_CAPSULES, 7, (AGENTS[1],)),
        pytest.param(TWO_CAPSULES, 7, (), marks=pytest.mark.slow),
    ],
)
def test_values_are_those_of_plain_recursion(
    board: str, rounds: int, agents: tuple[ChanceAgent, ...], tmp_path: Path
) -> None:
    def best(solution: Solution, state: State) -> Action:
        return solution.optimal_actions(state)[0]

    assert_values_of_a_game(Layout.parse(board), agents, rounds, tmp_path, best)


class AnyGhost(ChanceAgent):
    """May look at anything."""

    def distribution(self, state: State) -> dict[Action, float]:
        return dict.fromkeys(state.legal_actions(), 1 / len(state.legal_actions()))


@pytest.mark.parametrize(
    ("side", "ghosts", "food", "message"),
    [
        (10, 9, 2, "positions; no memory is large enough"),
        (12, 4, 1, r"[GT]B of memory; .* are free; try fewer ghosts$"),
        (
            18,
            1,
            20,
            "too large to solve: 20 pieces of food and capsules make about 3e.08 positions",
        ),
        (40, 1, 1, "too large to solve: it has 1,600 open cells, and at most 1,000 are possible"),
    ],
)
def test_a_board_that_is_too_large_is_refused_before_it_is_enumerated(
    side: int, ghosts: int, food: int, message: str
) -> None:
    inside = "P" + "." * food + "G" * ghosts
    inside += " " * (side * side - len(inside))
    rows = [f"%{inside[start : start + side]}%" for start in range(0, side * side, side)]
    border = "%" * (side + 2)
    with pytest.raises(SolutionError, match=message):
        estimate(Layout.parse("\n".join([border, *rows, border])), ghosts=RandomGhost())


@st.composite
def solvable_layouts(draw: st.DrawFn) -> Layout:
    """A random board with few pellets, which Pac-Man can reach."""
    layout = draw(layouts())
    left = {".": draw(st.integers(1, 3)), "o": draw(st.integers(0, 2))}
    rows = [[*row] for row in layout.rows]
    for x, y in sorted(layout.food | layout.capsules):
        mark = rows[-1 - y][x]
        left[mark] -= (x, y) in layout.reachable
        if left[mark] < 0 or (x, y) not in layout.reachable:
            rows[-1 - y][x] = " "
    assume(any("." in row for row in rows))
    return Layout(tuple(map("".join, rows)))


@pytest.mark.slow
@settings(max_examples=80, suppress_health_check=[*HealthCheck])
@given(
    solvable_layouts(),
    st.lists(st.sampled_from(AGENTS), max_size=3),
    st.integers(1, 4),
    st.integers(0, 999),
)
def test_values_on_random_boards_are_those_of_plain_recursion(
    layout: Layout, some: list[ChanceAgent], rounds: int, seed: int
) -> None:
    count = len(layout.ghosts)
    agents = tuple(some[number % len(some)] for number in range(count)) if some else ()
    try:
        needed = estimate(layout, ghosts=agents or "minimax")
    except SolutionError:  # a large board
        reject()
    assume(needed.positions < 100_000)
    rng = Random(seed)
    with TemporaryDirectory() as folder:
        assert_values_of_a_game(
            *(layout, agents, min(rounds, 5 - count), Path(folder)),
            lambda _, state: rng.choice(state.legal_actions()),
        )


def test_a_small_board_is_solved_in_memory(tmp_path: Path) -> None:
    layout, ghosts = Layout.parse(THREE_GHOSTS), [RandomGhost(), DirectionalGhost(), RandomGhost()]
    start = State.initial(layout)
    expected = solve(layout, path=tmp_path / "file", ghosts=ghosts).action_values(start)
    solution = solve_small_board(start, ghosts)
    assert solution.action_values(start) == pytest.approx(expected, abs=0.02)


OUT_OF_REACH = """
%%%%%%%
%P 1%.%
%%%%%%%
"""

TWO_IN_A_CELL = """
%%%%%%%
%P 2 .%
%%%%%%%
ghost 1: (3, 1) west, home (5, 1)
ghost 2: (3, 1) stop, home (3, 1)
"""


@pytest.mark.parametrize(
    "state",
    [
        State.initial(Layout.load("yard")),
        State.initial(Layout.load("arcade")),
        State.parse(OUT_OF_REACH),
        State.parse(TWO_IN_A_CELL),
    ],
    ids=["many positions", "more of them", "far food", "left home"],
)
def test_a_large_board_and_one_that_cannot_be_solved_are_not_small(state: State) -> None:
    assert solve_small_board(state, [RandomGhost() for _ in state.ghosts]) is None


DUEL = Layout.load("duel")
UNREACHABLE = Layout(("%%%%%%%", "%P. %.%", "%%%%%%%"))
NO_FOOD = Layout(("%%%%%", "%P 1%", "%%%%%"))


@pytest.mark.parametrize(
    ("layout", "options", "message"),
    [
        (
            *(UNREACHABLE, {}),
            "^<layout>:2:6: Pac-Man can't reach this food; open a way to it or remove it$",
        ),
        (NO_FOOD, {}, "^<layout>:1:1: no food; write at least one .$"),
        (DUEL, {"rounds": 0}, "rounds must be at least 1, not 0"),
        (DUEL, {"path": "none/solution"}, "solution: can't be written: there is no directory "),
        (DUEL, {"ghosts": AnyGhost()}, "^AnyGhost may look at more than Pac-Man, .* write sees_o"),
    ],
)
def test_what_cannot_be_solved_is_said_before_solving(
    layout: Layout,
    options: dict[str, Any],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PacgridError, match=message):
        solve(layout, **{"path": "solution", "progress": pytest.fail} | options)
    assert not [*tmp_path.iterdir()]


def test_too_little_memory_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pacgrid.solutions.solve.free_memory", lambda: 250_000)
    message = r"^duel .* 11,232 positions, .* of memory; 250.0 kB are free; try fewer"
    with pytest.raises(SolutionError, match=message):
        solve(DUEL, path=tmp_path / "solution")


def test_a_limit_of_the_process_counts_as_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    assert free_memory() > 0
    monkeypatch.setattr("psutil.Process.rlimit", lambda *_: (1, 1), raising=False)
    monkeypatch.setattr("psutil.RLIMIT_AS", 0, raising=False)
    monkeypatch.setattr("psutil.RLIM_INFINITY", -1, raising=False)
    assert free_memory() == 0


def test_an_interrupted_solution_leaves_nothing(tmp_path: Path) -> None:
    def stop(rounds: int, change: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(DUEL, path=tmp_path / "solution", progress=stop)
    assert not [*tmp_path.iterdir()]
