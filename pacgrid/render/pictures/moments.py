"""The moments of a game that are worth seeing, when it can't be seen whole."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from pacgrid.records.description import verdict
from pacgrid.records.record import Record
from pacgrid.session.events import EventKind, Events
from pacgrid.session.scene import Scene, Transition, facing, scene
from pacgrid.state import State

EVENLY = 12
"""How many moments are chosen evenly, the first and the last among them."""
JUST_EATEN = 0.75
"""When in its round an eaten ghost is on its way home, and Pac-Man is where it was."""


@dataclass(frozen=True)
class Moment:
    """The end of a round, or the start of the game."""

    rounds: int
    scene: Scene
    score: int
    notes: tuple[str, ...]
    """What happened in this round."""


def moments(record: Record, most: int) -> list[Moment]:
    """At most `most` moments, at least two: some evenly chosen, and those when capsules and ghosts
    were eaten as far as there is room for them."""
    states, last = [*record.states()], record.rounds
    notes = _notes(record, states)
    steps = min(EVENLY, most) - 1
    chosen = sorted({*notes, *(round(step * last / steps) for step in range(steps + 1))})
    if len(chosen) > most:
        chosen = [chosen[round(step * (len(chosen) - 1) / (most - 1))] for step in range(most)]
    return [_moment(record, states, number, notes[number]) for number in chosen]


def _notes(record: Record, states: Sequence[State]) -> dict[int, list[str]]:
    """What happened, by round."""
    events: dict[int, Counter[EventKind]] = defaultdict(Counter)
    for event in Events(states).now():
        events[-(-event.ply // len(record.agents))][event.kind] += 1
    notes: dict[int, list[str]] = defaultdict(list)
    for number, kinds in events.items():
        if kinds[EventKind.CAPSULE]:
            notes[number].append("capsule")
        if ghosts := kinds[EventKind.GHOST]:
            notes[number].append("ghost eaten" if ghosts == 1 else f"{ghosts} ghosts eaten")
    notes[record.rounds].append(verdict(record))
    return notes


def _moment(record: Record, states: Sequence[State], number: int, notes: Sequence[str]) -> Moment:
    agents, last = len(record.agents), len(states) - 1
    before, after = max(number - 1, 0) * agents, min(number * agents, last)
    is_last = after == last
    fraction = JUST_EATEN if any("eaten" in note for note in notes) and not is_last else 1
    transition = Transition(states[before], states[after], facing(states, after))
    score = record.score if is_last else states[after].score
    return Moment(number, scene(transition, fraction), score, tuple(notes))
