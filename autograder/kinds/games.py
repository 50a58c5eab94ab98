"""Tests of whole games: `games`, in which a submission is Pac-Man, and `ghosts`, in which it plays
all ghosts."""

import json
import shlex
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from pacgrid.action import action_of, letter_of
from pacgrid.agent import Agent, AgentSpec
from pacgrid.agent_loader import ghost_names, load_agent, load_ghosts
from pacgrid.analysis.analyse import JudgeChoice, analysis_json
from pacgrid.common.failure import Failure
from pacgrid.errors import PacgridError
from pacgrid.game import Game, Limits
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.layout import Layout
from pacgrid.maze_generator import is_maze_name
from pacgrid.records.record import Record
from pacgrid.records.thought import Move
from pacgrid.state import FOOD_POINTS, GHOST_POINTS, LOSS_POINTS, WIN_POINTS, State

from ..model.diagnosis import EvaluationReport, SearchName
from ..model.fault import GradingError, explained
from ..model.outcome import Aim, Outcome, counted, placed_failures, worth
from ..model.played_game import MOST_PAGES, PlayedGame, last_chance, turning_point
from ..model.schema import Identifier, Option, Points, StrictModel, errors_as_invalid, invalid
from ..worker_client.client import SubmissionError
from .kind import BoardLayout, Ghost, GradedTest, NeededFile, Pacman, Part
from .positions import games_diagnosis
from .remote_players import (
    EvaluationPacman,
    RemoteEvaluation,
    RemoteGhosts,
    RemotePlayer,
    WorkerPlayer,
    examine,
)

JUDGE = JudgeChoice(nodes=20_000)
"""What judges the moves of a game that is analysed."""

_Score = Annotated[float, Field(allow_inf_nan=False)]
_Count = Annotated[int, Field(ge=0)]


class Threshold(StrictModel):
    """A result that the games must reach to earn some points."""

    points: Points
    wins: _Count | None = None
    average_score: _Score | None = None

    @property
    def goal(self) -> str:
        """What it asks for: `at least 4 wins`, `average 700 or more`."""
        if self.wins is not None:
            return f"at least {counted(self.wins, 'win')}"
        return f"average {self.average_score or 0:g} or more"

    def aim(self, wins: int, average: float) -> Aim:
        """Whether games with that many wins and that average score reach it."""
        if self.wins is not None:
            return Aim(self.goal, self.points, wins >= self.wins)
        return Aim(self.goal, self.points, average >= (self.average_score or 0))

    @property
    def needs(self) -> tuple[int, str]:
        """In how many games something must happen, and what that is."""
        return self.wins or 0, " wins"

    def scaled(self, factor: float) -> Self:
        """The same for fewer games."""
        return self.model_copy(update={"wins": _scaled(self.wins, factor)})

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if (self.wins is None) == (self.average_score is None):
            raise invalid("give either wins or average_score")
        return self


class CatchThreshold(StrictModel):
    """A result that the ghosts must reach to earn some points."""

    points: Points
    caught: _Count | None = None
    """The number of games in which they must catch Pac-Man."""
    within: Annotated[int, Field(ge=1)] | None = None
    """The number of rounds in which they must catch him each time."""
    average_score: _Score | None = None
    """What Pac-Man's average score may be at most."""

    @property
    def goal(self) -> str:
        """What it asks for: `Pac-Man caught in at least 4 games within 50 rounds`, or `Pac-Man's
        average 200 or less`."""
        if self.caught is None:
            return f"Pac-Man's average {self.average_score or 0:g} or less"
        within = f" within {counted(self.within, 'round')}" if self.within else ""
        return f"Pac-Man caught in at least {counted(self.caught, 'game')}{within}"

    def aim(self, catches: Sequence[int], average: float) -> Aim:
        """Whether games reach it in which Pac-Man was caught in these rounds, and had that average
        score."""
        if self.caught is None:
            return Aim(self.goal, self.points, average <= (self.average_score or 0))
        in_time = [rounds for rounds in catches if rounds <= (self.within or rounds)]
        return Aim(self.goal, self.points, len(in_time) >= self.caught)

    @property
    def needs(self) -> tuple[int, str]:
        """In how many games something must happen, and what that is."""
        return self.caught or 0, ""

    def scaled(self, factor: float) -> Self:
        """The same for fewer games."""
        return self.model_copy(update={"caught": _scaled(self.caught, factor)})

    @model_validator(mode="before")
    @classmethod
    def _counts_catches(cls, data: object) -> object:
        if isinstance(data, dict) and "wins" in data:
            raise invalid("ghosts win by catching Pac-Man; write caught, not wins")
        return data

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if (self.caught is None) == (self.average_score is None):
            raise invalid("give either caught or average_score")
        if self.within and self.caught is None:
            raise invalid("within belongs to caught; add caught, or remove it")
        return self


