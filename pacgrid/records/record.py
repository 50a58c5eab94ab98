"""The record of one game, saved and replayed; and a game in words: who plays, and how it ends.

A record's file is JSON Lines: a header, then a line for every ply, then the result. Empty parts are
left out. The game's setup says how an action is written.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, Protocol

from pacgrid.common.files import atomic_write
from pacgrid.common.markup import markup
from pacgrid.common.sanitize import one_line, sanitize_fields
from pacgrid.errors import RecordError
from pacgrid.games.game_setup import Ending, GameSetup
from pacgrid.games.pacman import PacmanSetup
from pacgrid.layout import Layout
from pacgrid.records.record_reader import FORMAT, VERSION, read_record
from pacgrid.records.thought import Move, Thought


@dataclass(frozen=True)
class Record:
    """A game from its start to its end."""

    setup: GameSetup
    agents: tuple[str, ...]
    """The agents' names, Pac-Man first."""
    seed: int
    moves: tuple[Move, ...]
    score: Any
    """The final score; of Pac-Man's game, an `int`. A Pac-Man who forfeits pays as if caught."""
    ending: Ending
    forfeit: int | None = None
    """The agent that lost by an exception, an illegal action or taking too long."""
    message: str = ""
    """The reason for the forfeit, in one line."""
    details: str = ""
    """The agent's own lines of the traceback, if it raised an exception."""
    taken_over: int = 0
    """The ply at which these agents took over from others; 0 if they played the whole game."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "agents", tuple(map(one_line, self.agents)))
        sanitize_fields(self, lines=["message"], blocks=["details"])

    @property
    def layout(self) -> Layout:
        """The layout of Pac-Man's game. Raises AttributeError for another game."""
        if isinstance(self.setup, PacmanSetup):
            return self.setup.layout
        raise AttributeError(f"{self.setup.title} has no layout; only Pac-Man has one")

    @property
    def won(self) -> bool:
        """Pac-Man, or MAX in another game, won, or an opponent forfeited."""
        return self.ending is Ending.WON or bool(self.forfeit)

    @property
    def rounds(self) -> int:
        """How many moves Pac-Man made."""
        return -(-len(self.moves) // len(self.agents))

    def moves_of(self, agent: int) -> tuple[Move, ...]:
        """The moves that this agent made itself, after any takeover."""
        return tuple(
            move
            for ply, (state, move) in enumerate(zip(self.states(), self.moves, strict=False))
            if state.to_move == agent and ply >= self.taken_over
        )

    @property
    def first_state(self) -> Any:
        """The position the game started from; of Pac-Man's game, a `State`."""
        return self.setup.first_state

    def states(self) -> Iterator[Any]:
        """Every state of the game, first to last."""
        yield (state := self.first_state)
        for move in self.moves:
            yield (state := state.successor(move.action))

    @cached_property
    def last_state(self) -> Any:
        """The state in which the game ended."""
        *_, last = self.states()
        return last

    def _repr_html_(self) -> str | None:
        return markup(self)

    def save(self, path: str | Path) -> None:
        """Write the record to `path` atomically.

        Raises:
            RecordError: the file can't be written.
        """
        try:
            atomic_write(path, "".join(record_lines(self)))
        except OSError as error:
            raise RecordError(f"{path}: can't be written: {error.strerror}") from None
        except ValueError:  # the name holds a null character
            raise RecordError(f"{str(path)!r} can't be the name of a file") from None

    @classmethod
    def load(cls, path: str | Path, setup: GameSetup | None = None) -> "Record":
        """The record saved in `path`, by this version of pacgrid.

        Args:
            setup: the game, if it was played with a person's own file: a record only names that.

        Raises:
            RecordError: not a complete record, another version, or its moves break the rules.
        """
        return cls(**read_record(path, setup))


def record_lines(record: Record) -> Iterator[str]:
    """The lines of a complete record: its header, its moves, and its result."""
    setup = record.setup
    yield _line(
        format=FORMAT,
        version=VERSION,
        **setup.header(),
        agents=record.agents,
        seed=record.seed,
        taken_over=record.taken_over,
    )
    for state, move in zip(record.states(), record.moves, strict=False):
        yield _line(
            action=setup.action_text(state, move.action),
            seconds=round(move.seconds, 6),
            cpu_seconds=round(move.cpu_seconds, 6),
            nodes=move.nodes,
            thought=move.thought and thought_data(setup, state, move.thought),
        )
    yield _line(
        score=record.score,
        ending=record.ending,
        forfeit=record.forfeit,
        message=record.message,
        details=record.details,
    )


def thought_data(setup: GameSetup, state: Any, thought: Thought) -> dict[str, Any]:
    """The JSON value of a thought about `state`."""

    def by_text(numbers: Mapping[Any, float]) -> dict[str, float]:
        return {setup.action_text(state, action): number for action, number in numbers.items()}

    return _filled(
        values=by_text(thought.values),
        principal_variation=variation_texts(setup, state, thought.principal_variation),
        features=thought.features,
        expanded=[(x, y, count) for (x, y), count in thought.expanded.items()],
        depths=thought.depths,
        trouble=thought.trouble,
        action_details={name: by_text(each) for name, each in thought.action_details.items()},
        details=thought.details,
    )


def variation_texts(setup: GameSetup, state: Any, variation: tuple[Any, ...]) -> list[str]:
    """A line of play from `state` on."""
    texts = []
    for action in variation:
        texts.append(setup.action_text(state, action))
        state = state.successor(action)
    return texts


def _line(**parts: object) -> str:
    return json.dumps(_filled(**parts)) + "\n"


def _filled(**parts: object) -> dict[str, Any]:
    """The parts that are not empty. Zero is a number like others."""
    return {name: part for name, part in parts.items() if part or part == 0}


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
