"""A solution, what every position of a board is worth, and its file."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.common.files import atomic_file, open_regular_file
from pacgrid.layout import Layout
from pacgrid.solutions.ghost_stages import GhostState, Stage, stage_at
from pacgrid.solutions.objective import Objective, Payoffs, SolutionError
from pacgrid.solutions.position_space import PositionSpace
from pacgrid.solutions.transitions import MOST_MOVES, Chances, GhostPlies
from pacgrid.state import SCARED_MOVES, State

Arrays = Mapping[str, NDArray[Any]]

VERSION = "3"
"""Of what the header says, and of how positions are numbered."""

_DTYPES = {"F32": np.float32, "F64": np.float64, "U16": np.uint16, "I64": np.int64}
_MOST_HEADER = 10_000_000
_ALWAYS_CHECKED = 1 << 24
"""Up to how many bytes a file's arrays are compared with their checksum whenever it is opened."""


def write_arrays(path: Path, header: Mapping[str, str], arrays: Arrays) -> None:
    """Write the file whole or not at all. Raises SolutionError."""
    digest = hashlib.sha256()
    entries: dict[str, object] = {}
    end = 0
    for name, array in arrays.items():
        start, end = end, end + array.nbytes
        dtype = next(key for key, kind in _DTYPES.items() if array.dtype == kind)
        entries[name] = {"dtype": dtype, "shape": array.shape, "data_offsets": [start, end]}
        digest.update(array.data if array.flags.c_contiguous else array.tobytes())
    metadata = {**header, "version": VERSION, "checksum": digest.hexdigest()}
    entries["__metadata__"] = {**metadata, "header checksum": _header_checksum(metadata, entries)}
    text = json.dumps(entries).encode()
    text += b" " * (-len(text) % 64 + 56)  # the arrays begin at a multiple of 64
    try:
        with atomic_file(path) as temporary, temporary.open("wb") as file:
            file.write(len(text).to_bytes(8, "little"))
            file.write(text)
            for array in arrays.values():
                file.write(np.ascontiguousarray(array).data)
    except OSError as error:
        raise SolutionError(f"{path}: can't be written: {error.strerror}") from None


def read_arrays(path: Path, *, verify: bool = False) -> tuple[dict[str, str], Arrays]:
    """The header and the arrays, mapped into memory.

    The header and the size are always checked; the arrays if they are small, or with `verify`.
    Raises SolutionError.
    """
    try:
        with open_regular_file(path) as file:
            length = int.from_bytes(file.read(8), "little")
            text = file.read(min(length, _MOST_HEADER)) if length <= _MOST_HEADER else b""
            file.seek(0, 2)
            size = file.tell()
    except OSError as error:
        raise SolutionError(f"{path}: can't be read: {error.strerror}") from None
    try:
        entries = json.loads(text)
        header = dict(entries.pop("__metadata__"))
        version = header["version"]
        header_checksum = header.pop("header checksum")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SolutionError(f"{path}: is not a solution, or its header is damaged") from None
    if version != VERSION:
        raise SolutionError(
            f"{path}: was written by another version of Pacgrid (format {version}, not {VERSION}); "
            "solve the board again"
        )
    texts = all(isinstance(value, str) for value in header.values())
    if (
        header_checksum != _header_checksum(header, entries)
        or not (texts and entries and "checksum" in header)
        or not all(map(_is_array, entries.values()))
    ):
        raise SolutionError(f"{path}: its header is damaged; solve the board again")
    start = 8 + length
    end = start + max(entry["data_offsets"][1] for entry in entries.values())
    if size != end:
        raise SolutionError(
            f"{path}: has {size:,} bytes instead of {end:,}: it was cut off or changed"
        )
    content = np.memmap(path, np.uint8, "r")
    if (verify or size <= _ALWAYS_CHECKED) and (
        hashlib.sha256(content[start:].data).hexdigest() != header["checksum"]
    ):
        raise SolutionError(f"{path}: is damaged: its checksum is wrong; solve the board again")
    arrays = {}
    for name, entry in entries.items():
        first, last = (start + offset for offset in entry["data_offsets"])
        arrays[name] = content[first:last].view(_DTYPES[entry["dtype"]]).reshape(entry["shape"])
    return header, arrays


