"""A test by whole games: the engine and the ghosts play here, Pac-Man plays in a worker."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from pacgrid.action import Action
from pacgrid.agent import Agent, Report
from pacgrid.agent_loader import AgentSpec
from pacgrid.autograder.grade import Aim, GradingError, Outcome, counted
from pacgrid.autograder.question import Games, Threshold
from pacgrid.autograder.worker_client import SubmissionError, WorkerClient
from pacgrid.common.failure import Failure
from pacgrid.game import Game, Limits
from pacgrid.records.record import Record
from pacgrid.state import LOSS_POINTS, State


class RemotePacman(Agent):
    """A Pac-Man whose decisions are made by a submission in a worker.

    The worker is told the actions that are played, not the states: it keeps a state of its own,
    which nobody looks at.
    """

    def __init__(self, remote: WorkerClient, seed: int) -> None:
        self._remote = remote
        self._seed = seed
        self._played: list[Action] = []
        self.error: SubmissionError | None = None
        """What the submission did wrong, if it has."""

    def saw(self, action: Action) -> None:
        """`action` was played, by whomever."""
        self._played.append(action)

    def start(self, state: State) -> None:
        try:
            self._remote.start(state, self._seed)
        except SubmissionError as error:
            self.error = error
            raise

    def act(self, state: State) -> Action:  # noqa: ARG002, the worker has its own
        played, self._played = self._played, []
        try:
            acted = self._remote.act(played)
        except SubmissionError as error:
            self.error = error
            raise
        self.report = Report(nodes=acted.nodes or 0)
        return Action[acted.action.upper()]

    def finish(self, state: State) -> None:  # noqa: ARG002
        if not self.error:
            try:
                self._remote.finish(self._played)
            except SubmissionError as error:
                self.error = error


def play_games(
    test: Games, remote: WorkerClient, answer: str, file: str, *, is_own: bool = True
) -> Outcome:
    """Play the games of `test` with what `answer` names in the loaded submission, whose `file` is
    named in advice. Who grades a file that `is_own` has the assignment's files where they are here;
    other students have them beside their file, as the kit has them.

    An agent that fails loses the game. If its process has ended, it loses the games that remain.

    Raises:
        GradingError: a ghost failed.
    """
    scores: list[int] = []
    lost: list[int] = []
    failure: Failure | None = None
    place = ""
    for number, seed in enumerate(test.seeds, start=1):
        try:
            _build(test, remote, answer)
        except SubmissionError as unfit:
            failure = failure or unfit.failure
            break
        record, error = _play(test, remote, seed)
        scores.append(record.score)
        if not record.won:
            lost.append(seed)
        if error and not failure:
            failure, place = error.failure, f"game {number}"
        if error and error.gone:
            break
    unplayed = test.games - len(scores)
    wins = len(scores) - len(lost)
    average = (sum(scores) + unplayed * LOSS_POINTS) / test.games
    aims = tuple(_aim(threshold, wins, average) for threshold in test.thresholds)
    points = sum(aim.points for aim in aims if aim.reached)
    is_watched = points < test.points and not failure
    return Outcome(
        test=described(test),
        result=f"won {wins} of {test.games}, average {average:.0f}",
        points=points,
        possible=test.points,
        aims=aims,
        failure=failure,
        place=place,
        advice=_watch(test, answer, file, lost, is_own) if is_watched else "",
    )


def _build(test: Games, remote: WorkerClient, answer: str) -> None:
    """Have the Pac-Man of one game made."""
    if test.search:
        remote.adopt(answer, test.search, test.depth)
    else:
        remote.build(answer, test.options)


def _play(test: Games, remote: WorkerClient, seed: int) -> tuple[Record, SubmissionError | None]:
    """One game, and what went wrong in it."""
    pacman = RemotePacman(remote, seed)
    limits = Limits(rounds=test.rounds)
    game = Game(test.layout, [pacman, *test.ghost_agents()], seed=seed, limits=limits)
    while move := game.step():
        pacman.saw(move.action)
    if ghost := game.record.forfeit:
        failed = f"ghost {ghost} ({game.record.agents[ghost]}) failed, on {test.layout.name}"
        what = f"{game.record.message}\n{game.record.details}".rstrip()
        raise GradingError(f"{failed} with seed {seed}: {what}")
    return game.record, pacman.error


def _aim(threshold: Threshold, wins: int, average: float) -> Aim:
    if threshold.wins is not None:
        what = f"at least {counted(threshold.wins, 'win')}"
        return Aim(what, threshold.points, wins >= threshold.wins)
    needed = threshold.average_score or 0
    return Aim(f"average {needed:g} or more", threshold.points, average >= needed)


def described(test: Games) -> str:
    """What the test is, in words."""
    if test.title:
        return test.title
    ahead = counted(test.depth, "round")
    search = f" of {test.search}, {ahead} ahead," if test.search else ""
    where = Path(test.layout.name).stem
    return f"{counted(test.games, 'game')}{search} on {where}{_against(test.ghosts)}"


def _against(ghosts: Sequence[str]) -> str:
    names = dict.fromkeys(ghost.rpartition("/")[2] for ghost in ghosts)
    return f" against {' and '.join(names)}" if names else ""


def _watch(test: Games, answer: str, file: str, lost: Sequence[int], is_own: bool) -> str:
    """The command that shows the first lost game, if there is one that plays the very same: a
    function can't be named on a command line, and an evaluation would be passed on as a name."""
    if test.search or not lost or "evaluation" in test.options:
        return ""
    options = ",".join(f"{name}={value}" for name, value in test.options.items())
    pacman = ":".join(filter(None, [file, answer, options]))
    layout, specs = test.layout.name, test.ghosts
    if not is_own:
        layout, specs = Path(layout).name, [_beside(spec) for spec in specs]
    ghosts = [word for spec in specs for word in ("--ghosts", spec)]
    ghosts = ghosts or ["--num-ghosts", "0"]
    command = ["pacgrid", "play", "--pacman", pacman, *ghosts]
    command += ["--layout", layout, "--seed", str(lost[0])]
    if test.rounds != Limits.rounds:
        command += ["--rounds", str(test.rounds)]
    return f"watch a lost game: {shlex.join(command)}"


def _beside(spec: str) -> str:
    """The ghost `spec`, whose file lies in the current folder if it has one."""
    source = AgentSpec.parse(spec).source
    if not source.endswith(".py"):
        return spec
    return f"{Path(source).name}{spec.removeprefix(source)}"
