"""Finds a position of any game from its drawing."""

import re
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count, islice
from typing import Any

from pacgrid.games.game_error import GameError
from pacgrid.games.moves import mover
from pacgrid.search import CHANCE

MOST_POSITIONS = 50_000
"""So many are looked at."""
MORE_POSITIONS = 5_000
"""So many are looked at to find the same drawing with somebody else to move."""

_TO_MOVE = re.compile(r"(?im)^\s*to move:(.*)$")


def find_position(start: Any, text: str, source: str) -> Any:
    """The position that `text` draws as `print(state)` does, among those that can be reached from
    `start`. A line `to move: NAME` says who is to move where the drawing doesn't tell. Spaces and
    empty lines don't matter.

    Best-first search: positions that are drawn more alike come first.

    Raises GameError, which begins with `source`, if there is none, or no single one.
    """
    try:
        hash(start)
    except TypeError as error:
        fix = "make them frozen dataclasses, or give the moves with --after"
        raise GameError(
            f"{source}: the game's positions can't be hashed ({error}); {fix}"
        ) from None
    said = [name.strip() for name in _TO_MOVE.findall(text)]
    drawing = _squeezed(_TO_MOVE.sub("", text))
    if not drawing:
        raise GameError(f"{source}: draws no position; write it as print(state) prints it")
    looked, found = 0, {}
    for looked, state in enumerate(islice(_alike(start, drawing), MOST_POSITIONS), start=1):
        if _squeezed(str(state)) == drawing and state.to_move not in found:
            found[state.to_move] = state
        if found and looked >= MORE_POSITIONS:
            break
    if not found:
        if looked == MOST_POSITIONS:
            fix = "check it, or give the moves with --after"
            raise GameError(f"{source}: not found among {looked:,} positions of the game; {fix}")
        raise GameError(f"{source}: the game can't reach this position")
    by_mover = [found[number] for number in sorted(found)]
    names = " or ".join(map(mover, by_mover))
    if said:
        if said[-1].lower() not in names.lower().split(" or "):
            raise GameError(f"{source}: {names} is to move in this position, not {said[-1]:.40}")
        return next(state for state in by_mover if mover(state).lower() == said[-1].lower())
    choices = [state for state in by_mover if state.to_move != CHANCE] or by_mover
    if len(choices) > 1:
        raise GameError(f"{source}: add a line that says who is to move, {names}: `to move: …`")
    return choices[0]


def _alike(start: Any, drawing: str) -> Iterator[Any]:
    """The positions that can be reached, those whose drawings differ least from `drawing` first."""
    numbers, seen = count(), {start}
    waiting = [(_difference(str(start), drawing), next(numbers), start)]
    while waiting:
        *_, state = heappop(waiting)
        yield state
        for action in () if state.is_terminal else state.legal_actions():
            after = state.successor(action)
            if after not in seen:
                seen.add(after)
                heappush(waiting, (_difference(str(after), drawing), next(numbers), after))


def _difference(text: str, drawing: str) -> int:
    """In how many places two drawings differ."""
    text = _squeezed(text)
    return abs(len(text) - len(drawing)) + sum(
        one != other for one, other in zip(text, drawing, strict=False)
    )


def _squeezed(text: str) -> str:
    return "".join(text.split())
