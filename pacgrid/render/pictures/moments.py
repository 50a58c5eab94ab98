"""The moments of a game that are worth seeing, when it can't be seen whole."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from pacgrid.records.description import verdict
from pacgrid.records.record import Record
from pacgrid.render.pictures.film import plies_by_round
from pacgrid.session.events import capsule_eaten, ghosts_eaten
from pacgrid.session.scene import Scene, Stride, scene

EVENLY = 12
"""How many moments are chosen evenly, the first and the last among them."""
JUST_EATEN = 0.75
"""When in its round an eaten ghost is on its way home, and Pac-Man has come to where it was."""


@dataclass(frozen=True)
class Moment:
    """The end of a round, or the start of the game."""

    stride: Stride
    rounds: int
    score: int
    notes: tuple[str, ...] = ()
    """What has happened in this round."""
    fraction: float = 1

    @property
    def scene(self) -> Scene:
        return scene(self.stride, self.fraction)


def moments(record: Record, most: int) -> list[Moment]:
    """At most `most` moments, at least two: some evenly chosen, and those when capsules and ghosts
    were eaten as far as there is room for them."""
    last = record.rounds
    number = min(EVENLY, most)
    even = {round(step * last / (number - 1)) for step in range(number)}
    found = [moment for moment in every(record) if moment.notes or moment.rounds in even]
    if len(found) <= most:
        return found
    return [found[round(step * (len(found) - 1) / (most - 1))] for step in range(most)]


def every(record: Record) -> Iterator[Moment]:
    """All moments of a game."""
    rounds = plies_by_round(record)
    stride = Stride.standing(next(rounds)[-1])
    over = verdict(record)
    if not record.moves:
        yield Moment(stride, 0, record.score, (over,))
        return
    yield Moment(stride, 0, stride.after.score)
    for number, plies in enumerate(rounds, start=1):
        steps = [*pairwise((stride.after, *plies))]
        ghosts = sum(len(ghosts_eaten(before, after)) for before, after in steps)
        notes = ["capsule"] * any(map(capsule_eaten, *zip(*steps, strict=True)))
        if ghosts:
            notes.append("ghost eaten" if ghosts == 1 else f"{ghosts} ghosts eaten")
        stride = stride.then(plies[-1])
        if is_last := number == record.rounds:
            notes.append(over)
        yield Moment(
            stride,
            number,
            record.score if is_last else stride.after.score,
            tuple(notes),
            JUST_EATEN if ghosts and not is_last else 1,
        )
