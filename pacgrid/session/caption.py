"""What stands beside the board, in words."""

from dataclasses import dataclass, replace

from pacgrid.records.description import forfeit_reason, game_name, pairing, verdict
from pacgrid.records.record import Record
from pacgrid.session.player import Player

LONG_THOUGHT = 0.5
"""Seconds, after which a view says who is thinking."""


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


def caption_of(player: Player) -> Caption:
    """The words for what is to be seen now, of one game or of several side by side."""
    show = player.shows[0]
    alone = len(player.shows) == 1
    caption = Caption(
        score=player.state().score if alone else None,
        rounds=player.rounds,
        pairing=pairing(show.agents) if alone else f"{len(player.shows)} games side by side",
        place=game_name(show),
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
