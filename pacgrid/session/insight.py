"""What an agent thought before a move, as tables."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any

from pacgrid.action import Action
from pacgrid.records.description import KEYBOARD, agent_name, seat_name
from pacgrid.records.thought import Move, Thought
from pacgrid.search import CHANCE
from pacgrid.session.amounts import exact
from pacgrid.session.frame import Insight, Panel, Row
from pacgrid.session.marks import Ink
from pacgrid.session.overlays import FAR, Overlay
from pacgrid.state import State

MOST_DEPTHS = 8
"""Rows for depths; the deepest ones share the last."""
ARROWS = {
    Action.NORTH: "↑",
    Action.EAST: "→",
    Action.SOUTH: "↓",
    Action.WEST: "←",
    Action.STOP: "•",
}


def insight_of(
    state: State,
    move: Move | None,
    agents: Sequence[str],
    overlays: Collection[Overlay],
    best_move: Sequence[Panel] = (),
) -> Insight:
    """The tables of `overlays` for the agent to move in `state`.

    Args:
        move: the move that it chose; None if it isn't known yet.
        agents: the agents' names, Pac-Man's first.
        best_move: the panels of that overlay, if the move was analysed.
    """
    agent = state.to_move
    name = agent_name(seat_name(agent), agents[agent])
    heading = name[0].upper() + name[1:]
    heading += f", before {going(move.action)}" if move else ", to move"
    thought = (move and move.thought) or Thought()
    panels = [
        Panel(title, tuple(rows), overlay=overlay)
        for overlay, rows_of in _ROWS.items()
        if overlay in overlays
        for title, rows in (
            (overlay.heading, rows_of(state, thought)),
            *_details(overlay, state, move, thought),
        )
    ]
    if thought.trouble:
        failed = Panel("explain() raised an error", note=thought.trouble, note_ink=Ink.BAD)
        panels.insert(0, failed)
    empty = (panel.overlay for panel in panels if not panel.rows and panel.overlay)
    missing = [overlay.label for overlay in empty if overlay not in _OBSERVED]
    if move and missing:
        person = agents[agent] == KEYBOARD
        intro = "Nothing to show while you play" if person else "This agent doesn't report"
        panels.append(Panel("", note=f"{intro}: {', '.join(missing)}"))
    if Overlay.BEST_MOVE in overlays:
        panels = [*best_move, *panels]
    return Insight(agent, heading, tuple(p for p in panels if p.rows or p.note))


def going(action: Action) -> str:
    """`going east`, or `stopping`."""
    return "stopping" if action is Action.STOP else f"going {action}"


def _values(state: State, thought: Thought) -> Iterator[Row]:
    return value_rows(thought.values, thought.best(state.to_move), _label)


def value_rows(
    values: Mapping[Any, float], best: Collection[Any], label: Callable[[Any], str]
) -> Iterator[Row]:
    """The value of each action, of which `best` are the best."""
    for action, value in values.items():
        ink = Ink.BEST if action in best else Ink.VALUE
        yield Row(label(action), exact(value), ink=ink, strong=action in best)


def _label(action: Action) -> str:
    return f"{ARROWS[action]} {action}"


def _details(
    overlay: Overlay, state: State, move: Move | None, thought: Thought
) -> Iterator[tuple[str, Iterator[Row]]]:
    """The titles and rows of the tables with more numbers, which follow the table of `overlay`."""
    if overlay is Overlay.VALUES:
        best = thought.best(state.to_move)
        for name, numbers in thought.action_details.items():
            yield detail_title(name), detail_rows(numbers, best, _label)
    elif overlay is Overlay.EXPANDED and thought.details:
        nodes = [("nodes", float(move.nodes))] if move and move.nodes else []
        counts = [*nodes, *thought.details.items()]
        yield "The search in numbers", (Row(label, exact(count)) for label, count in counts)


def detail_title(name: str) -> str:
    """The title of a table with one more number about each action."""
    return f"{name[0].upper()}{name[1:]} of each action"


def detail_rows(
    numbers: Mapping[Any, float], best: Collection[Any], label: Callable[[Any], str]
) -> Iterator[Row]:
    """One more number about each action, as bars."""
    most = max(map(abs, numbers.values()), default=0) or 1
    for action, number in numbers.items():
        ink = Ink.BEST if action in best else Ink.VALUE
        yield Row(label(action), exact(number), number / most, ink, strong=action in best)


def _principal_variation(state: State, thought: Thought) -> Iterator[Row]:
    return line_rows(state, thought.principal_variation)


def line_rows(state: State, line: Sequence[Action]) -> Iterator[Row]:
    """The moves of a line of play from `state` on, by agent."""
    return variation_rows(state, line, lambda _, action: ARROWS[action], seat_name)


def variation_rows(
    state: Any,
    line: Iterable[Any],
    name: Callable[[Any, Any], str],
    seat: Callable[[int], str],
) -> Iterator[Row]:
    """The actions of a line of play from `state` on, by agent, in a game of any kind.

    Args:
        name: what an action in a position is called.
        seat: what an agent is called.
    """
    lines: dict[int, list[str]] = {}
    for action in line:
        lines.setdefault(state.to_move, []).append(name(state, action))
        state = state.successor(action)
    for agent, names in sorted(lines.items()):
        if agent != CHANCE:
            yield Row(seat(agent), " ".join(names), agent=agent)


def _expanded(_: State, thought: Thought) -> Iterator[Row]:
    counts = [*thought.depths]
    labels = [f"{depth} {'ply' if depth == 1 else 'plies'}" for depth in range(1, len(counts) + 1)]
    if len(counts) > MOST_DEPTHS:
        counts[MOST_DEPTHS - 1 :] = [sum(counts[MOST_DEPTHS - 1 :])]
        labels[MOST_DEPTHS - 1 :] = [f"{MOST_DEPTHS}+ plies"]
    for label, count in zip(labels, counts, strict=True):
        yield Row(label, f"{count:,}", count / max(counts), Ink.EXPANDED)


def _distance(state: State, _: Thought) -> Iterator[Row]:
    for name, cells in (("nearest food", state.food), ("nearest capsule", state.capsules)):
        steps = state.maze.nearest(state.pacman, cells)
        if steps < inf:
            yield Row(name, _steps(steps), ink=Ink.DISTANCE)


def _danger(state: State, _: Thought) -> Iterator[Row]:
    for number, ghost in enumerate(state.ghosts, start=1):
        steps = state.maze.distance(ghost.position, state.pacman)
        near = steps < FAR and not ghost.scared
        scared = f", scared for {ghost.scared}" if ghost.scared else ""
        text = (_steps(steps) if steps < inf else "out of reach") + scared
        yield Row(seat_name(number), text, ink=Ink.DANGER if near else Ink.TEXT, agent=number)


def _features(_: State, thought: Thought) -> Iterator[Row]:
    return feature_rows(thought.features)


def feature_rows(features: Mapping[str, float]) -> Iterator[Row]:
    """What each feature adds to an evaluation, the most important first."""
    shares = sorted(features.items(), key=lambda share: -abs(share[1]))
    most = max((abs(share) for _, share in shares), default=0) or 1
    for name, share in shares:
        ink = Ink.GOOD if share >= 0 else Ink.BAD
        yield Row(name.replace("_", " "), exact(share), share / most, ink)
    if len(shares) > 1:
        yield Row("sum", exact(sum(share for _, share in shares)), strong=True)


def _steps(steps: float) -> str:
    return f"{steps:g} {'step' if steps == 1 else 'steps'}"


_OBSERVED = {Overlay.DISTANCE, Overlay.DANGER}
"""Overlays that show the position itself, and need no report."""
_ROWS = {
    Overlay.VALUES: _values,
    Overlay.PRINCIPAL_VARIATION: _principal_variation,
    Overlay.EXPANDED: _expanded,
    Overlay.DISTANCE: _distance,
    Overlay.DANGER: _danger,
    Overlay.FEATURES: _features,
}
