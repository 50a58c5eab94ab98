"""Games on one board between a submission in a worker, and given agents here, with the engine."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from pydantic import Field

from pacgrid.action import letter_of
from pacgrid.agent import Agent, AgentSpec
from pacgrid.common.failure import Failure
from pacgrid.game import Game, Limits
from pacgrid.layout import Layout
from pacgrid.maze_generator import is_maze_name
from pacgrid.records.record import Record

from ...model.errors import GradingError
from ...model.limits import SubmissionLimits
from ...model.played_game import PlayedGame
from ...model.strict_model import Identifier, Option
from ...worker_client.connection import SubmissionError
from ..fields import BoardLayout
from ..kind import GradedTest, NeededFile, Part
from .remote_player import WorkerPlayer


@dataclass
class PlayedSeries:
    """The games of a test, as far as they could be played."""

    games: list[PlayedGame] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    """One for each of the games."""
    failures: list[tuple[int, Failure]] = field(default_factory=list)
    """The submission's failures, with the number of the game."""


class GameSeries(GradedTest):
    """Games that a test plays; not yet whom the submission plays, nor what they earn."""

    noun = "games"

    layout: BoardLayout
    """A shipped layout, or one from a file: then its name is the file's path."""
    games: Annotated[int, Field(ge=1)] = 1
    seed: int = 0
    """Seed of the first game; the next game has the next number. A loaded assignment has large ones
    for hidden games: see `hidden_seeds`."""
    rounds: Annotated[int, Field(ge=1)] = 1000
    """Pac-Man's moves after which a game is cut off."""
    options: dict[Identifier, Option] = Field(default_factory=dict)
    """The options that the submission's agent is built with."""

    @property
    @abstractmethod
    def opponents(self) -> list[str]:
        """The names of the given agents."""

    @abstractmethod
    def agents(self, player: WorkerPlayer) -> Sequence[Agent]:
        """`player`, which the submission controls, and new given agents, Pac-Man first."""

    @abstractmethod
    def is_won(self, record: Record) -> bool:
        """Whether the submission has won the game."""

    @property
    def board(self) -> str:
        """The layout's name, without its folder."""
        return self.layout.short_name

    @property
    def full_size(self) -> int:
        return self.games

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.games)

    @property
    def agent_options(self) -> dict[str, Option]:
        return dict(self.options)

    @property
    def own_seed(self) -> int:
        return self.seed

    @property
    def seeded_by(self) -> list[object]:
        """The board and the opponents, wherever their files are; not the number of games."""
        return [str(self.layout), [without_folder(spec) for spec in self.opponents]]

    @property
    def needed_files(self) -> Iterator[NeededFile]:
        name = self.layout.name
        if not (name in Layout.shipped() or is_maze_name(name)):
            yield NeededFile(name, f"{self.board}.lay", f"{self.layout}\n".encode())
        for spec in self.opponents:
            source = AgentSpec.parse(spec).source
            if source.endswith(".py"):
                yield NeededFile(source, Path(source).name, is_program=True)

    def cpu_seconds(self, limits: SubmissionLimits) -> Mapping[str, tuple[int, float]]:
        whole = {"the test": (1, limits.test.cpu_seconds)}
        return {**whole, "a game": (self.games, limits.game.cpu_seconds)}

    def play(self, player: WorkerPlayer, seed: int) -> Record:
        """One game. Raises GradingError if a given agent fails, and what went wrong in the
        grader."""
        limits = Limits(rounds=self.rounds)
        game = Game(self.layout, self.agents(player), seed=seed, limits=limits)
        while move := game.step():
            player.observe(move.action)
        if player.fault:
            raise player.fault
        record, loser = game.record, game.record.forfeit
        if loser is not None and game.agents[loser] is not player:
            role = f"ghost {loser}" if loser else "Pac-Man"
            failed = f"{role} ({record.agents[loser]}) failed, on {self.layout.name}"
            reason = f"{record.message}\n{record.details}".rstrip()
            raise GradingError(f"{failed} with seed {seed}: {reason}")
        return record

    def play_all(self, part: Part, player: Callable[[int], WorkerPlayer]) -> PlayedSeries:
        """All games, with the submission's `player` for each number; it raises SubmissionError if
        it can't be built. If the submission's process has ended, no further games are played.
        Raises as `play`."""
        series = PlayedSeries()
        for number in self.numbers:
            try:
                own = player(number)
            except SubmissionError as unbuilt:
                series.failures.append((number, unbuilt.failure))
                break
            record = self.play(own, self.seeds[number - 1])
            series.records.append(record)
            series.games.append(self._played_game(record, own.error))
            part.on_game()
            if own.error:
                series.failures.append((number, own.error.failure))
                if own.error.gone:
                    break
        return series

    def _played_game(self, record: Record, error: SubmissionError | None) -> PlayedGame:
        failure = None
        if record.forfeit is not None:
            failure = error.failure if error else Failure(record.message)
        actions = "".join(letter_of(move.action) for move in record.moves)
        return PlayedGame(record.seed, self.is_won(record), record.score, actions, failure)

    def unplayed(self, series: PlayedSeries) -> list[int]:
        """The numbers of the games that the last failure has left unplayed."""
        left = self.numbers[len(series.games) :]
        return [number for number in left if number > series.failures[-1][0]]

    def board_file(self, part: Part) -> str:
        """The layout, as in a command for the author of `part`."""
        return self.layout.name if part.is_own else Path(self.layout.name).name

    def seed_options(self, *seeds: int) -> list[str]:
        """The options of a command that plays the game with that seed: the submission's agent has
        a seed of its own, after those of the game and of the agents before it."""
        own = seeds[0] - self.seed + 1
        options = ["--seed", ",".join(map(str, (*seeds, own)))]
        return [*options, *(["--rounds", str(self.rounds)] if self.rounds != Limits.rounds else [])]

    def spec(self, part: Part) -> str:
        """The submission's agent, as on a command line."""
        spec = _spec(part, {name: str(value) for name, value in self.options.items()})
        if AgentSpec.parse(spec).options == self.options:
            return spec
        return _spec(part, {name: repr(value) for name, value in self.options.items()})


def _spec(part: Part, options: Mapping[str, str]) -> str:
    listed = ",".join(f"{name}={value}" for name, value in options.items())
    return ":".join(filter(None, [part.file, part.answer, listed]))


def without_folder(spec: str) -> str:
    """The spec of an agent, the same wherever its file is."""
    source = AgentSpec.parse(spec).source
    return Path(source).name + spec.removeprefix(source)


def opponent_spec(spec: str, part: Part) -> str:
    """A given agent, as in a command for the author of `part`: a file is in the current folder,
    unless the submission is where the assignment's files are."""
    is_elsewhere = AgentSpec.parse(spec).is_file and not part.is_own
    return without_folder(spec) if is_elsewhere else spec


def relocated_spec(spec: str, paths: Mapping[str, str]) -> str:
    """The `spec` of an agent, if its file with the path `old` lies at `paths[old]`."""
    source = AgentSpec.parse(spec).source
    return paths.get(source, source) + spec.removeprefix(source)