def _scaled(count: int | None, factor: float) -> int | None:
    return max(1, round(count * factor)) if count else count


def _analysed(game: PlayedGame, record: Record) -> PlayedGame:
    """The `game` of `record` with the analysis of Pac-Man's moves. Raises GradingError if they
    can't be judged."""
    try:
        analysis = JUDGE.analyse(record, ghosts=False)
    except PacgridError as error:
        raise GradingError(str(error)) from None
    text = json.dumps(analysis_json(analysis))
    return replace(game, turning_point=turning_point(record, analysis), analysis=text)


@dataclass
class PlayedSeries:
    """The games of a test, as far as they could be played."""

    games: list[PlayedGame] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    """One for each of the games."""
    failures: list[tuple[int, Failure]] = field(default_factory=list)
    """The submission's failures, with the number of the game."""

    @property
    def first_lost(self) -> PlayedGame | None:
        """The first game that the submission lost, rather than failed in."""
        return next((game for game in self.games if _is_lost(game)), None)


_WATCH = "watch a lost game, without a sandbox: "
"""`pacgrid play` runs a file as its author would."""


class GameSeries(GradedTest):
    """Games on one board between a submission in a worker and given agents here; not yet whom the
    submission plays, nor what they earn."""

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

    @property
    @abstractmethod
    def opponents(self) -> list[str]:
        """The names of the given agents."""

    @property
    @abstractmethod
    def all_thresholds(self) -> Sequence[Threshold | CatchThreshold]:
        """What the games must reach."""

    @property
    @abstractmethod
    def start(self) -> State:
        """The first position of each game."""

    @abstractmethod
    def agents(self, player: WorkerPlayer) -> Sequence[Agent]:
        """`player`, which the submission controls, and new given agents, Pac-Man first."""

    @abstractmethod
    def is_won(self, record: Record) -> bool:
        """Whether the submission has won the game."""

    @abstractmethod
    def watch_command(self, part: Part, seed: int) -> list[str]:
        """The words of the command that shows the game with that seed."""

    # What is asked for.

    @property
    def board(self) -> str:
        """The layout's name, without its folder."""
        return self.layout.short_name

    @property
    def possible(self) -> float:
        return sum(threshold.points for threshold in self.all_thresholds)

    @property
    def full_size(self) -> int:
        return self.games

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.games)

    def only(self, number: int) -> Self:
        return super(GameSeries, self._with(0)).only(number)

    def shortened(self, most: int, /) -> Self:
        games = min(self.games, most)
        return self._with(games / self.games, games=games)

    def _with(self, factor: float, **changes: Any) -> Self:
        """The same test with thresholds for fewer games."""
        thresholds = [threshold.scaled(factor) for threshold in self.all_thresholds]
        return self.model_copy(update={**changes, "thresholds": thresholds})

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

    def relocated(self, paths: Mapping[str, str], /) -> dict[str, object]:
        return {"layout": paths.get(self.layout.name, self.layout.name)}

    @model_validator(mode="after")
    def _can_be_reached(self) -> Self:
        for number, threshold in enumerate(self.all_thresholds):
            needed, noun = threshold.needs
            if needed > self.games:
                raise invalid(
                    f"thresholds.{number} asks for {needed}{noun} of {self.games} games; ask for "
                    "fewer or play more games"
                )
        return self

    # For the kit.

    @property
    def goals(self) -> str:
        return "; ".join(f"{part.goal}: {worth(part.points)}" for part in self.all_thresholds)

    # Playing.

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

    def play_all(self, player: Callable[[int], WorkerPlayer]) -> PlayedSeries:
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

    def outcome(self, series: PlayedSeries, result: str, aims: Sequence[Aim]) -> Outcome:
        """What the games earn that reach these `aims`."""
        left = self.numbers[len(series.games) :]
        unplayed = [number for number in left if number > series.failures[-1][0]]
        return Outcome(
            test=self.description,
            result=result,
            points=sum(aim.points for aim in aims if aim.reached),
            possible=self.possible,
            aims=tuple(aims),
            games=tuple(series.games),
        ).with_failures(
            placed_failures("game", series.failures, unplayed), placed=bool(series.games)
        )

    # Commands for the author of a submission.

    def board_and_seeds(self, part: Part, *seeds: int) -> list[str]:
        """The options of a command that plays the game with that seed on this board: the
        submission's agent has a seed of its own, after those of the game and of the agents before
        it."""
        layout = self.layout.name if part.is_own else Path(self.layout.name).name
        listed = ",".join(map(str, (*seeds, seeds[0] - self.seed + 1)))
        rounds = ["--rounds", str(self.rounds)] if self.rounds != Limits.rounds else []
        return ["--layout", layout, "--seed", listed, *rounds]

    def spec(self, part: Part) -> str:
        """The submission's agent, as on a command line."""
        spec = _spec(part, {name: str(value) for name, value in self.options.items()})
        if AgentSpec.parse(spec).options == self.options:
            return spec
        return _spec(part, {name: repr(value) for name, value in self.options.items()})