def _is_array(entry: object) -> bool:
    """Whether an entry of a header says where an array is, and that it fills that space."""
    match entry:
        case {"dtype": str(name), "shape": [*shape], "data_offsets": [int(first), int(last)]}:
            sizes = all(type(side) is int and side >= 0 for side in shape)
            if sizes and name in _DTYPES:
                size: int = prod(shape) * np.dtype(_DTYPES[name]).itemsize
                return 0 <= first == last - size
    return False


def _header_checksum(header: Mapping[str, str], arrays: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps([header, arrays], sort_keys=True).encode()).hexdigest()


TIE = {Objective.SCORE: 1e-3, Objective.WIN: 1e-6}
"""Actions are equally good if their values differ by less; values are stored to 7 digits."""


class Solution:
    """The exact value and the optimal actions of every position of a board. Get one with `load`.

    The ghosts minimise, or draw their moves with the chances that the solution has. Values are of
    games that are cut off after `rounds` more rounds, from whatever position.

    >>> from pacgrid import State
    >>> from pacgrid.solutions.solve import solve
    >>> solution = solve(Layout.load("pocket"), path="pocket.solution")  # doctest: +SKIP
    >>> solution.value(State.initial(solution.layout))  # doctest: +SKIP
    """

    def __init__(self, header: dict[str, str], arrays: Arrays) -> None:
        self.layout = Layout.parse(header["layout"], source=header["name"] or "<text>")
        self.num_ghosts = int(header["num_ghosts"])
        self.objective = Objective(header["objective"])
        self.ghosts = header["ghosts"]
        """The names of the ghosts' agents, or "minimax"."""
        self.rounds = int(header["rounds"]) if header["rounds"] else None
        """The limit; None for games without one."""
        self.converged_after = int(header["converged_after"]) if header["converged_after"] else None
        """After how many rounds values no longer changed; None if they changed to the limit."""
        self.space = PositionSpace(
            self.layout,
            self.num_ghosts,
            exchangeable=header["is_sorted"] == "1",
            symmetric=header["is_folded"] == "1",
            blocks=arrays["blocks"],
        )
        """The numbers of its positions."""
        self._plies = GhostPlies(self.space)
        self.stored_values = arrays["values"]
        """By number: what a position with Pac-Man to move is worth, with one round less than
        `rounds`: the points to come, or the chance of winning."""
        self._last_changes = arrays["last_changes"]
        self._chances = Chances(arrays["chances by sight"], arrays["chances by position"])
        self._minimises = not any(array.size for array in self._chances)
        self._check_shapes()

    @classmethod
    def load(cls, path: str | Path, *, verify: bool = False) -> Self:
        """The solution in a file, mapped into memory.

        The checksum of large files is only compared with `verify`. Raises SolutionError.
        """
        header, arrays = read_arrays(Path(path), verify=verify)
        if header.get("pacgrid") != "solution":
            raise SolutionError(f"{path}: is not a solution")
        if header.get("rules") != rules_fingerprint():
            raise SolutionError(f"{path}: has other rules than this version; solve the board again")
        try:
            return cls(header, arrays)
        except (KeyError, ValueError):
            raise SolutionError(f"{path}: lacks a part; solve the board again") from None

    def _check_shapes(self) -> None:
        """Raise ValueError if the arrays aren't those of the board."""
        space, (by_sight, by_position) = self.space, self._chances
        width = max(map(len, space.ghost_states))
        sight = len(Stage), space.num_ghosts, len(space.maze.positions), width, MOST_MOVES
        if (
            self.stored_values.shape != (len(space),)
            or self._last_changes.shape != (len(space) if self.objective is Objective.WIN else 0,)
            or (by_sight.size and by_sight.shape != sight)
            or (by_position.size and by_position.shape != (len(self._plies), MOST_MOVES))
        ):
            raise ValueError("the arrays aren't those of the board's positions")

    def __len__(self) -> int:
        """How many positions are stored."""
        return len(self.stored_values)

    def __contains__(self, state: State) -> bool:
        try:
            self._worth(state)
        except KeyError:
            return False
        return True

    def value(self, state: State) -> float:
        """The expected final score, or the chance of winning, whoever is to move.

        Raises SolutionError if the position can't arise on this board.
        """
        if state.is_terminal:
            return self._final(state)
        values = self.action_values(state)
        return self._combined(state, values) if state.to_move else max(values.values())

    def action_values(self, state: State) -> dict[Action, float]:
        """The value of each legal action of the agent to move. Raises as `value` does."""
        try:
            return {
                action: self._worth(state.successor(action)) for action in state.legal_actions()
            }
        except KeyError:
            raise SolutionError(f"this position can't arise on this board:\n{state}") from None

    def optimal_actions(self, state: State) -> tuple[Action, ...]:
        """The best actions of the agent to move: Pac-Man maximises, and a ghost minimises.

        If the objective is to win, only those that win soonest, or for a ghost, latest: by the
        number of rounds after which the values of the positions ahead no longer changed. So play
        makes progress, even where every action wins in the end. Raises as `value` does.
        """
        sign = -1 if state.to_move else 1
        values = self.action_values(state)
        best = max((sign * value for value in values.values()), default=0.0)
        actions = [
            action for action in values if sign * values[action] > best - TIE[self.objective]
        ]
        if self.objective is Objective.SCORE or len(actions) < 2:
            return tuple(actions)
        waits = {action: sign * self._rounds_ahead(state.successor(action)) for action in actions}
        return tuple(action for action in actions if waits[action] <= min(waits.values()) + 1e-9)

    def _final(self, state: State) -> float:
        if self.objective is Objective.WIN:
            return float(state.is_win)
        return float(state.score)

    def _worth(self, state: State) -> float:
        """The value of a position at the start of a round or during one."""
        if state.is_terminal:
            return self._final(state)
        if state.to_move == 0:
            ahead = float(self.stored_values[self.space.index(state)])
            return ahead if self.objective is Objective.WIN else state.score + ahead
        return self._combined(
            state,
            {action: self._worth(state.successor(action)) for action in state.legal_actions()},
        )

    def _rounds_ahead(self, state: State) -> float:
        """After how many rounds the value of the next position with Pac-Man to move no longer
        changed: expected, or the most that ghosts can make it."""
        if state.is_terminal:
            return 0
        if state.to_move == 0:
            return float(self._last_changes[self.space.index(state)])
        actions = state.legal_actions()
        rounds = [self._rounds_ahead(state.successor(action)) for action in actions]
        if self._minimises:
            return max(rounds)
        return sum(p * each for p, each in zip(self.probabilities(state), rounds, strict=True))

    def _combined(self, state: State, values: dict[Action, float]) -> float:
        """The value of a position with a ghost to move, from those of its actions."""
        if self._minimises:
            return min(values.values())
        chances = self.probabilities(state)
        return sum(p * value for p, value in zip(chances, values.values(), strict=True))

    def probabilities(self, state: State) -> list[float]:
        """The probabilities of the legal actions of the ghost to move, if it doesn't minimise."""
        space, maze = self.space, self.space.maze
        if len(self._chances.by_position):
            chances = self._chances.by_position[self._plies.index(state)]
        else:
            number = state.to_move - 1
            ghost = state.ghosts[number]
            eaten = len(space.layout.capsules) - len(state.capsules)
            stage = stage_at(eaten, ghost.scared)
            ghost_state = GhostState(maze.node(ghost.position, ghost.direction), ghost.scared > 0)
            rank, cell = space.ranks[stage][ghost_state], maze.cells[state.pacman]
            chances = self._chances.by_sight[stage, number, cell, rank]
        return [float(chance) for chance in chances[: len(state.legal_actions())]]


@cache
def rules_fingerprint() -> str:
    """A digest of the numbers in the rules."""
    payoffs = Payoffs.of(Objective.SCORE)
    return sha256(repr((*payoffs, SCARED_MOVES)).encode()).hexdigest()[:16]
