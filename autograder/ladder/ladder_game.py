"""A game of a ladder: who plays whom, as a job, what it is worth, and its result."""

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple, Self

from pacgrid.action import letter_of
from pacgrid.agent import Agent
from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields
from pacgrid.game import Game, Limits
from pacgrid.games.game_setup import Ending
from pacgrid.layout import Layout
from pacgrid.state import FOOD_POINTS, LOSS_POINTS, WIN_POINTS, State

from ..batch.pool import job_key
from ..kinds.games import highest_score
from ..kinds.remote_players import WorkerPlayer
from ..model.fault import GradingError
from ..model.schema import JsonForm
from ..worker_client.client import Reading, SubmissionError
from .entrants import Conditions, Entrant, Player, Role


class Pairing(NamedTuple):
    """A game of a ladder. Pairings have an order, so that nothing depends on when a game ends."""

    pacman: str
    ghosts: str
    layout: str
    number: int
    """Counts the games of these two on this layout, from 0. Games of the same layout and number
    have the same seeds, whoever plays."""

    def player(self, role: Role) -> str:
        """The name of who has that role."""
        return self.pacman if role is Role.PACMAN else self.ghosts


class GameSeeds(NamedTuple):
    """What the random numbers of a game depend on."""

    pacman: int
    ghosts: int

    @classmethod
    def of(cls, seed: int, layout: Layout, number: int) -> "GameSeeds":
        """The seeds of game `number` on `layout`, in a ladder with that `seed`.

        Who knows one of the seeds can find neither the other one nor that of the ladder, unless the
        ladder's can be guessed.
        """
        return cls(*(_seed(role, seed, layout, number) for role in Role))


def _seed(*parts: object) -> int:
    """A number of 48 bits, which JSON keeps."""
    return int.from_bytes(sha256("\0".join(map(str, parts)).encode()).digest()[:6])


# What a layout is worth: the scale on which the scores of different layouts are compared.


def win_score(layout: Layout) -> int:
    """The points for all food and the win, without those for ghosts and moves."""
    return FOOD_POINTS * len(layout.food) + WIN_POINTS


def forfeit_score(layout: Layout, loser: Role, rounds: int) -> int:
    """The score of a game of at most so many `rounds` that `loser` forfeits, whatever was played
    before: the lowest one there can be for Pac-Man, the highest for the ghosts. So no forfeit is
    better than a game that is played to its end."""
    if loser is Role.PACMAN:
        return LOSS_POINTS * len(layout.ghosts) - rounds
    return highest_score(State.initial(layout))


def percent(score: float, layout: Layout) -> float:
    """`score` in percent of what the board is worth: 0 for being caught at once, 100 for winning at
    once. Ghosts that are eaten can make it more, long games less."""
    return 100 * (score - LOSS_POINTS) / (win_score(layout) - LOSS_POINTS)


