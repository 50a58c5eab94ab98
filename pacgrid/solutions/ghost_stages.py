"""Where a ghost can be: the nodes that it can really reach, by its timer."""

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from pacgrid.action import Action
from pacgrid.maze import Maze, Node
from pacgrid.state import SCARED_MOVES


class Stage(IntEnum):
    """What a ghost can be, as far as the capsules eaten and the timer say.

    All ghosts that are scared at Pac-Man's turn have the same timer: it starts at the same value
    for all, and each ghost has moved equally often since.
    """

    CALM = 0
    """No ghost is scared."""
    ODD = 1
    """One capsule has been eaten, and the timer is odd: a scared ghost is between two cells."""
    EVEN = 2
    """One capsule has been eaten, and the timer is even: a scared ghost is in a cell."""
    MIXED = 3
    """Several capsules have been eaten, so a ghost may have been scared between two cells."""


class GhostPlace(NamedTuple):
    """One ghost: its node, and whether it is scared."""

    node: Node
    scared: bool


MOST_CAPSULES = 2
"""Positions are indexed in the same way after two capsules and after more."""


def stage_at(capsules_eaten: int, timer: int) -> Stage:
    """The stage at some timer; each capsule that has been eaten counts."""
    if timer == 0:
        return Stage.CALM
    if capsules_eaten > 1:
        return Stage.MIXED
    return Stage.ODD if timer % 2 else Stage.EVEN


def moves(maze: Maze, ghost: GhostPlace, timer: int) -> Iterator[tuple[Action, GhostPlace]]:
    """A ghost's legal actions and where they lead, before it meets anybody."""
    node, scared = ghost
    if not scared:
        for action, target in maze.ghost_moves[node].items():
            yield action, GhostPlace(target, scared=False)
    else:
        for action, target in maze.scared_moves[node].items():
            if timer == 1:
                yield action, GhostPlace(maze.snapped[target], scared=False)
            else:
                yield action, GhostPlace(target, scared=True)


def ghost_places(maze: Maze, starts: set[Node], capsules: int) -> list[list[GhostPlace]]:
    """By stage: every place that a ghost can have which starts on one of `starts`."""
    places: list[set[GhostPlace]] = [set() for _ in Stage]
    places[Stage.CALM] = {GhostPlace(node, scared=False) for node in starts}
    size = -1
    while size != (size := sum(map(len, places))):
        active = places[Stage.CALM]
        for eaten in range(min(capsules, MOST_CAPSULES) + 1):
            timers = (SCARED_MOVES, 3, 2, 1) if eaten else (0,)
            for timer in timers:
                here = places[stage_at(eaten, timer)]
                here |= active
                after = places[stage_at(eaten, max(timer - 1, 0))]
                after |= {to for ghost in [*here] for _, to in moves(maze, ghost, timer)}
                if eaten == MOST_CAPSULES:
                    any_place = set().union(*places)
                    here |= {GhostPlace(node, scared=True) for node, _ in any_place}
                elif eaten and timer == SCARED_MOVES:
                    here |= {GhostPlace(node, scared=True) for node, _ in active}
    return [sorted(stage) for stage in places]
