"""What a ghost can be: the nodes that it can reach, scared or not, by the timer."""

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from pacgrid.action import Action
from pacgrid.maze import Maze, Node


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


class GhostState(NamedTuple):
    """A ghost's node, and whether it is scared."""

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


def moves(maze: Maze, ghost: GhostState, timer: int) -> Iterator[tuple[Action, GhostState]]:
    """A ghost's legal actions and where they lead, before it meets anybody."""
    node, scared = ghost
    if not scared:
        for action, target in maze.ghost_moves[node].items():
            yield action, GhostState(target, scared=False)
    else:
        for action, target in maze.scared_moves[node].items():
            if timer == 1:
                yield action, GhostState(maze.snapped[target], scared=False)
            else:
                yield action, GhostState(target, scared=True)


STEPS = (
    (Stage.CALM, 0, Stage.CALM),
    (Stage.EVEN, 0, Stage.ODD),
    (Stage.ODD, 0, Stage.EVEN),
    (Stage.ODD, 1, Stage.CALM),
    (Stage.MIXED, 0, Stage.MIXED),
    (Stage.MIXED, 1, Stage.CALM),
)
"""A stage, 1 if the timer is 1, and the stage after the ghosts' moves."""

_STAGES = ((Stage.CALM,), (Stage.CALM, Stage.ODD, Stage.EVEN), tuple(Stage))
"""By capsules: the stages that arise."""


def ghost_states(maze: Maze, starts: set[Node], capsules: int) -> list[list[GhostState]]:
    """By stage: every state that a ghost can have which starts on one of `starts`."""
    stages = _STAGES[min(capsules, MOST_CAPSULES)]

    def ahead(stage: Stage, ghost: GhostState) -> Iterator[tuple[Stage, GhostState]]:
        for before, last, after in STEPS:
            if before == stage:
                for _, to in moves(maze, ghost, 1 if last else 2):
                    yield after, to
        scared = ghost._replace(scared=True)
        if stage is Stage.CALM:
            yield from ((other, ghost) for other in stages)
            if capsules:
                yield Stage.EVEN, scared
        if Stage.MIXED in stages:
            yield Stage.MIXED, scared

    states: list[set[GhostState]] = [set() for _ in Stage]
    fresh = [(Stage.CALM, GhostState(node, scared=False)) for node in starts]
    while fresh:
        stage, ghost = fresh.pop()
        if ghost not in states[stage]:
            states[stage].add(ghost)
            fresh += ahead(stage, ghost)
    return [sorted(stage) for stage in states]
