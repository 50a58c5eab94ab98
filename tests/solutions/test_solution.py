"""Solutions of the shipped boards: the Bellman equations, and what play by them gets."""

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pacgrid import Layout, State
from pacgrid.agent import ChanceAgent
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.solutions import SolutionError
from pacgrid.solutions.position_space import GhostState
from pacgrid.solutions.solution import Solution, read_arrays, write_arrays
from pacgrid.solutions.solve import Ghosts, solve

BOARDS: list[tuple[str, Ghosts]] = [
    ("duel", "minimax"),
    ("den", RandomGhost()),
    ("lure", DirectionalGhost()),
    ("training", [RandomGhost()]),
    ("pocket", RandomGhost()),
]
MORE_BOARDS = product(
    ("closet", "cornered", "duel", "trap", "lure", "training", "den"),
    ("minimax", RandomGhost(), DirectionalGhost()),
)
LARGE_BOARDS: list[tuple[str, Ghosts]] = [
    ("cloister", RandomGhost()),
    ("yard", "minimax"),
]


def sampled_states(solution: Solution, positions: int) -> Iterator[tuple[int, State]]:
    """So many positions that can arise, with their numbers."""
    space, rng = solution.space, Random(1)
    while positions:
        number = rng.randrange(len(solution))
        state = space.state(number)
        nodes = {space.maze.node(ghost.position, ghost.direction) for ghost in state.ghosts}
        if nodes & space.maze.meets[space.maze.cells[state.pacman]] or state not in solution:
            continue
        if space.index(state) == number:
            yield number, state
            positions -= 1


@pytest.mark.parametrize(
    ("name", "ghosts", "positions"),
    [
        *((*board, 250) for board in BOARDS),
        *(
            pytest.param(*board, 2_000, marks=pytest.mark.slow)
            for board in (*MORE_BOARDS, *LARGE_BOARDS)
        ),
    ],
)
def test_values_satisfy_the_bellman_equations(
    name: str, ghosts: Ghosts, positions: int, tmp_path: Path
) -> None:
    solution = solve(Layout.load(name), ghosts=ghosts, path=tmp_path / "solution")
    for number, state in sampled_states(solution, positions):
        assert solution.value(state) == pytest.approx(solution.stored_values[number], abs=2e-3)


@pytest.mark.parametrize(
    ("name", "ghosts"),
    [("duel", RandomGhost()), ("duel", DirectionalGhost()), ("lure", DirectionalGhost())],
)
def test_a_ghost_has_the_chances_of_its_agent_wherever_it_can_be(
    name: str, ghosts: ChanceAgent, tmp_path: Path
) -> None:
    # The equations don't show chances after moves that Pac-Man never makes.
    solution = solve(Layout.load(name), ghosts=ghosts, rounds=1, path=tmp_path / "solution")
    space, blocks = solution.space, solution.space.blocks
    homes = [(GhostState(node, scared=False), 0) for node in space.maze.home_nodes]
    for mover, ghost_state, cell in product(
        range(space.num_ghosts), space.ghost_states, range(len(space.maze.positions))
    ):
        others = [*homes[:mover], (ghost_state, 2), *homes[mover + 1 :]]
        mask = blocks.every_food if ghost_state.scared else blocks.every_pellet
        state = space.drawn(mask, cell, others, mover + 1)
        chances = ghosts.distribution(state)
        expected = [chances.get(action, 0) for action in state.legal_actions()]
        assert solution.probabilities(state) == pytest.approx(expected)


@pytest.mark.parametrize("name", ["values", "blocks", "chances"])
def test_arrays_that_do_not_fit_the_board_are_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "solution"
    solve(Layout.load("pocket"), ghosts=RandomGhost(), rounds=1, path=path)
    header, arrays = read_arrays(path)
    write_arrays(path, header, {**arrays, name: arrays[name][:-1]})
    with pytest.raises(SolutionError, match="lacks a part"):
        Solution.load(path)


ARRAYS = {"values": np.arange(5, dtype=np.float32), "blocks": np.array([[1, 2], [3, 4]])}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_arrays(tmp_path / "a.solution", {"name": "win"}, ARRAYS)
    return tmp_path / "a.solution"


def test_what_is_written_is_read(path: Path) -> None:
    header, arrays = read_arrays(path)
    assert header["name"] == "win"
    assert {name: array.tolist() for name, array in arrays.items()} == {
        name: array.tolist() for name, array in ARRAYS.items()
    }


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content[:-1],
        lambda content: content[: len(content) // 2],
        lambda content: b"",
        lambda content: b"\xff" * 100,
        lambda content: content.replace(bytes([0, 0, 128, 63]), bytes([0, 0, 0, 63])),
        lambda content: content.replace(b"w\0\0\0i\0\0\0n", b"w\0\0\0o\0\0\0n"),
    ],
    ids=["cut", "half", "empty", "no zip", "value", "header"],
)
def test_a_changed_file_is_refused(path: Path, change: Callable[[bytes], bytes]) -> None:
    content = path.read_bytes()
    assert change(content) != content
    path.write_bytes(change(content))
    with pytest.raises(SolutionError, match="is not a solution, or it was cut off or changed"):
        read_arrays(path)


@pytest.mark.parametrize(
    "arrays",
    [
        {"header": np.array("[")},
        {"header": np.array("7")},
        {"header": np.array("{}")},
        {"values": np.zeros(2)},
        {"header": np.array({}, object)},
    ],
)
def test_a_forged_file_is_refused(path: Path, arrays: dict[str, NDArray[Any]]) -> None:
    with path.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]
    with pytest.raises(SolutionError, match="is not a solution"):
        read_arrays(path)


def test_compressed_files_and_those_of_other_versions_are_refused(path: Path) -> None:
    header = json.dumps({"version": "3"})
    with path.open("wb") as file:
        np.savez(file, header=np.array(header))
    with pytest.raises(SolutionError, match=r"another version of Pacgrid \(format 3, not "):
        read_arrays(path)
    with path.open("wb") as file:
        np.savez_compressed(file, header=np.array(header), values=np.zeros(10**6))
    with pytest.raises(SolutionError, match="is not a solution"):
        read_arrays(path)
