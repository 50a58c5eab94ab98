"""A test with whole games: the engine and the ghosts run here, Pac-Man runs in a worker."""

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import repeat
from pathlib import Path

from pacgrid.action import letter_of
from pacgrid.agent_loader import AgentSpec
from pacgrid.analysis.analysis_file import analysis_json
from pacgrid.analysis.judge_choice import JudgeChoice
from pacgrid.common.failure import Failure
from pacgrid.errors import PacgridError
from pacgrid.game import Game, Limits
from pacgrid.records.record import Record
from pacgrid.state import LOSS_POINTS, State

from ..model.aim import Aim
from ..model.errors import GradingError
from ..model.evaluation_report import EvaluationReport, GamesResult
from ..model.fault import explained
from ..model.last_chance import last_chance
from ..model.lost_games import MOST_PAGES
from ..model.outcome import Outcome
from ..model.placed_failure import placed_failures
from ..model.played_game import PlayedGame
from ..model.turning_point import turning_point
from ..worker_client.client import SubmissionError, WorkerClient
from .evaluation_pacman import EvaluationPacman, RemoteEvaluation
from .evaluation_trial import examine
from .games import Games, Threshold
from .reflex_trial import games_diagnosis
from .remote_pacman import RemotePacman, WorkerPacman


def run(
    test: Games,
    client: WorkerClient,
    answer: str,
    file: str,
    *,
    is_own: bool = True,
    on_game: Callable[[], None] = lambda: None,
) -> Outcome:
    """Plays the games of `test` with the class or function `answer` of the loaded submission; calls
    `on_game` after each.

    An agent that fails loses the game. If its process has ended, it loses the remaining games too.
    The advice names `file`. If the file `is_own`, on this machine, the advice also names the
    assignment's files where they are; if not, beside it, as in the kit for students.

    Raises:
        GradingError: a ghost failed.
    """
    played: list[PlayedGame] = []
    shown: list[Record | None] = []
    failures: list[tuple[int, Failure]] = []
    states: list[State] = []
    evaluation = RemoteEvaluation(client, answer)
    for number in test.numbers:
        try:
            pacman = _pacman(test, client, answer, evaluation, number)
        except SubmissionError as unbuilt:
            failures.append((number, unbuilt.failure))
            break
        record = _play(test, pacman, test.seeds[number - 1])
        error = pacman.error
        lost_before = sum(not game.won for game in played)
        played.append(_played_game(record, error))
        shown.append(record if lost_before < MOST_PAGES else None)
        states += record.states()
        on_game()
        if error:
            failures.append((number, error.failure))
        if error and error.gone:
            break
    unplayed = test.size - len(played)
    wins = sum(game.won for game in played)
    average = (sum(game.score for game in played) + unplayed * LOSS_POINTS) / test.size
    aims = tuple(_aim(threshold, wins, average) for threshold in test.thresholds)
    points = sum(aim.points for aim in aims if aim.reached)
    has_advice = points < test.points and any(map(_is_lost, played))
    may_be_diagnosed = points < test.points and not (test.search or failures)
    untried = [number for number in test.numbers[len(played) :] if number > failures[-1][0]]
    failed = placed_failures("game", failures, untried)
    outcome = Outcome(
        test=test.description,
        result=f"won {wins} of {test.size}, average {average:.0f}",
        points=points,
        possible=test.points,
        aims=aims,
        failure=failed[0].failure if failed else None,
        place=failed[0].place if failed and played else "",
        other_failures=failed[1:],
        games=tuple(played),
    )
    if may_be_diagnosed:
        outcome = explained(outcome, diagnosis=partial(games_diagnosis, test, client, answer))
    outcome = explained(
        outcome,
        games=lambda: tuple(map(_looked_into, played, shown, repeat(test.judge))),
        evaluation=lambda: _report(test, client, answer, states, evaluation, played),
    )
    advice = _advice(test, answer, file, outcome.games, is_own) if has_advice else ""
    return replace(outcome, advice=advice)


def _report(
    test: Games,
    client: WorkerClient,
    answer: str,
    states: Sequence[State],
    evaluation: RemoteEvaluation,
    played: Sequence[PlayedGame],
) -> EvaluationReport | None:
    """What is odd about the evaluation of the submission, if it has one."""
    if not test.search:
        return None

    def play_again() -> GamesResult:
        changed, records = RemoteEvaluation(client, answer), []
        for number, seed in enumerate(test.seeds[: test.sensitivity], start=1):
            pacman = _pacman(test, client, answer, changed, number)
            records.append(_play(test, pacman, seed))
            if pacman.error:
                raise pacman.error
        return _games_result(records)

    if not test.sensitivity or len(played) < test.games:
        return examine(client, answer, states, evaluation)
    baseline = _games_result(played[: test.sensitivity])
    return examine(client, answer, states, evaluation, baseline, play_again)