class ForfeitKind(StrEnum):
    """Why a game was forfeited."""

    LOAD = "couldn't be loaded"
    ILLEGAL = "illegal action"
    EXCEPTION = "exception"
    OVERRUN = "out of time"
    DIED = "its process ended"
    SPENT = "no time left"


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended."""

    score: int | None
    """Pac-Man's points; of a forfeit, the score that the rules fix. None: it wasn't finished, or
    was forfeited to the only opponent to whom this player forfeits; it counts nowhere."""
    ending: Ending | None = None
    rounds: int = 0
    """How many rounds were begun."""
    forfeit: Role | None = None
    kind: ForfeitKind | None = None
    reason: str = ""
    """Why it was forfeited, or wasn't finished, in one line."""
    moves: str = ""
    """All actions that were played, ghosts' included, as in a record: `NESW`, and `-` to stop."""
    used: dict[Role, Reading] = field(default_factory=dict, compare=False)
    """The time that submissions used in it; it is never the same twice."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["reason", "moves"])

    @property
    def won(self) -> bool:
        """Whether Pac-Man won, by a forfeit of the ghosts, too."""
        return self.ending is Ending.WON or self.forfeit is Role.GHOSTS

    @property
    def compact(self) -> Self:
        """The same without moves and times: what is kept in memory."""
        return replace(self, moves="", used={})


_RESULTS: JsonForm[GameResult] = JsonForm(GameResult, "result")


@dataclass(frozen=True)
class LadderGame:
    """One game. The rules and the score are here; each submission runs in its own worker."""

    pairing: Pairing
    pacman: Player
    ghosts: Player
    conditions: Conditions
    seeds: GameSeeds

    def __call__(self) -> GameResult:
        """Plays it. Raises GradingError if an agent of ours fails."""
        used: dict[Role, Reading] = {}
        result = self._play(used)
        return replace(result, used=used)

    def failed(self, failure: Failure) -> GameResult:
        """The result if nobody can finish the game."""
        return GameResult(None, reason=failure.message)

    def key(self) -> str:
        """A hash of all that the result depends on; names of entrants don't matter."""
        players = [self.pacman.key, self.ghosts.key]
        return job_key("ladder game", *players, self.conditions.key, self.seeds)

    dump = staticmethod(_RESULTS.dump)
    read = staticmethod(_RESULTS.read)

    def __str__(self) -> str:
        pacman, ghosts, layout, _ = self.pairing
        return f"{pacman} against {ghosts} on {layout}"

    def _play(self, used: dict[Role, Reading]) -> GameResult:
        with ExitStack() as stack:
            agents: list[Agent] = []
            players = zip(Role, (self.pacman, self.ghosts), self.seeds, strict=True)
            for role, player, seed in players:
                try:
                    agents += stack.enter_context(player.agents(role, self.conditions, seed, used))
                except SubmissionError as error:
                    return self.forfeited(role, ForfeitKind.LOAD, error.failure.message)
            game = Game(
                self.conditions.layout,
                agents,
                seed=self.seeds.ghosts,
                pacman_seed=self.seeds.pacman,
                limits=Limits(rounds=self.conditions.rounds),
            )
            workers = [agent for agent in agents[:2] if isinstance(agent, WorkerPlayer)]
            while move := game.step():
                for worker in workers:
                    worker.observe(move.action)
            for worker in workers:
                if worker.fault:
                    raise worker.fault
            return self._result(game, agents[:2])

    def _result(self, game: Game, players: list[Agent]) -> GameResult:
        """The result of a game that is over, which these `players` played."""
        record = game.record
        moves = "".join(letter_of(move.action) for move in record.moves)
        rounds = -(-len(moves) // len(game.agents))
        if record.forfeit is None:
            return GameResult(record.score, record.ending, rounds, moves=moves)
        role = Role.GHOSTS if record.forfeit else Role.PACMAN
        player = players[role is Role.GHOSTS]
        if not (isinstance(player, WorkerPlayer) and player.error):
            raise GradingError(
                f"{self}: the anchor {record.agents[record.forfeit]} failed: "
                f"{record.message}\n{record.details}".rstrip()
            )
        error = player.error
        return self.forfeited(role, _kind(error), error.failure.message, rounds, moves)

    def forfeited(
        self, role: Role, kind: ForfeitKind, reason: str, rounds: int = 0, moves: str = ""
    ) -> GameResult:
        """The result if the player with that `role` forfeits the game."""
        conditions = self.conditions
        score = forfeit_score(conditions.layout, role, conditions.rounds)
        return GameResult(score, Ending.RAISED, rounds, role, kind, reason, moves)


class GameMaker:
    """Makes the games of a ladder with that `seed`, by their pairings."""

    def __init__(
        self, entrants: Iterable[Entrant], conditions: Mapping[str, Conditions], seed: int
    ) -> None:
        self.entrants = {entrant.name: entrant for entrant in entrants}
        self._conditions = conditions
        self._seed = seed

    def game(self, pairing: Pairing) -> LadderGame:
        """The game of `pairing`."""
        pacman, ghosts = (self.entrants[pairing.player(role)].players[role] for role in Role)
        conditions = self._conditions[pairing.layout]
        seeds = GameSeeds.of(self._seed, conditions.layout, pairing.number)
        return LadderGame(pairing, pacman, ghosts, conditions, seeds)


def _kind(error: SubmissionError) -> ForfeitKind:
    if error.timed_out:
        return ForfeitKind.OVERRUN
    if error.gone:
        return ForfeitKind.DIED
    is_illegal = error.failure.message.startswith("returned ")
    return ForfeitKind.ILLEGAL if is_illegal else ForfeitKind.EXCEPTION
