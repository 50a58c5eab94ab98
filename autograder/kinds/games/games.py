"""A test of whole games."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from pacgrid.action import letter_of
from pacgrid.analysis.judge_choice import JudgeChoice
from pacgrid.analysis.solution_judge import SolutionJudge
from pacgrid.common.failure import Failure
from pacgrid.records.record import Record
from pacgrid.state import LOSS_POINTS, State

from ...model.amount import worth
from ...model.evaluation_report import EvaluationReport, GamesResult
from ...model.fault import explained
from ...model.last_chance import last_chance
from ...model.lost_games import MOST_PAGES
from ...model.markdown import escaped
from ...model.outcome import Outcome
from ...model.placed_failure import placed_failures
from ...model.played_game import PlayedGame
from ...model.strict_model import errors_as_invalid, invalid
from ...worker_client.connection import SubmissionError
from ..illustration import Illustration
from ..kind import NeededFile, Part
from ..reflex_diagnosis import games_diagnosis
from .analysis import ANALYSIS_NODES, Analysis, read_analysis_field
from .evaluation_examiner import examine
from .evaluation_pacman import RemoteEvaluation
from .game_series import GameSeries
from .threshold import Threshold


class Games(GameSeries):
    """Whole games; each threshold that they reach earns its points."""

    kind: Literal["games"]
    sensitivity: Annotated[int, Field(ge=0, le=20)] = 0
    """For a function with features: how many of the games are played again for each weight, with
    the weight at 0 and doubled."""
    analyse: Annotated[Analysis | None, BeforeValidator(read_analysis_field)] = None
    """How lost games are analysed for the feedback, if they are; only while it isn't hidden."""
    thresholds: Annotated[list[Threshold], Field(min_length=1)]

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
        values = super().relocated(paths)
        if self.analyse and self.analyse.solution:
            nodes = {"nodes": self.analyse.nodes} if self.analyse.nodes != ANALYSIS_NODES else {}
            values["analyse"] = {**nodes, "solution": paths[self.analyse.solution]}
        return values

    def run(self, part: Part, /) -> Outcome:
        """Plays the games. An agent that fails loses the game. If its process has ended, it loses
        the remaining games too."""
        played: list[PlayedGame] = []
        shown: list[Record | None] = []
        failures: list[tuple[int, Failure]] = []
        states: list[State] = []
        evaluation = RemoteEvaluation(part.client, part.answer)
        for number in self.numbers:
            try:
                pacman = self.pacman(part, evaluation, number)
            except SubmissionError as unbuilt:
                failures.append((number, unbuilt.failure))
                break
            record = self.play(pacman, self.seeds[number - 1])
            error = pacman.error
            lost_before = sum(not game.won for game in played)
            played.append(_played_game(record, error))
            shown.append(record if lost_before < MOST_PAGES else None)
            states += record.states()
            part.on_game()
            if error:
                failures.append((number, error.failure))
            if error and error.gone:
                break
        outcome = self._outcome(played, failures)
        has_advice = outcome.points < self.possible and any(map(_is_lost, played))
        if outcome.points < self.possible and not (self.search or failures):
            diagnosis = partial(games_diagnosis, self.options, part)
            outcome = explained(outcome, diagnosis=diagnosis)
        outcome = explained(
            outcome,
            games=lambda: tuple(map(self._looked_into, played, shown)),
            evaluation=lambda: self._report(part, states, evaluation, played),
        )
        if outcome.evaluation and outcome.points >= self.possible:
            outcome = replace(outcome, evaluation=outcome.evaluation.as_remarks)
        return replace(outcome, advice=self._advice(part, outcome.games) if has_advice else "")

    def _outcome(
        self, played: Sequence[PlayedGame], failures: Sequence[tuple[int, Failure]]
    ) -> Outcome:
        """What the games earn; those that weren't played count as lost."""
        unplayed = self.size - len(played)
        wins = sum(game.won for game in played)
        average = (sum(game.score for game in played) + unplayed * LOSS_POINTS) / self.size
        aims = tuple(threshold.aim(wins, average) for threshold in self.thresholds)
        untried = [number for number in self.numbers[len(played) :] if number > failures[-1][0]]
        failed = placed_failures("game", failures, untried)
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
        self,
        part: Part,
        states: Sequence[State],
        evaluation: RemoteEvaluation,
        played: Sequence[PlayedGame],
    ) -> EvaluationReport | None:
        """What is odd about the evaluation of the submission, if it has one."""
        if not self.search:
            return None

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

    def _looked_into(self, game: PlayedGame, record: Record | None) -> PlayedGame:
        """The `game` of `record`, if it is shown, with its last chance and its analysis if it was
        lost. Raises GradingError if it can't be analysed."""
        if not record:
            return game
        game = replace(game, last_chance=last_chance(list(record.states())))
        analysis = self._shown_analysis
        return analysis.of(game, record) if analysis and _is_lost(game) else game

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


def _played_game(record: Record, error: SubmissionError | None) -> PlayedGame:
    """The game of `record`."""
    failure = None
    if record.forfeit is not None:
        failure = error.failure if error else Failure(record.message)
    actions = "".join(letter_of(move.action) for move in record.moves)
    return PlayedGame(record.seed, record.won, record.score, actions, failure)
