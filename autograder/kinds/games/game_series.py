"""Games on one board against the same ghosts: the engine and the ghosts run here, Pac-Man runs in a
worker."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field

from pacgrid.agent import Agent
from pacgrid.agent_loader import load_ghosts
from pacgrid.agent_spec import AgentSpec
from pacgrid.game import Game, Limits
from pacgrid.layout import Layout
from pacgrid.records.record import Record
from pacgrid.state import State
from pacgrid.teams import ghost_names

from ...model.aim import counted
from ...model.errors import GradingError
from ...model.limits import SubmissionLimits
from ...model.played_game import PlayedGame
from ...model.searches import SearchName
from ...model.strict_model import Identifier, Option
from ..fields import BoardLayout, Ghost
from ..game_record import game_record
from ..kind import GradedTest, NeededFile, Part
from .evaluation_pacman import EvaluationPacman, RemoteEvaluation
from .remote_pacman import RemotePacman
from .remote_player import WorkerPlayer


class GameSeries(GradedTest):
    """Games that a test plays; not yet what they earn."""

    noun = "games"

    layout: BoardLayout
    """A shipped layout, or one from a file: then its name is the file's path."""
    ghosts: list[Ghost] = Field(default_factory=list)
    """A team, or agents for the layout's ghosts; repeated in order if there are more ghosts than
    agents."""
    games: Annotated[int, Field(ge=1)] = 1
    seed: int = 0
    """Seed of the first game; the next game has the next number. A loaded assignment has large ones
    for hidden games: see `hidden_seeds`."""
    rounds: Annotated[int, Field(ge=1)] = 1000
    """Pac-Man's moves after which a game is cut off."""
    options: dict[Identifier, Option] = Field(default_factory=dict)
    """The options that the submission's agent is built with."""
    search: SearchName | None = None
    """For a function: the shipped search agent that uses it as its evaluation."""
    depth: Annotated[int, Field(ge=1)] = 1
    """For a function: the depth of that search."""

    @property
    def summary(self) -> str:
        search = f" of {self.search}, {counted(self.depth, 'round')} ahead," if self.search else ""
        names = dict.fromkeys(ghost.rpartition("/")[2] for ghost in self.ghosts)
        against = f" against {' and '.join(names)}" if names else ""
        return f"{counted(self.games, 'game')}{search} on {self.board}{against}"

    @property
    def board(self) -> str:
        """The layout's name, without its folder."""
        return Path(self.layout.name).stem

    @property
    def start(self) -> State:
        """The first position of each game."""
        return State.initial(self.layout, ghosts=None if self.ghosts else 0)

    @property
    def full_size(self) -> int:
        return self.games

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.games)

    def ghost_names(self) -> tuple[str, ...]:
        """The name of each ghost's agent. Raises TeamError if there can't be so many."""
        count = len(self.layout.ghosts) if self.ghosts else 0
        return ghost_names(self.ghosts, count, self.layout.name)

    def ghost_agents(self) -> list[Agent]:
        """A new agent for each ghost of the layout, or one for all of them. Raises TeamError."""
        return load_ghosts(self.ghost_names())

    @property
    def agent_options(self) -> dict[str, Option]:
        return dict(self.options)

    @property
    def tests_function(self) -> bool:
        return self.search is not None

    @property
    def own_seed(self) -> int:
        return self.seed

    @property
    def seeded_by(self) -> list[object]:
        """The board and the ghosts, wherever their files are; not the number of games."""
        return [str(self.layout), [_without_folder(spec) for spec in self.ghosts]]

    @property
    def needed_files(self) -> Iterator[NeededFile]:
        name = self.layout.name
        if name not in Layout.shipped():
            yield NeededFile(name, f"{self.board}.lay", f"{self.layout}\n".encode())
        for spec in self.ghosts:
            source = AgentSpec.parse(spec).source
            if source.endswith(".py"):
                yield NeededFile(source, Path(source).name, is_program=True)

    def relocated(self, paths: Mapping[str, str], /) -> dict[str, object]:
        ghosts = []
        for spec in self.ghosts:
            source = AgentSpec.parse(spec).source
            ghosts.append(paths.get(source, source) + spec.removeprefix(source))
        values: dict[str, object] = {"layout": paths.get(self.layout.name, self.layout.name)}
        return {**values, "ghosts": ghosts} if ghosts else values

    def cpu_seconds(self, limits: SubmissionLimits) -> Mapping[str, tuple[int, float]]:
        whole = {"the test": (1, limits.test.cpu_seconds)}
        return {**whole, "a game": (self.games, limits.game.cpu_seconds)}

    def pacman(self, part: Part, evaluation: RemoteEvaluation, number: int) -> WorkerPlayer:
        """The Pac-Man for game `number`; a function is the `evaluation` of a search. Raises
        SubmissionError if it can't be built."""
        if self.search:
            return EvaluationPacman(evaluation, self.search, self.depth, number)
        part.client.build(part.answer, self.options)
        return RemotePacman(part.client, number)

    def play(self, pacman: WorkerPlayer, seed: int) -> Record:
        """One game. Raises GradingError if a ghost fails, and what went wrong in the grader."""
        limits = Limits(rounds=self.rounds)
        game = Game(self.layout, [pacman, *self.ghost_agents()], seed=seed, limits=limits)
        while move := game.step():
            pacman.observe(move.action)
        if pacman.fault:
            raise pacman.fault
        if ghost := game.record.forfeit:
            failed = f"ghost {ghost} ({game.record.agents[ghost]}) failed, on {self.layout.name}"
            reason = f"{game.record.message}\n{game.record.details}".rstrip()
            raise GradingError(f"{failed} with seed {seed}: {reason}")
        return game.record

    def record_of(self, game: PlayedGame, answer: str, /) -> Record:
        pacman = f"{self.search} with {answer}" if self.search else answer
        players = (pacman, *self.ghost_names())
        return game_record(game, self.layout, players, forfeits=bool(game.failure))

    def watch_command(self, part: Part, seed: int) -> list[str]:
        """The words of the command that shows the game with that seed."""
        layout, specs = self.layout.name, self.ghosts
        if not part.is_own:
            layout, specs = Path(layout).name, [_in_current_folder(spec) for spec in specs]
        ghosts = [word for spec in specs for word in ("--ghosts", spec)]
        command = ["pacgrid", "play", self._pacman_spec(part), *(ghosts or ["--num-ghosts", "0"])]
        command += ["--layout", layout, "--seed", str(seed)]
        command += ["--pacman-seed", str(seed - self.seed + 1)]
        if self.rounds != Limits.rounds:
            command += ["--rounds", str(self.rounds)]
        return command

    def _pacman_spec(self, part: Part) -> str:
        """The Pac-Man, as on a command line."""
        if self.search:
            return f"{self.search}:depth={self.depth},evaluation={part.file}:{part.answer}"
        spec = _spec(part, {name: str(value) for name, value in self.options.items()})
        if AgentSpec.parse(spec).options == self.options:
            return spec
        return _spec(part, {name: repr(value) for name, value in self.options.items()})


def _spec(part: Part, options: Mapping[str, str]) -> str:
    listed = ",".join(f"{name}={value}" for name, value in options.items())
    return ":".join(filter(None, [part.file, part.answer, listed]))


def _without_folder(ghost: str) -> str:
    """The spec of a ghost, the same wherever its file is."""
    source = AgentSpec.parse(ghost).source
    return Path(source).name + ghost.removeprefix(source)


def _in_current_folder(spec: str) -> str:
    """The ghost `spec` with its file, if it has one, in the current folder."""
    return _without_folder(spec) if AgentSpec.parse(spec).source.endswith(".py") else spec
