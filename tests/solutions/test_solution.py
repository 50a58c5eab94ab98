"""Solutions of the shipped boards: the Bellman equations, and what play by them gets."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from helpers.bellman import backed_up_values
from pacgrid import Layout, State
from pacgrid.agent import ChanceAgent
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.minimax_ghost import MinimaxGhost
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.solutions import solution as solutions
from pacgrid.solutions.ghost_stages import GhostState, Stage
from pacgrid.solutions.objective import Objective, SolutionError
from pacgrid.solutions.solution import VERSION, Solution, read_arrays, write_arrays
from pacgrid.solutions.solve import Ghosts, solve

BOARDS: list[tuple[str, Ghosts, Objective]] = [
    ("duel", "minimax", Objective.SCORE),
    ("den", RandomGhost(), Objective.WIN),
    ("lure", DirectionalGhost(), Objective.SCORE),
    ("training", [RandomGhost()], Objective.SCORE),
    ("pocket", MinimaxGhost(error=0.25), Objective.WIN),
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


@pytest.mark.parametrize(("name", "ghosts", "objective"), BOARDS)
def test_values_satisfy_the_bellman_equations(
    name: str, ghosts: Ghosts, objective: Objective, tmp_path: Path
) -> None:
    solution = solve(
        Layout.load(name), ghosts=ghosts, objective=objective, path=tmp_path / "solution"
    )
    for number, state in sampled_states(solution, 250):
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
    for stage, mover in product(Stage, range(space.num_ghosts)):
        mask = blocks.every_pellet if stage is Stage.CALM else blocks.every_food
        timer = {Stage.CALM: 0, Stage.ODD: 1}.get(stage, 2)
        for ghost_state, cell in product(
            space.ghost_states[stage], range(len(space.maze.positions))
        ):
            others = [*homes[:mover], (ghost_state, timer), *homes[mover + 1 :]]
            state = space.drawn(mask, cell, others, mover + 1)
            chances = ghosts.distribution(state)
            expected = [chances.get(action, 0) for action in state.legal_actions()]
            assert solution.probabilities(state) == pytest.approx(expected)


def test_play_for_the_win_gets_on_where_every_action_wins_in_the_end(tmp_path: Path) -> None:
    ghost, rng = DirectionalGhost(), Random(1)
    solution = solve(
        Layout.load("trap"), ghosts=ghost, objective=Objective.WIN, path=tmp_path / "solution"
    )
    state = State.initial(solution.layout)
    assert solution.value(state) == pytest.approx(1)
    assert solution.converged_after
    for _ in range(2 * solution.converged_after):
        if state.is_terminal:
            break
        actions = solution.optimal_actions(state) if state.to_move == 0 else state.legal_actions()
        state = state.successor(rng.choice(actions))
    assert state.is_win


@pytest.mark.parametrize("name", ["values", "last_changes", "blocks", "chances by sight"])
def test_arrays_that_do_not_fit_the_board_are_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "solution"
    solve(Layout.load("pocket"), ghosts=RandomGhost(), objective=Objective.WIN, rounds=1, path=path)
    header, arrays = read_arrays(path)
    write_arrays(path, header, {**arrays, name: arrays[name][:-1]})
    with pytest.raises(SolutionError, match="lacks a part"):
        Solution.load(path)


@pytest.mark.slow  # it compiles the equations
@pytest.mark.parametrize(("name", "ghosts", "objective"), BOARDS[:-1])
def test_compiled_equations_follow_the_rules(
    name: str, ghosts: Ghosts, objective: Objective, tmp_path: Path
) -> None:
    path = tmp_path / "solution"
    solution = solve(Layout.load(name), ghosts=ghosts, objective=objective, rounds=9, path=path)
    states = dict(sampled_states(solution, 250))
    values, arises = backed_up_values(solution, ghosts, np.array([*states]))
    assert arises.all()
    for value, state in zip(values, states.values(), strict=True):
        assert value == pytest.approx(solution.value(state), abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "ghosts"),
    [
        *product(
            ("closet", "cornered", "duel", "trap", "lure", "training", "den"),
            ("minimax", RandomGhost(), DirectionalGhost()),
        ),
        ("cloister", RandomGhost()),
    ],
)
def test_every_value_satisfies_the_bellman_equations(
    name: str, ghosts: Ghosts, tmp_path: Path
) -> None:
    for objective in Objective:
        solution = solve(
            Layout.load(name), ghosts=ghosts, objective=objective, path=tmp_path / objective
        )
        values, arises = backed_up_values(solution, ghosts, np.arange(len(solution)))
        errors = abs(values - solution.stored_values)[arises]
        assert errors.max() < (1e-3 if objective is Objective.SCORE else 1e-6)


@pytest.mark.slow
def test_a_million_values_of_a_large_board_satisfy_the_bellman_equations(tmp_path: Path) -> None:
    path = tmp_path / "solution"
    solution = solve(Layout.load("yard"), objective=Objective.WIN, path=path)
    sample = np.random.default_rng(1).choice(len(solution), 1_200_000, replace=False)
    values, arises = backed_up_values(solution, "minimax", sample)
    assert arises.sum() > 1_000_000
    errors = abs(values - solution.stored_values[sample])[arises]
    assert errors.max() < 1e-6


ARRAYS = {"values": np.arange(5, dtype=np.float32), "blocks": np.array([[1, 2], [3, 4]])}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_arrays(tmp_path / "a.solution", {"objective": "win"}, ARRAYS)
    return tmp_path / "a.solution"


def test_what_is_written_is_read(path: Path) -> None:
    header, arrays = read_arrays(path, verify=True)
    assert header["objective"] == "win"
    assert {name: array.tolist() for name, array in arrays.items()} == {
        name: array.tolist() for name, array in ARRAYS.items()
    }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda content: content[:-1], "instead of .* it was cut off or changed"),
        (lambda content: content + b"!", "instead of .* it was cut off or changed"),
        (lambda content: content[:-1] + b"!", "its checksum is wrong"),
        (lambda content: content.replace(b'"win"', b'"won"'), "its header is damaged"),
        (lambda content: content.replace(b'"version": "', b'"version": "7'), "another version"),
        (lambda content: content[:20], "is not a solution, or its header is damaged"),
        (lambda content: b"", "is not a solution, or its header is damaged"),
        (lambda content: (9000).to_bytes(8, "little") + b"[" * 9000, "is not a solution"),
        (lambda content: b"\xff" * 100, "is not a solution, or its header is damaged"),
    ],
)
def test_a_changed_file_is_refused(path: Path, change: object, message: str) -> None:
    assert callable(change)
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(SolutionError, match=message):
        read_arrays(path)


ENTRY = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}


@pytest.mark.parametrize(
    "entry",
    [7, [], {"dtype": "O"}, *(ENTRY | change for change in (
        {"dtype": "O"},
        {"dtype": []},
        {"shape": 2},
        {"shape": [-2]},
        {"shape": [10**12]},
        {"shape": [2, "x"]},
        {"data_offsets": [0, 9]},
        {"data_offsets": [-8, 0]},
        {"data_offsets": [8]},
    ))],
)  # fmt: skip
def test_a_forged_header_is_refused(path: Path, entry: object) -> None:
    header, entries = {"version": VERSION, "checksum": ""}, {"values": entry}
    checked = {**header, "header checksum": solutions._header_checksum(header, entries)}
    text = json.dumps({**entries, "__metadata__": checked}).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + bytes(8))
    with pytest.raises(SolutionError, match="its header is damaged"):
        read_arrays(path)


def test_large_files_are_verified_on_demand(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "_ALWAYS_CHECKED", 0)
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    read_arrays(path)
    with pytest.raises(SolutionError, match="its checksum is wrong"):
        read_arrays(path, verify=True)
