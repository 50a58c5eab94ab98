"""What stands beside the board, in words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pacgrid.records.record import Ending, Record
from pacgrid.session.game_source import Show
from pacgrid.session.player import Player

LONG_THOUGHT = 0.5
"""Seconds, after which a view says who is thinking."""
_VERDICTS = {
    Ending.WON: "Won",
    Ending.CAUGHT: "Caught",
    Ending.ROUND_LIMIT: "Out of rounds",
    Ending.QUIT: "Quit",
}


@dataclass(frozen=True)
class Caption:
    """The words around a board, and over it when the game has ended or not begun."""

    score: int | None
    """None where several games are on, each with its own."""
    rounds: int
    pairing: str
    place: str
    status: str = ""
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
    return f"{line} ({place(record)})"


def place(game: Record | Show) -> str:
    """Which game it is: where, with what seed, and from when on others played."""
    told = f"{game.layout.name or 'a layout'}, seed {game.seed}"
    if not game.taken_over:
        return told
    return f"{told}; taken over in round {game.taken_over // len(game.agents) + 1}"


def caption_of(player: Player) -> Caption:
    """The words for what is to be seen now, of one game or of several side by side."""
    show = player.shows[0]
    alone = len(player.shows) == 1
    caption = Caption(
        score=player.state().score if alone else None,
        rounds=player.rounds,
        pairing=pairing(show.agents) if alone else f"{len(player.shows)} games side by side",
        place=place(show),
        status=_status(player),
    )
    if alone and player.over:
        return _ended(caption, show.record)
    if not player.begun and player.person:
        return replace(caption, verdict="Ready?", details=("Arrow keys or W A S D",), good=True)
    return caption


def show_verdict(player: Player, number: int) -> str:
    """How game `number` ended, if that is what is shown."""
    return verdict(player.shows[number].record) if player.has_ended(number) else ""


def _ended(caption: Caption, record: Record) -> Caption:
    points = f"{record.score} points in {record.rounds} rounds"
    keys = "Enter: continue, R: play again, space: watch again, Q: close"
    return replace(
        caption,
        score=record.score,
        verdict=verdict(record),
        details=tuple(filter(None, (forfeit_reason(record), points, keys))),
        good=record.won,
    )


def _status(player: Player) -> str:
    if player.over:
        return "" if len(player.shows) == 1 else "Enter: continue, R: play again, Q: close"
    if not player.begun and player.person:
        return ""
    if player.waited > LONG_THOUGHT and (thinker := player.thinker()):
        return f"{thinker} is thinking..."
    return "paused" if player.paused else f"{player.speed:.3g} rounds/s"
