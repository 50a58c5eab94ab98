"""A game of a ladder, as a job."""

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from pacgrid.action import letter_of
from pacgrid.agent import Agent
from pacgrid.common.failure import Failure
from pacgrid.game import Game, Limits
from pacgrid.games.game_setup import Ending

from ..batch.job import OnGames, job_key
from ..kinds.games.remote_player import WorkerPlayer
from ..model.errors import GradingError
from ..worker_client.connection import SubmissionError
from .board import forfeit_score
from .entrant import Entrant
from .game_result import ForfeitKind, GameResult, dump_result, read_result
from .pairing import GameSeeds, Pairing, Role
from .player import Conditions, Player


@dataclass(frozen=True)
class LadderGame:
    """One game. The rules and the score are here; each submission runs in its own worker."""

    pairing: Pairing
    pacman: Player
    ghosts: Player
    conditions: Conditions
    seeds: GameSeeds
    size = 1

    def __call__(self, on_games: OnGames) -> GameResult:
        """Plays it. Raises GradingError if an agent of ours fails."""
        result = self._play()
        on_games(1)
        return result

    def failed(self, failure: Failure) -> GameResult:
        """The result if the game can't be finished."""
        return GameResult.unfinished(failure)

    def key(self) -> str:
        """A hash of all that the result depends on; names of entrants don't matter."""
        players = [self.pacman.key, self.ghosts.key]
        return job_key("ladder game", *players, self.conditions.key, self.seeds)

    @staticmethod
    def dump(result: GameResult) -> str:
        return dump_result(result)

    @staticmethod
    def read(text: str) -> GameResult:
        """Reverses `dump`. Raises ValueError if `text` is invalid."""
        return read_result(text)

    def __str__(self) -> str:
        pacman, ghosts, layout, _ = self.pairing
        return f"{pacman} against {ghosts} on {layout}"

    def _play(self) -> GameResult:
        with ExitStack() as workers:
            agents: list[Agent] = []
            players = zip(Role, (self.pacman, self.ghosts), self.seeds, strict=True)
            for role, player, seed in players:
                try:
                    agents += workers.enter_context(player.agents(role, self.conditions, seed))
                except SubmissionError as error:
                    return self._forfeited(role, ForfeitKind.LOAD, error.failure.message)
            return self._result(*_played(self._game(agents), agents[:2]))

    def _game(self, agents: list[Agent]) -> Game:
        conditions, (pacman_seed, seed) = self.conditions, self.seeds
        limits = Limits(rounds=conditions.rounds)
        return Game(conditions.layout, agents, seed=seed, pacman_seed=pacman_seed, limits=limits)

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
        return self._forfeited(role, _kind(error), error.failure.message, rounds, moves)

    def _forfeited(
        self, role: Role, kind: ForfeitKind, reason: str, rounds: int = 0, moves: str = ""
    ) -> GameResult:
        conditions = self.conditions
        score = forfeit_score(conditions.layout, role, conditions.rounds)
        return GameResult(score, Ending.RAISED, rounds, role, kind, reason, moves)


class GameMaker:
    """Makes the games of a ladder with that `seed`, by their pairings."""

    def __init__(
        self, entrants: Iterable[Entrant], conditions: Mapping[str, Conditions], seed: int
    ) -> None:
        self._entrants = {entrant.name: entrant for entrant in entrants}
        self._conditions = conditions
        self._seed = seed

    def game(self, pairing: Pairing) -> LadderGame:
        """The game of `pairing`."""
        pacman, ghosts = (self._entrants[pairing.player(role)].players[role] for role in Role)
        conditions = self._conditions[pairing.layout]
        seeds = GameSeeds.of(self._seed, conditions.layout, pairing.number)
        return LadderGame(pairing, pacman, ghosts, conditions, seeds)


def _played(game: Game, players: list[Agent]) -> tuple[Game, list[Agent]]:
    """Plays `game` to its end. Raises what went wrong in the grader."""
    workers = [player for player in players if isinstance(player, WorkerPlayer)]
    while move := game.step():
        for worker in workers:
            worker.observe(move.action)
    for worker in workers:
        if worker.fault:
            raise worker.fault
    return game, players


def _kind(error: SubmissionError) -> ForfeitKind:
    if error.timed_out:
        return ForfeitKind.OVERRUN
    if error.gone:
        return ForfeitKind.DIED
    is_illegal = error.failure.message.startswith("returned ")
    return ForfeitKind.ILLEGAL if is_illegal else ForfeitKind.EXCEPTION