def _games_result(games: Sequence[PlayedGame | Record]) -> GamesResult:
    average = sum(game.score for game in games) / len(games)
    return GamesResult(sum(game.won for game in games), len(games), average)


def _pacman(
    test: Games, client: WorkerClient, answer: str, evaluation: RemoteEvaluation, number: int
) -> WorkerPacman:
    """The Pac-Man for game `number`. Raises SubmissionError if it can't be built."""
    if test.search:
        return EvaluationPacman(evaluation, test.search, test.depth, number)
    client.build(answer, test.options)
    return RemotePacman(client, number)


def _play(test: Games, pacman: WorkerPacman, seed: int) -> Record:
    """One game. Raises GradingError if a ghost fails, and what went wrong in the grader."""
    limits = Limits(rounds=test.rounds)
    game = Game(test.layout, [pacman, *test.ghost_agents()], seed=seed, limits=limits)
    while move := game.step():
        pacman.observe(move.action)
    if pacman.fault:
        raise pacman.fault
    if ghost := game.record.forfeit:
        failed = f"ghost {ghost} ({game.record.agents[ghost]}) failed, on {test.layout.name}"
        reason = f"{game.record.message}\n{game.record.details}".rstrip()
        raise GradingError(f"{failed} with seed {seed}: {reason}")
    return game.record


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


def _looked_into(game: PlayedGame, record: Record | None, judge: JudgeChoice | None) -> PlayedGame:
    """The `game` of `record`, if it is shown, with its last chance if it was lost, and with its
    analysis if there is a `judge`."""
    if not record:
        return game
    game = replace(game, last_chance=last_chance(list(record.states())))
    return _analysed(game, record, judge) if judge and _is_lost(game) else game


def _analysed(game: PlayedGame, record: Record, judge: JudgeChoice) -> PlayedGame:
    """The `game` with the analysis of Pac-Man's moves. Raises GradingError if the `judge` can't
    judge it."""
    try:
        analysis = judge.analyse(record, ghosts=False)
    except PacgridError as error:
        raise GradingError(str(error)) from None
    text = json.dumps(analysis_json(analysis, record))
    return replace(game, turning_point=turning_point(record, analysis), analysis=text)


def _aim(threshold: Threshold, wins: int, average: float) -> Aim:
    if threshold.wins is not None:
        return Aim(threshold.goal, threshold.points, wins >= threshold.wins)
    return Aim(threshold.goal, threshold.points, average >= (threshold.average_score or 0))


def _advice(test: Games, answer: str, file: str, played: Sequence[PlayedGame], is_own: bool) -> str:
    """How to watch a lost game, and what its turning point was, if that is known."""
    first = next(filter(_is_lost, played))
    game = next((g for g in played if g.turning_point), first)
    advice = f"watch a lost game: {_watch_command(test, answer, file, game.seed, is_own)}"
    if not (point := game.turning_point):
        return advice
    return f"{advice}\nseed {game.seed}, before move {point.move}:\n\n{point.explanation}"


def _watch_command(test: Games, answer: str, file: str, seed: int, is_own: bool) -> str:
    """The command that shows the game with that seed."""
    pacman = _pacman_spec(test, answer, file)
    layout, specs = test.layout.name, test.ghosts
    if not is_own:
        layout, specs = Path(layout).name, [_in_current_folder(spec) for spec in specs]
    ghosts = [word for spec in specs for word in ("--ghosts", spec)]
    ghosts = ghosts or ["--num-ghosts", "0"]
    command = ["pacgrid", "play", pacman, *ghosts]
    command += ["--layout", layout, "--seed", str(seed)]
    command += ["--pacman-seed", str(seed - test.seed + 1)]
    if test.rounds != Limits.rounds:
        command += ["--rounds", str(test.rounds)]
    if test.judge:
        choice = test.judge
        if choice.solution and not is_own:
            choice = replace(choice, solution=Path(choice.solution.name))
        command += ["--analyse", *choice.options]
    return shlex.join(command)


def _pacman_spec(test: Games, answer: str, file: str) -> str:
    """The Pac-Man of `test`, as on a command line."""
    if test.search:
        return f"{test.search}:depth={test.depth},evaluation={file}:{answer}"
    options = {name: str(value) for name, value in test.options.items()}
    spec = _spec(file, answer, options)
    if AgentSpec.parse(spec).options == test.options:
        return spec
    return _spec(file, answer, {name: repr(value) for name, value in test.options.items()})


def _spec(file: str, answer: str, options: Mapping[str, str]) -> str:
    listed = ",".join(f"{name}={value}" for name, value in options.items())
    return ":".join(filter(None, [file, answer, listed]))


def _in_current_folder(spec: str) -> str:
    """The ghost `spec` with its file, if it has one, in the current folder."""
    source = AgentSpec.parse(spec).source
    if not source.endswith(".py"):
        return spec
    return f"{Path(source).name}{spec.removeprefix(source)}"
