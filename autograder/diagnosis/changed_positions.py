"""Pairs of positions that differ in one thing, to see whether an evaluation notices it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from pacgrid.action import Action
from pacgrid.layout import Position
from pacgrid.state import Drawing, DrawnGhost, State, read_drawing

_SCARED = 30
"""The moves that a scared ghost has left."""


class PositionChange(StrEnum):
    """What two positions differ in, as a change for which most evaluations have one sign."""

    SCORE = "10 points more"
    EATING = "eating food next to Pac-Man"
    NEAR_FOOD = "food nearer"
    FOOD_LEFT = "less food left"
    GHOST_BESIDE = "an active ghost next to Pac-Man"
    GHOST = "an active ghost 2 or 3 steps away"
    SCARED_GHOST = "a scared ghost 2 or 3 steps away"
    ORDER = "two ghosts exchanged"


class PositionPair(NamedTuple):
    """Two positions that differ in one thing."""

    change: PositionChange
    before: State
    after: State
    ghost: int = 0
    """The number of the ghost that comes nearer."""


def sample(states: Iterable[State], count: int) -> list[State]:
    """At most `count` of `states`, evenly spread; none twice, none in a finished game, and all in
    Pac-Man's turn."""
    usable = [s for s in dict.fromkeys(states) if not s.is_terminal and s.to_move == 0]
    size = min(count, len(usable))
    return [usable[index * len(usable) // size] for index in range(size)]


def pairs(state: State) -> Iterator[PositionPair]:
    """Changes of `state`, all in its maze."""
    drawing = read_drawing(str(state))
    by_distance = _by_distance(state)
    far = by_distance[-1]
    near = [place for place in by_distance[1:] if state.maze.distance(state.pacman, place) <= 3]
    away = replace(drawing, ghosts=tuple(_moved(ghost, far) for ghost in drawing.ghosts))
    if far not in near and near:
        yield from _ghosts(away, near[0], near[len(near) // 2 :])
    yield _pair(PositionChange.SCORE, drawing, score=drawing.score + 10)
    beside = [
        place
        for place in near
        if place not in drawing.capsules and state.maze.distance(state.pacman, place) == 1
    ]
    if beside and drawing.food - {beside[0]}:
        rest = drawing.food - {beside[0]}
        waiting = replace(away, food=rest | {beside[0]})
        yield _pair(
            PositionChange.EATING, waiting, pacman=beside[0], food=rest, score=drawing.score + 10
        )
    yield from _food(drawing, [place for place in by_distance if place in drawing.food])


def _ghosts(away: Drawing, beside: Position, near: Sequence[Position]) -> Iterator[PositionPair]:
    """Each ghost `beside` Pac-Man or `near` him, the first one also scared, while the others stay
    far `away`."""
    ghosts = away.ghosts
    for number, ghost in enumerate(ghosts):
        for place in dict.fromkeys((beside, near[0], near[-1])):
            close = (*ghosts[:number], _moved(ghost, place), *ghosts[number + 1 :])
            change = PositionChange.GHOST_BESIDE if place == beside else PositionChange.GHOST
            yield _pair(change, away, ghost=number + 1, ghosts=close)
    if not ghosts:
        return
    scared = replace(ghosts[0], scared=_SCARED)
    close = (_moved(scared, near[-1], _SCARED), *ghosts[1:])
    yield _pair(
        PositionChange.SCARED_GHOST, replace(away, ghosts=(scared, *ghosts[1:])), ghosts=close
    )
    if len(ghosts) > 1:
        one = (_moved(ghosts[0], beside), *ghosts[1:])
        other = (ghosts[0], _moved(ghosts[1], beside), *ghosts[2:])
        yield _pair(PositionChange.ORDER, replace(away, ghosts=one), ghosts=other)


def _food(drawing: Drawing, food: Sequence[Position]) -> Iterator[PositionPair]:
    """The only `food` nearer, in a straight line, too; and all of it, without the farthest. The
    nearest comes first."""

    def offset(place: Position) -> int:
        return sum(abs(here - there) for here, there in zip(drawing.pacman, place, strict=True))

    farther = [place for place in food if offset(place) > offset(food[0])]
    if farther:
        one = replace(drawing, food=frozenset(farther[-1:]))
        yield _pair(PositionChange.NEAR_FOOD, one, food=frozenset(food[:1]))
    if len(food) > 1:
        yield _pair(PositionChange.FOOD_LEFT, drawing, food=frozenset(food[:-1]))


def _by_distance(state: State) -> Sequence[Position]:
    """The cells that Pac-Man can reach, nearest first: his own is the first."""
    steps = state.maze.steps_from(state.maze.cells[state.pacman])
    reached = [cell for cell, distance in enumerate(steps) if distance < float("inf")]
    return [state.maze.positions[cell] for cell in sorted(reached, key=steps.__getitem__)]


def _moved(ghost: DrawnGhost, place: Position, scared: int = 0) -> DrawnGhost:
    return replace(ghost, position=place, direction=Action.STOP, scared=scared)


def _pair(
    change: PositionChange, before: Drawing, ghost: int = 0, **changes: object
) -> PositionPair:
    after = replace(before, **changes)  # type: ignore[arg-type]
    return PositionPair(change, State.drawn(before), State.drawn(after), ghost)
