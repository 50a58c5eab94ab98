"""A test of whole games."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from pacgrid.agent import Agent
from pacgrid.agent_loader import load_ghosts
from pacgrid.analysis.analyse import JudgeChoice
from pacgrid.analysis.judges import SolutionJudge
from pacgrid.records.record import Record
from pacgrid.state import LOSS_POINTS, State
from pacgrid.teams import ghost_names

from ...model.aim import counted
from ...model.amount import worth
from ...model.evaluation_report import EvaluationReport, GamesResult
from ...model.fault import explained
from ...model.last_chance import last_chance
from ...model.lost_games import MOST_PAGES
from ...model.markdown import escaped
from ...model.outcome import Outcome
from ...model.placed_failure import placed_failures
from ...model.played_game import PlayedGame
from ...model.searches import SearchName
from ...model.strict_model import errors_as_invalid, invalid
from ..fields import Ghost
from ..game_record import game_record
from ..illustration import Illustration
from ..kind import NeededFile, Part
from ..reflex_diagnosis import games_diagnosis
from .analysis import ANALYSIS_NODES, Analysis, read_analysis_field
from .evaluation_examiner import examine
from .evaluation_pacman import EvaluationPacman, RemoteEvaluation
from .game_series import GameSeries, PlayedSeries, opponent_spec, relocated_spec
from .remote_pacman import RemotePacman
from .remote_player import WorkerPlayer
from .threshold import Threshold


class Games(GameSeries):
    """Whole games as Pac-Man; each threshold that they reach earns its points."""

    kind: Literal["games"]
    ghosts: list[Ghost] = Field(default_factory=list)
    """A team, or agents for the layout's ghosts; repeated in order if there are more ghosts than
    agents."""
    search: SearchName | None = None
    """For a function: the shipped search agent that uses it as its evaluation."""
    depth: Annotated[int, Field(ge=1)] = 1
    """For a function: the depth of that search."""
    sensitivity: Annotated[int, Field(ge=0, le=20)] = 0
    """For a function with features: how many of the games are played again for each weight, with
    the weight at 0 and doubled."""
    analyse: Annotated[Analysis | None, BeforeValidator(read_analysis_field)] = None
    """How lost games are analysed for the feedback, if they are; only while it isn't hidden."""
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
    def start(self) -> State:
        """The first position of each game."""
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

    def pacman(self, part: Part, evaluation: RemoteEvaluation, number: int) -> WorkerPlayer:
        """The Pac-Man for game `number`; a function is the `evaluation` of a search. Raises
        SubmissionError if it can't be built."""
        if self.search:
            return EvaluationPacman(evaluation, self.search, self.depth, number)
        part.client.build(part.answer, self.options)
        return RemotePacman(part.client, number)

    def record_of(self, game: PlayedGame, answer: str, /) -> Record:
        pacman = f"{self.search} with {answer}" if self.search else answer
        players = (pacman, *self.ghost_names())
        return game_record(game, self.layout, players, forfeit=0 if game.failure else None)

    def watch_command(self, part: Part, seed: int) -> list[str]:
        """The words of the command that shows the game with that seed."""
        specs = [opponent_spec(spec, part) for spec in self.ghosts]
        ghosts = [word for spec in specs for word in ("--ghosts", spec)]
        pacman = self.spec(part)
        if self.search:
            evaluation = f"{part.file}:{part.answer}"
            pacman = f"{self.search}:depth={self.depth},evaluation={evaluation}"
        command = ["pacgrid", "play", pacman, *(ghosts or ["--num-ghosts", "0"])]
        command += ["--layout", self.board_file(part)]
        return [*command, *self.seed_options(seed)]

    @property
    def judge(self) -> JudgeChoice | None:
        """The judge of lost games, if they are analysed."""
        return self._shown_analysis.judge if self._shown_analysis else None

    @property
    def _shown_analysis(self) -> Analysis | None:
        return None if self.is_hidden else self.analyse

    @property
    def possible(self) -> float:
        return sum(threshold.points for threshold in self.thresholds)

    def only(self, number: int) -> Self:
        thresholds = [
            each.model_copy(update={"wins": 1}) if each.wins else each for each in self.thresholds
        ]
        narrowed = self.model_copy(update={"thresholds": thresholds, "sensitivity": 0})
        return super(Games, narrowed).only(number)

    def shortened(self, most: int, /) -> Self:
        games = min(self.games, most)
        thresholds = [threshold.scaled(games / self.games) for threshold in self.thresholds]
        changes = {"games": games, "thresholds": thresholds, "sensitivity": 0}
        return self.model_copy(update=changes)

    @property
    def goals(self) -> str:
        return "; ".join(f"{part.goal}: {worth(part.points)}" for part in self.thresholds)

    def illustration(self, _answer: str, _module: str, /) -> Illustration:
        """The start of a game."""
        return Illustration(self.start, f"The start of a game on {escaped(self.board)}.")

    @property
    def needed_files(self) -> Iterator[NeededFile]:
        yield from super().needed_files
        if self.analyse and (solution := self.analyse.solution):
            yield NeededFile(solution, Path(solution).name)

    def relocated(self, paths: Mapping[str, str], /) -> dict[str, object]:
        values: dict[str, object] = {"layout": paths.get(self.layout.name, self.layout.name)}
        if self.ghosts:
            values["ghosts"] = [relocated_spec(spec, paths) for spec in self.ghosts]
        if self.analyse and self.analyse.solution:
            nodes = {"nodes": self.analyse.nodes} if self.analyse.nodes != ANALYSIS_NODES else {}
            values["analyse"] = {**nodes, "solution": paths[self.analyse.solution]}
        return values

    def run(self, part: Part, /) -> Outcome:
        """Plays the games. An agent that fails loses the game. If its process has ended, it loses
        the remaining games too."""
        evaluation = RemoteEvaluation(part.client, part.answer)
        series = self.play_all(part, partial(self.pacman, part, evaluation))
        played, failures = series.games, series.failures
        outcome = self._outcome(series)
        has_advice = outcome.points < self.possible and any(map(_is_lost, played))
        if outcome.points < self.possible and not (self.search or failures):
            diagnosis = partial(games_diagnosis, self.options, part)
            outcome = explained(outcome, diagnosis=diagnosis)
        outcome = explained(
            outcome,
            games=lambda: tuple(self._looked_into(series)),
            evaluation=lambda: self._report(part, series, evaluation),
        )
        if outcome.evaluation and outcome.points >= self.possible:
            outcome = replace(outcome, evaluation=outcome.evaluation.as_remarks)
        return replace(outcome, advice=self._advice(part, outcome.games) if has_advice else "")

    def _outcome(self, series: PlayedSeries) -> Outcome:
        """What the games earn; those that weren't played count as lost."""
        played, failures = series.games, series.failures
        unplayed = self.size - len(played)
        wins = sum(game.won for game in played)
        average = (sum(game.score for game in played) + unplayed * LOSS_POINTS) / self.size
        aims = tuple(threshold.aim(wins, average) for threshold in self.thresholds)
        failed = placed_failures("game", failures, self.unplayed(series))
        return Outcome(
            test=self.description,
            result=f"won {wins} of {self.size}, average {average:.0f}",
            points=sum(aim.points for aim in aims if aim.reached),
            possible=self.possible,
            aims=aims,
            failure=failed[0].failure if failed else None,
            place=failed[0].place if failed and played else "",
            other_failures=failed[1:],
            games=tuple(played),
        )

    def _report(
        self, part: Part, series: PlayedSeries, evaluation: RemoteEvaluation
    ) -> EvaluationReport | None:
        """What is odd about the evaluation of the submission, if it has one."""
        if not self.search:
            return None
        played = series.games
        states = [state for record in series.records for state in record.states()]

        def play_again() -> GamesResult:
            changed, records = RemoteEvaluation(part.client, part.answer), []
            for number, seed in enumerate(self.seeds[: self.sensitivity], start=1):
                pacman = self.pacman(part, changed, number)
                records.append(self.play(pacman, seed))
                if pacman.error:
                    raise pacman.error
            return _games_result(records)

        if not self.sensitivity or len(played) < self.games:
            return examine(part.client, part.answer, states, evaluation)
        baseline = _games_result(played[: self.sensitivity])
        return examine(part.client, part.answer, states, evaluation, baseline, play_again)

    def _looked_into(self, series: PlayedSeries) -> Iterator[PlayedGame]:
        """The games; lost ones that are shown with their last chances and analyses. Raises
        GradingError if one can't be analysed."""
        lost_before = 0
        for game, record in zip(series.games, series.records, strict=True):
            looked_into = game
            if lost_before < MOST_PAGES:
                looked_into = replace(game, last_chance=last_chance(list(record.states())))
                if (analysis := self._shown_analysis) and _is_lost(game):
                    looked_into = analysis.of(looked_into, record)
            lost_before += not game.won
            yield looked_into

    def _advice(self, part: Part, played: Sequence[PlayedGame]) -> str:
        """How to watch a lost game, and what its turning point was, if that is known."""
        first = next(filter(_is_lost, played))
        game = next((each for each in played if each.turning_point), first)
        command = self.watch_command(part, game.seed)
        if choice := self.judge:
            if choice.solution and not part.is_own:
                choice = replace(choice, solution=Path(choice.solution.name))
            command += ["--analyse", *choice.options]
        advice = f"watch a lost game: {shlex.join(command)}"
        if not (point := game.turning_point):
            return advice
        return f"{advice}\nseed {game.seed}, before move {point.move}:\n\n{point.explanation}"

    @model_validator(mode="after")
    def _is_playable(self) -> Self:
        with errors_as_invalid():
            self.ghost_agents()
        for number, threshold in enumerate(self.thresholds):
            if (threshold.wins or 0) > self.games:
                raise invalid(
                    f"thresholds.{number} asks for {threshold.wins} wins of {self.games} games; "
                    "ask for fewer wins or play more games"
                )
        if self.sensitivity > (self.games if self.search else 0):
            raise invalid("sensitivity: at most the number of games, and only with a search")
        if self.analyse and self.analyse.solution:
            with errors_as_invalid():
                SolutionJudge.load(Path(self.analyse.solution), self.start, self.board)
        return self


def _games_result(games: Sequence[PlayedGame | Record]) -> GamesResult:
    average = sum(game.score for game in games) / len(games)
    return GamesResult(sum(game.won for game in games), len(games), average)


def _is_lost(game: PlayedGame) -> bool:
    """Whether the agent lost it, rather than failed."""
    return not (game.won or game.failure)
