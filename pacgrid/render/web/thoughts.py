"""The thoughts of a whole game as plain data, for a player that knows no rules."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pacgrid.action import MOVES, Action
from pacgrid.maze import HalfPosition
from pacgrid.records.record import Record
from pacgrid.records.record_lines import letter_of
from pacgrid.records.thought import Thought
from pacgrid.session.marks import Ink
from pacgrid.session.overlays import NOTHING, Overlay, marks_of
from pacgrid.state import State

HOME = "H"
_STEPS = {
    (dx * length, dy * length): letter
    for action in MOVES
    for dx, dy in [action.vector]
    for length, letter in ((1, letter_of(action)), (0.5, letter_of(action).lower()))
}


def thoughts(record: Record, states: Sequence[State]) -> dict[str, Any]:
    """What the agents thought: lists by ply, `0` where there is nothing, and no list of nothing.

    - `values`: the actions as letters, the best of them, and then two items for each: the value,
      and its short text if that isn't how the value is written.
    - `ways`: how the expected line leads the agents, joined by commas: a letter for each step, a
      small one for half a step; after an `H`, from home, where an eaten ghost begins again.
    - `expanded`: cells, counted along the rows from the bottom left, each followed by its count.
    - `features`: the number of a list of names in `featureNames`, and what each adds.
    - `depths`: how many successors, 1 ply deep, 2 plies deep, …
    - `trouble`: a line.
    """
    names: dict[tuple[str, ...], int] = {}
    told = [
        (state, move.thought or NOTHING) for state, move in zip(states, record.moves, strict=False)
    ]
    parts: dict[str, Iterable[Any]] = {
        "values": (_values(*each) for each in told),
        "ways": (_ways(*each) for each in told),
        "expanded": (_expanded(*each) for each in told),
        "features": (_features(thought.features, names) for _, thought in told),
        "depths": (list(thought.depths) for _, thought in told),
        "trouble": (thought.trouble for _, thought in told),
    }
    lists = {name: [value or 0 for value in values] for name, values in parts.items()}
    found: dict[str, Any] = {name: values for name, values in lists.items() if any(values)}
    if names:
        found["featureNames"] = [list(each) for each in names]
    return found


def _values(state: State, thought: Thought) -> list[Any]:
    labels = marks_of(state, thought, {Overlay.VALUES}).labels
    told = list(zip(thought.values.items(), labels, strict=True))
    best = _letters(action for (action, _), label in told if label.ink is Ink.BEST)
    numbers = [part for (_, value), label in told for part in _number(value, label.text)]
    return [_letters(thought.values), best, *numbers] if told else []


def _letters(actions: Iterable[Action]) -> str:
    return "".join(map(letter_of, actions))


def _number(value: float, text: str) -> tuple[float, str | int]:
    number = rounded(value)
    return number, 0 if text == str(number) else text


def _ways(state: State, thought: Thought) -> str:
    trails = marks_of(state, thought, {Overlay.PRINCIPAL_VARIATION}).trails
    if not trails:
        return ""
    points = {trail.agent: trail.points for trail in trails}
    homes = (state.pacman, *state.maze.homes)
    return ",".join(
        "".join(_step(*step, home) for step in pairwise(points.get(agent, ())))
        for agent, home in enumerate(homes[: state.num_agents])
    )


def _step(before: HalfPosition, after: HalfPosition, home: HalfPosition) -> str:
    (ax, ay), (bx, by), (hx, hy) = before, after, home
    return _STEPS.get((bx - ax, by - ay)) or HOME + _STEPS.get((bx - hx, by - hy), "-")


def _expanded(state: State, thought: Thought) -> list[int]:
    width = state.maze.width
    cells = thought.expanded.items()
    return [number for (x, y), count in cells for number in (x + y * width, count)]


def _features(features: Mapping[str, float], names: dict[tuple[str, ...], int]) -> list[float]:
    if not features:
        return []
    number = names.setdefault(tuple(features), len(names))
    return [number, *map(rounded, features.values())]


def rounded(value: float) -> int | float:
    """`value` with at least four digits that count, and all of those before the point.

    >>> rounded(12.34567), rounded(-12345.6), rounded(3.0), rounded(0.000123456)
    (12.35, -12346, 3, 0.0001235)
    """
    short = float(f"{value:.4g}") if abs(value) < 1000 else round(value, 0)
    return int(short) if abs(short) < 1e15 and short == int(short) else short