class Games(GameSeries):
    """Whole games as Pac-Man; each threshold that they reach earns its points."""

    kind: Literal["games"]
    ghosts: list[Ghost] = Field(default_factory=list)
    """A team, or agents for the layout's ghosts; repeated in order if there are more ghosts than
    agents."""
    search: SearchName | None = None
    """The shipped search agent that uses a function as its evaluation."""
    depth: Annotated[int, Field(ge=1)] = 1
    analyse: bool = False
    """Whether lost games are analysed for the feedback; only while it isn't hidden."""
    thresholds: Annotated[list[Threshold], Field(min_length=1)]

    @property
    def summary(self) -> str:
        search = f" of {self.search}, {counted(self.depth, 'round')} ahead," if self.search else ""
        names = dict.fromkeys(ghost.rpartition("/")[2] for ghost in self.ghosts)
        against = f" against {' and '.join(names)}" if names else ""
        return f"{counted(self.games, 'game')}{search} on {self.board}{against}"

    @property
    def opponents(self) -> list[str]:
        return self.ghosts

    @property
    def all_thresholds(self) -> Sequence[Threshold]:
        return self.thresholds

    @property
    def start(self) -> State:
        return State.initial(self.layout, ghosts=None if self.ghosts else 0)

    @property
    def tests_function(self) -> bool:
        return self.search is not None

    def ghost_names(self) -> tuple[str, ...]:
        """The name of each ghost's agent. Raises TeamError if there can't be so many."""
        count = len(self.layout.ghosts) if self.ghosts else 0
        return ghost_names(self.ghosts, count, self.layout.name)

    def ghost_agents(self) -> list[Agent]:
        """A new agent for each ghost of the layout, or one for all of them. Raises TeamError."""
        return load_ghosts(self.ghost_names())

    def agents(self, player: WorkerPlayer) -> list[Agent]:
        return [player, *self.ghost_agents()]

    def is_won(self, record: Record) -> bool:
        return record.won

    def relocated(self, paths: Mapping[str, str], /) -> dict[str, object]:
        values = super().relocated(paths)
        if self.ghosts:
            values["ghosts"] = [relocated_spec(spec, paths) for spec in self.ghosts]
        return values

    @model_validator(mode="after")
    def _is_playable(self) -> Self:
        with errors_as_invalid():
            self.ghost_agents()
        return self

    def pacman(self, part: Part, evaluation: RemoteEvaluation, number: int) -> WorkerPlayer:
        """The Pac-Man for game `number`; a function is the `evaluation` of a search. Raises
        SubmissionError if it can't be built."""
        if self.search:
            return EvaluationPacman(evaluation, self.search, self.depth, number)
        part.client.build(part.answer, self.options)
        return RemotePlayer(part.client, number)

    def run(self, part: Part, /) -> Outcome:
        """Plays the games. An agent that fails loses the game. If its process has ended, it loses
        the remaining games too."""
        evaluation = RemoteEvaluation(part.client, part.answer)
        series = self.play_all(partial(self.pacman, part, evaluation))
        wins = sum(game.won for game in series.games)
        lost = LOSS_POINTS * (self.size - len(series.games))  # those that weren't played
        average = (sum(game.score for game in series.games) + lost) / self.size
        result = f"won {wins} of {self.size}, average {average:.0f}"
        aims = [threshold.aim(wins, average) for threshold in self.thresholds]
        outcome = self.outcome(series, result, aims)
        is_full = outcome.points >= self.possible
        if not (is_full or self.search or series.failures):
            diagnosis = partial(games_diagnosis, self.options, part)
            outcome = explained(outcome, diagnosis=diagnosis)
        outcome = explained(
            outcome,
            games=lambda: tuple(self._looked_into(series)),
            evaluation=lambda: self._report(part, series, evaluation),
        )
        if outcome.evaluation and is_full:
            outcome = replace(outcome, evaluation=outcome.evaluation.as_remarks)
        if first := not is_full and series.first_lost:
            outcome = replace(outcome, advice=self._advice(part, outcome.games, first))
        return outcome

    def _report(
        self, part: Part, series: PlayedSeries, evaluation: RemoteEvaluation
    ) -> EvaluationReport | None:
        """What is odd about the evaluation of the submission, if it has one."""
        if not self.search:
            return None
        states = [state for record in series.records for state in record.states()]
        return examine(part.client, part.answer, states, evaluation)

    def _looked_into(self, series: PlayedSeries) -> Iterator[PlayedGame]:
        """The games; lost ones that are shown with their last chances and analyses. Raises
        GradingError if one can't be analysed."""
        lost_before = 0
        for game, record in zip(series.games, series.records, strict=True):
            looked_into = game
            if lost_before < MOST_PAGES:
                looked_into = replace(game, last_chance=last_chance(list(record.states())))
                if self.analyse and not self.is_hidden and _is_lost(game):
                    looked_into = _analysed(looked_into, record)
            lost_before += not game.won
            yield looked_into

    def _advice(self, part: Part, played: Sequence[PlayedGame], first: PlayedGame) -> str:
        """How to watch a lost game, and what its turning point was, if that is known."""
        game = next((each for each in played if each.turning_point), first)
        command = self.watch_command(part, game.seed)
        if self.analyse and not self.is_hidden:
            command += ["--analyse", *JUDGE.options]
        advice = f"{_WATCH}{shlex.join(command)}"
        if not (point := game.turning_point):
            return advice
        return f"{advice}\nseed {game.seed}, before move {point.move}:\n\n{point.explanation}"

    def watch_command(self, part: Part, seed: int) -> list[str]:
        specs = [opponent_spec(spec, part) for spec in self.ghosts]
        ghosts = [word for spec in specs for word in ("--ghosts", spec)]
        pacman = self.spec(part)
        if self.search:
            evaluation = f"{part.file}:{part.answer}"
            pacman = f"{self.search}:depth={self.depth},evaluation={evaluation}"
        command = ["pacgrid", "play", pacman, *(ghosts or ["--num-ghosts", "0"])]
        return [*command, *self.board_and_seeds(part, seed)]

    def record_of(self, game: PlayedGame, answer: str, /) -> Record:
        pacman = f"{self.search} with {answer}" if self.search else answer
        players = (pacman, *self.ghost_names())
        return game_record(game, self.layout, players, forfeit=0 if game.failure else None)


