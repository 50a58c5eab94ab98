"""A record as JSON Lines: a header, then a line for every ply, then the result.

Empty parts are left out. The game's setup says how an action is written.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from pacgrid.games.game_setup import Ending, GameSetup
from pacgrid.records.thought import Move, Thought

FORMAT = "pacgrid record"
VERSION = 5
"""2 adds thoughts, 3 games that start from a drawn position; 4 has a line for every ply, 5 other
games than Pac-Man."""


class RecordedGame(Protocol):
    """What a record has."""

    @property
    def setup(self) -> GameSetup: ...
    @property
    def agents(self) -> tuple[str, ...]: ...
    @property
    def seed(self) -> int: ...
    @property
    def moves(self) -> tuple[Move, ...]: ...
    @property
    def score(self) -> Any: ...
    @property
    def ending(self) -> Ending: ...
    @property
    def forfeit(self) -> int | None: ...
    @property
    def message(self) -> str: ...
    @property
    def details(self) -> str: ...
    @property
    def taken_over(self) -> int: ...

    def states(self) -> Iterator[Any]:
        """Every state of the game, first to last."""


def record_lines(record: RecordedGame) -> Iterator[str]:
    """The lines of a complete record."""
    yield header_line(record)
    for state, move in zip(record.states(), record.moves, strict=False):
        yield move_line(record.setup, state, move)
    yield result_line(record)


def header_line(record: RecordedGame) -> str:
    return _line(
        format=FORMAT,
        version=VERSION,
        **record.setup.header(),
        agents=record.agents,
        seed=record.seed,
        taken_over=record.taken_over,
    )


def move_line(setup: GameSetup, state: Any, move: Move) -> str:
    """The line of a move that was played in `state`."""
    return _line(
        action=setup.action_text(state, move.action),
        seconds=round(move.seconds, 6),
        cpu_seconds=round(move.cpu_seconds, 6),
        nodes=move.nodes,
        thought=move.thought and thought_data(setup, state, move.thought),
    )


def result_line(record: RecordedGame) -> str:
    return _line(
        score=record.score,
        ending=record.ending,
        forfeit=record.forfeit,
        message=record.message,
        details=record.details,
    )


def thought_data(setup: GameSetup, state: Any, thought: Thought) -> dict[str, Any]:
    """The JSON value of a thought about `state`."""

    def by_text(numbers: Mapping[Any, float]) -> dict[str, float]:
        return {setup.action_text(state, action): number for action, number in numbers.items()}

    return _filled(
        values=by_text(thought.values),
        principal_variation=variation_texts(setup, state, thought.principal_variation),
        features=thought.features,
        expanded=[(x, y, count) for (x, y), count in thought.expanded.items()],
        depths=thought.depths,
        trouble=thought.trouble,
        action_details={name: by_text(each) for name, each in thought.action_details.items()},
        details=thought.details,
    )


def variation_texts(setup: GameSetup, state: Any, variation: tuple[Any, ...]) -> list[str]:
    """A line of play from `state` on."""
    texts = []
    for action in variation:
        texts.append(setup.action_text(state, action))
        state = state.successor(action)
    return texts


def _line(**parts: object) -> str:
    return json.dumps(_filled(**parts)) + "\n"


def _filled(**parts: object) -> dict[str, Any]:
    """The parts that are not empty. Zero is a number like others."""
    return {name: part for name, part in parts.items() if part or part == 0}
