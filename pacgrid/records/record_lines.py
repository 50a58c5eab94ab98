"""A record as JSON Lines: a header, then a line for every ply, then the result.

Empty parts are left out, and an action is a letter.
"""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pacgrid.action import Action
from pacgrid.records.thought import Thought

if TYPE_CHECKING:
    from pacgrid.records.record import Move, Record

FORMAT = "pacgrid record"
VERSION = 4
"""2 adds thoughts, 3 games that start from a drawn position; 4 has a line for every ply."""
_LETTERS = ("N", "E", "S", "W", "-")


def letter_of(action: Action) -> str:
    return _LETTERS[action]


def action_of(letter: object) -> Action:
    """The action of a letter. Raises ValueError for anything else."""
    if letter not in _LETTERS:
        raise ValueError(f"unknown action {letter!r}; use {', '.join(_LETTERS)}")
    return Action(_LETTERS.index(letter))


def record_lines(record: "Record") -> Iterator[str]:
    """The lines of a complete record."""
    yield header_line(record)
    yield from map(move_line, record.moves)
    yield result_line(record)


def header_line(record: "Record") -> str:
    return _line(
        format=FORMAT,
        version=VERSION,
        layout={"name": record.layout.name, "rows": record.layout.rows},
        agents=record.agents,
        seed=record.seed,
        taken_over=record.taken_over,
        start=str(record.start or ""),
    )


def move_line(move: "Move") -> str:
    return _line(
        action=letter_of(move.action),
        seconds=round(move.seconds, 6),
        cpu_seconds=round(move.cpu_seconds, 6),
        nodes=move.nodes,
        thought=move.thought and thought_data(move.thought),
    )


def result_line(record: "Record") -> str:
    return _line(
        score=record.score,
        ending=record.ending,
        forfeit=record.forfeit,
        message=record.message,
        details=record.details,
    )


def thought_data(thought: Thought) -> dict[str, Any]:
    """The JSON value of a thought."""
    return _filled(
        values={letter_of(action): value for action, value in thought.values.items()},
        principal_variation="".join(map(letter_of, thought.principal_variation)),
        features=thought.features,
        expanded=[(x, y, count) for (x, y), count in thought.expanded.items()],
        depths=thought.depths,
        trouble=thought.trouble,
        action_details={
            name: {letter_of(action): number for action, number in numbers.items()}
            for name, numbers in thought.action_details.items()
        },
        details=thought.details,
    )


def _line(**parts: object) -> str:
    return json.dumps(_filled(**parts)) + "\n"


def _filled(**parts: object) -> dict[str, Any]:
    """The parts that are not empty. Zero is a number like others."""
    return {name: part for name, part in parts.items() if part or part == 0}