class GhostGames(GameSeries):
    """Whole games as all ghosts, against a given Pac-Man; each threshold that they reach earns its
    points."""

    tests_ghosts: ClassVar[bool] = True

    kind: Literal["ghosts"]
    pacman: Pacman
    thresholds: Annotated[list[CatchThreshold], Field(min_length=1)]

    @property
    def summary(self) -> str:
        ghosts = counted(len(self.layout.ghosts), "ghost")
        pacman = self.pacman.rpartition("/")[2]
        return f"{counted(self.games, 'game')} as {ghosts} on {self.board} against {pacman}"

    @property
    def opponents(self) -> list[str]:
        return [self.pacman]

    @property
    def all_thresholds(self) -> Sequence[CatchThreshold]:
        return self.thresholds

    @property
    def start(self) -> State:
        return State.initial(self.layout)

    def agents(self, player: WorkerPlayer) -> list[Agent]:
        return [load_agent(self.pacman), *[player] * len(self.layout.ghosts)]

    def is_won(self, record: Record) -> bool:
        return record.ending is Ending.CAUGHT

    @property
    def notes(self) -> tuple[str, ...]:
        return (
            "A game that your ghosts forfeit, or don't play, counts as if Pac-Man had the highest "
            "score that there can be.",
        )

    def relocated(self, paths: Mapping[str, str], /) -> dict[str, object]:
        return {**super().relocated(paths), "pacman": relocated_spec(self.pacman, paths)}

    @model_validator(mode="after")
    def _is_playable(self) -> Self:
        if not self.layout.ghosts:
            raise invalid(f"layout: {self.board} has no ghosts")
        return self

    def ghosts(self, part: Part, number: int) -> WorkerPlayer:
        """The ghosts for game `number`. Raises SubmissionError if they can't be built."""
        part.client.build(part.answer, self.options, ghosts=len(self.layout.ghosts))
        return RemoteGhosts(part.client, number)

    def run(self, part: Part, /) -> Outcome:
        """Plays the games. Ghosts that fail lose the game. If their process has ended, they lose
        the remaining games too: in these, Pac-Man has the highest score."""
        series = self.play_all(partial(self.ghosts, part))
        records = [record for record in series.records if record.forfeit is None]
        catches = [record.rounds for record in records if self.is_won(record)]
        missing = highest_score(self.start) * (self.size - len(records))
        average = (sum(record.score for record in records) + missing) / self.size
        caught = f"caught Pac-Man in {len(catches)} of {self.size}"
        aims = [threshold.aim(catches, average) for threshold in self.thresholds]
        outcome = self.outcome(series, f"{caught}, his average {average:.0f}", aims)
        if outcome.points < self.possible and (lost := series.first_lost):
            command = shlex.join(self.watch_command(part, lost.seed))
            outcome = replace(outcome, advice=f"{_WATCH}{command}")
        return outcome

    def watch_command(self, part: Part, seed: int) -> list[str]:
        command = ["pacgrid", "play", opponent_spec(self.pacman, part), "--ghosts", self.spec(part)]
        return [*command, *self.board_and_seeds(part, seed, seed)]

    def record_of(self, game: PlayedGame, answer: str, /) -> Record:
        players = (self.pacman, *[answer] * len(self.layout.ghosts))
        mover = len(game.actions) % len(players) or 1  # or at the start, before Pac-Man's move
        return game_record(game, self.layout, players, forfeit=mover if game.failure else None)


