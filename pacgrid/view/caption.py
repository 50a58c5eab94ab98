"""What stands beside the board, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pacgrid.record import Ending, Record

_VERDICTS = {
    Ending.WON: "Won",
    Ending.CAUGHT: "Caught",
    Ending.ROUND_LIMIT: "Out of rounds",
    Ending.QUIT: "Quit",
}


@dataclass(frozen=True)
class Caption:
    """The words around a board, and over it when the game has ended or not begun."""

    score: int
    rounds: int
    pairing: str
    place: str
    status: str = ""
    keys: str = ""
    verdict: str = ""
    """The big word on a banner; no banner without one."""
    details: tuple[str, ...] = ()
    """The lines under the verdict."""
    good: bool = False
    """Whether the verdict is good news for Pac-Man."""


def pairing(agents: Sequence[str]) -> str:
    """Who plays whom.

    >>> pairing(["reflex", "random_ghost", "random_ghost"])
    'reflex against random_ghost x 2'
    """
    pacman, *ghosts = agents
    counted = [(name, len(list(same))) for name, same in groupby(ghosts)]
    told = ", ".join(name if count == 1 else f"{name} x {count}" for name, count in counted)
    return f"{pacman} against {told}" if told else f"{pacman} alone"


def verdict(record: Record) -> str:
    """How the game ended, in a word or two."""
    if record.forfeit is None:
        return _VERDICTS[record.ending]
    return "Won by forfeit" if record.forfeit else "Forfeit"


def forfeit_reason(record: Record) -> str:
    """Whose fault a forfeit is, and what it was; empty for a game that was played out."""
    if record.forfeit is None:
        return ""
    who = f"Ghost {record.forfeit}" if record.forfeit else "Pac-Man"
    name = record.agents[record.forfeit]
    return f"{who} ({name}): {record.ending}: {record.message}"


def result_line(record: Record) -> str:
    """The whole game in a line."""
    rounds = f"{record.rounds} round{'' if record.rounds == 1 else 's'}"
    line = f"{verdict(record)}: {record.score} points after {rounds}"
    place = f"{record.layout.name or 'a layout'}, seed {record.seed}"
    return f"{line} ({place})"
