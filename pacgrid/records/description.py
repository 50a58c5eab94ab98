"""A game in words: its players, layout and seed, and how it ended."""

from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

from pacgrid.games.game_setup import GameSetup
from pacgrid.records.record import Record

KEYBOARD = "keyboard"
"""The name of the agent that a person steers."""


class AnyGame(Protocol):
    """A record, or a game in progress."""

    @property
    def setup(self) -> GameSetup: ...
    @property
    def agents(self) -> tuple[str, ...]: ...
    @property
    def seed(self) -> int: ...
    @property
    def taken_over(self) -> int: ...


def display_name(agent: str) -> str:
    """An agent's name as people read it: `you` at the keyboard."""
    return "you" if agent == KEYBOARD else agent


def pairing(agents: Sequence[str]) -> str:
    """Which agents play against each other, Pac-Man's first.

    >>> pairing(["reflex", "random_ghost", "random_ghost"]), pairing(["keyboard"])
    ('reflex against random_ghost x 2', 'you alone')
    """
    pacman, *ghosts = map(display_name, agents)
    counted = [(name, len(list(same))) for name, same in groupby(ghosts)]
    names = ", ".join(name if count == 1 else f"{name} x {count}" for name, count in counted)
    return f"{pacman} against {names}" if names else f"{pacman} alone"


def players_words(setup: GameSetup, agents: Sequence[str]) -> str:
    """Who plays in a game without rounds: `X: you, O: alpha_beta`."""
    seats = zip(setup.players, map(display_name, agents), strict=True)
    return ", ".join(f"{seat}: {name}" for seat, name in seats)


def seat_name(agent: int) -> str:
    """`Pac-Man`, or `ghost 2`."""
    return f"ghost {agent}" if agent else "Pac-Man"


def agent_name(seat: str, name: str) -> str:
    """An agent with its name, if that is known.

    >>> agent_name("Pac-Man", "minimax"), agent_name("X", "keyboard"), agent_name("ghost 2", "")
    ('Pac-Man, minimax', 'X, you', 'ghost 2')
    """
    return f"{seat}, {display_name(name)}" if name else seat


def verdict(record: Record) -> str:
    """How the game ended, in a word or two."""
    return record.setup.verdict(record.last_state, record.ending, record.forfeit)


def forfeit_reason(record: Record) -> str:
    """Which agent forfeited, and why; empty for a game that was played out."""
    if record.forfeit is None:
        return ""
    seat = record.setup.players[record.forfeit]
    seat = seat[0].upper() + seat[1:]
    name = display_name(record.agents[record.forfeit])
    return f"{seat} ({name}): {record.ending}: {record.message}"


def points_and_rounds(record: Record) -> str:
    """`512 points after 60 rounds`."""
    rounds = f"{record.rounds} round{'' if record.rounds == 1 else 's'}"
    return f"{record.score} point{'' if abs(record.score) == 1 else 's'} after {rounds}"


def result_line(record: Record) -> str:
    """How the game ended, in a line."""
    if not record.setup.has_rounds:
        plies = f"{len(record.moves)} {'ply' if len(record.moves) == 1 else 'plies'}"
        players = players_words(record.setup, record.agents)
        return f"{verdict(record)} after {plies} ({players}; {game_name(record)})"
    return f"{verdict(record)}: {points_and_rounds(record)} ({game_name(record)})"


def game_name(game: AnyGame, *, taken_over: bool = True) -> str:
    """The layout, the seed, and the round in which other agents took over."""
    name = f"{game.setup.title}, seed {game.seed}"
    if not (taken_over and game.taken_over):
        return name
    rounds = game.taken_over // len(game.agents) + 1
    place = f"round {rounds}" if game.setup.has_rounds else f"ply {game.taken_over + 1}"
    return f"{name}; taken over in {place}"