def highest_score(start: State) -> int:
    """No game from `start` ends with more points: all food, and all ghosts for each capsule."""
    ghosts = len(start.capsules) * len(start.ghosts)
    return start.score + FOOD_POINTS * len(start.food) + GHOST_POINTS * ghosts + WIN_POINTS


def game_record(
    game: PlayedGame, layout: Layout, players: tuple[str, ...], *, forfeit: int | None
) -> Record:
    """The record of `game`, which `players` played on `layout`. If an agent forfeits it, the record
    has its number, `forfeit`, and the reason; else a game that isn't over was cut off.

    It names the assignment's files without their folders, and has no times.
    """
    layout = replace(layout, name=layout.short_name)
    actions = [action_of(letter) for letter in game.actions]
    last = reduce(State.successor, actions, State.initial(layout, ghosts=len(players) - 1))
    failure = game.failure
    if forfeit is not None:
        ending = Ending.RAISED
    elif last.is_terminal:
        ending = Ending.WON if last.is_win else Ending.CAUGHT
    else:
        ending = Ending.QUIT if failure else Ending.ROUND_LIMIT
    return Record(
        setup=PacmanSetup(layout, len(players)),
        agents=tuple(player.rpartition("/")[2] for player in players),
        seed=game.seed,
        moves=tuple(Move(action, seconds=0, cpu_seconds=0) for action in actions),
        score=game.score,
        ending=ending,
        forfeit=forfeit,
        message=failure.message if failure else "",
        details=failure.frames if failure else "",
    )


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


def _spec(part: Part, options: Mapping[str, str]) -> str:
    listed = ",".join(f"{name}={value}" for name, value in options.items())
    return ":".join(filter(None, [part.file, part.answer, listed]))


def _is_lost(game: PlayedGame) -> bool:
    """Whether the agent lost it, rather than failed."""
    return not (game.won or game.failure)
