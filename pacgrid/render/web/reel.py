"""A whole game as plain data, for a player that knows no rules."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from pacgrid.action import Action
from pacgrid.cells import Cells
from pacgrid.records.description import forfeit_reason, game_name, pairing, result_line, verdict
from pacgrid.records.record import Ending, Record
from pacgrid.records.record_lines import letter_of
from pacgrid.render.paths import brush, path_of
from pacgrid.render.pictures.svg import wall_paths
from pacgrid.render.shapes import (
    FOOD_SIZE,
    TINT_OPACITY,
    TRAIL_OPACITY,
    TRAIL_WIDTH,
    Area,
    Figure,
    Stroke,
    capsule_size,
    ghost,
    tint,
)
from pacgrid.render.web.thoughts import thoughts
from pacgrid.session.events import ghosts_eaten
from pacgrid.session.marks import LABEL_RIM, LONGEST_LABEL, SMALLEST_LABELLED, Ink
from pacgrid.session.scene import Mood, Stride
from pacgrid.session.themes import COLOUR_BLIND
from pacgrid.state import Ghost, State


def reel(record: Record) -> dict[str, Any]:
    """What a player needs to show the game, and no more; all of it can be written as JSON.

    A *place* of an agent is `[x, y, direction, scared]`, with Pac-Man's direction that in which
    he looks. `changes[p - 1]` is what ply `p` changed: the points it brought, and then five
    numbers, the agent's and those of its new place, for each agent that was changed. Food and
    capsules are `[x, y, p]`, eaten in ply `p`, or never if `p` is 0. `thoughts` are there only if
    any were kept.
    """
    states = list(record.states())
    maze = states[0].maze
    places = _places(states)
    told = thoughts(record, states)
    return {
        "size": [maze.width, maze.height],
        "maze": maze.walls,
        "walls": wall_paths(maze),
        "agents": list(record.agents),
        "pairing": pairing(record.agents),
        "place": game_name(record),
        "takenOver": record.taken_over,
        "food": _eaten([state.food for state in states]),
        "capsules": _eaten([state.capsules for state in states]),
        "start": places[0],
        "changes": [
            [after.score - before.score, *_changed(old, new)]
            for (before, after), (old, new) in zip(pairwise(states), pairwise(places), strict=True)
        ],
        "ghostsEaten": [
            [ply, number, *after.pacman]
            for ply, (before, after) in enumerate(pairwise(states), start=1)
            for number in ghosts_eaten(before, after)
        ],
        "moves": "".join(letter_of(move.action) for move in record.moves),
        "micros": [round(move.seconds * 1e6) for move in record.moves],
        "nodes": [move.nodes for move in record.moves],
        "end": {
            "score": record.score,
            "won": record.won,
            "caught": record.ending is Ending.CAUGHT,
            "verdict": verdict(record),
            "line": result_line(record),
            "reason": forfeit_reason(record),
        },
        "figures": _figures(len(record.agents) - 1),
        **({"thoughts": told} if told else {}),
    }


Place = list[int | float]


def _places(states: list[State]) -> list[list[Place]]:
    """By state and agent: its place."""
    stride = Stride.standing(states[0])
    found: list[list[Place]] = []
    for state in states:
        stride = stride.then(state)
        x, y = state.pacman
        found.append([[x, y, stride.facing, 0], *map(_ghost_place, state.ghosts)])
    return found


def _changed(old: list[Place], new: list[Place]) -> list[int | float]:
    """The numbers and places of the agents that aren't as they were."""
    pairs = enumerate(zip(old, new, strict=True))
    return [value for n, (was, now) in pairs if was != now for value in (n, *now)]


def _eaten(by_ply: list[Cells]) -> list[list[int]]:
    """For everything that was there at first: where it is, and the ply in which it was eaten."""
    gone = {
        place: ply
        for ply, (before, after) in enumerate(pairwise(by_ply), start=1)
        if before.mask != after.mask
        for place in before - after
    }
    return [[*place, gone.get(place, 0)] for place in by_ply[0]]


def _figures(ghosts: int) -> dict[str, Any]:
    """The shapes of a ghost's parts: their colour's name, path, and width of the brush, if any."""

    def drawn(figure: Sequence[Area | Stroke], *colours: str) -> list[tuple[str, str, float]]:
        names = colours * len(figure)
        return [(n, path_of(s), brush(s)) for n, s in zip(names, figure, strict=False)]

    def numbered(number: int) -> Figure:
        return ghost(number, Action.STOP, Mood.ACTIVE, 0, COLOUR_BLIND)

    usual = ghost(1, Action.STOP, Mood.ACTIVE, 0)
    return {
        "bodies": [path_of(ghost(1, Action.STOP, Mood.ACTIVE, wave)[0]) for wave in (0, 1)],
        "eyes": [drawn(ghost(1, looking, Mood.EATEN, 0), "eye", "pupil") for looking in Action],
        # Where a number is below them, they are higher by so many cells.
        "eyesUp": round(usual[1].points[0][1] - numbered(1)[1].points[0][1], 4),
        "numbers": [drawn(numbered(number)[-1:], "ink") for number in range(1, ghosts + 1)],
        "frightened": drawn(ghost(1, Action.STOP, Mood.SCARED, 0)[1:], "face"),
        "food": FOOD_SIZE,
        "capsule": [capsule_size(0), capsule_size(1)],
        "tint": path_of(tint(Ink.EXPANDED)[0]),
        "tintOpacity": TINT_OPACITY,
        "trailOpacity": TRAIL_OPACITY,
        "trailWidth": TRAIL_WIDTH,
        "label": {"smallest": SMALLEST_LABELLED, "longest": LONGEST_LABEL, "rim": LABEL_RIM},
    }


def _ghost_place(ghost: Ghost) -> Place:
    x, y = ghost.position
    return [_short(x), _short(y), ghost.direction, ghost.scared]


def _short(number: float) -> int | float:
    return int(number) if number == int(number) else number
