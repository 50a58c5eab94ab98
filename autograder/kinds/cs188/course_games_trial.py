"""A test with whole games, as in a course's test case: one instance plays all of them, and all
ghosts draw from one stream of random numbers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from pacgrid.action import letter_of
from pacgrid.cs188.ghosts import CaseGhost, ghosts_of
from pacgrid.state import State

from ...model.aim import Aim
from ...model.case_result import CaseResult
from ...model.last_chance import last_chance
from ...model.outcome import Outcome
from ...model.placed_failure import placed_failures
from ...model.played_game import PlayedGame
from ...worker_client.client import SubmissionError, WorkerClient
from .course_game import CourseGame
from .course_games import CourseGames
from .course_player import CoursePlayer


def run(
    test: CourseGames, client: WorkerClient, on_game: Callable[[], None] = lambda: None
) -> Outcome:
    """Plays the games of `test` with the agent of the loaded submission; calls `on_game` after
    each.

    If the agent takes too long and its process has ended, the remaining games are timed out, too,
    with a score of 0.
    """
    player = CoursePlayer(client, test.agent)
    try:
        if test.same_random:
            player.build_same_random(
                test.options, test.ghosts, test.layout, test.seed, test.max_time
            )
        else:
            player.build(test.options)
    except SubmissionError as error:
        case = CaseResult(test.name, "raised", error.failure.message, weight=test.weight)
        failure, result = error.failure, "not tried"
        return Outcome(_title(test), result, 0, test.points, cases=(case,), failure=failure)
    ghosts = ghosts_of(test.ghosts)[: len(test.layout.ghosts)]
    agents = len(ghosts) + 1 if test.same_random else 1
    player.limit_game(test.max_time * agents)
    games: list[CourseGame] = []
    for game in _games(test, player, ghosts):
        games.append(game)
        on_game()
    return _outcome(test, games)


def _games(
    test: CourseGames, player: CoursePlayer, ghosts: Sequence[CaseGhost]
) -> Iterator[CourseGame]:
    """The games, as far as they can be played."""
    rng = Random(test.seed)
    for ghost in ghosts:
        ghost.rng = rng
    for number in range(1, max(test.numbers) + 1):  # the earlier games use up random numbers
        game = CourseGame(State.initial(test.layout, ghosts=len(ghosts)), number)
        if test.same_random:
            game.play_elsewhere(player)
        else:
            game.play(player, ghosts)
        if number in test.numbers:
            yield game
        if game.ends_the_test:
            return


def _outcome(test: CourseGames, games: Sequence[CourseGame]) -> Outcome:
    wins = sum(game.state.is_win for game in games)
    average = sum(game.state.score for game in games) / test.size
    in_time = sum(not game.timed_out for game in games)
    standings = (
        _Standing("average score", average, test.score_minimum, test.score_thresholds),
        _Standing("games in time", in_time, test.non_timeout_minimum, test.non_timeout_thresholds),
        _Standing("wins", wins, test.wins_minimum, test.wins_thresholds),
    )
    is_enough = all(standing.is_enough for standing in standings)
    points = sum(standing.points for standing in standings) if is_enough else 0
    result = f"won {wins} of {test.size}, average {round(average, 1):g}"
    errors = [(game.number, game.error) for game in games if game.error]
    untried = [number for number in test.numbers if number > games[-1].number]
    aborts = [error for _, error in errors if error.exits or (error.gone and not error.timed_out)]
    late = test.size - in_time - (len(untried) if aborts else 0)
    result += f", {late} timed out" * bool(late)
    result += f", {len(untried)} not tried" * bool(untried and aborts)
    failures = placed_failures("game", [(n, error.failure) for n, error in errors], untried)
    case = CaseResult(test.name, "passed", earned=points, weight=test.weight)
    if aborts:
        message = aborts[0].failure.message
        case = CaseResult(test.name, "raised", message, weight=test.weight)
    return Outcome(
        _title(test),
        result,
        case.earned,
        test.points,
        cases=(case,),
        aims=tuple(aim for standing in standings for aim in standing.aims),
        failure=failures[0].failure if failures else None,
        place=failures[0].place if failures else "",
        other_failures=failures[1:],
        games=tuple(_played_games(games)),
    )


@dataclass(frozen=True)
class _Standing:
    """What the games have reached of what `noun` says, and what is asked for."""

    noun: str
    value: float
    minimum: int | None
    """Below it, nothing gives points."""
    thresholds: Sequence[int]
    """Each gives a point."""

    @property
    def is_enough(self) -> bool:
        return self.minimum is None or self.value >= self.minimum

    @property
    def points(self) -> int:
        return sum(self.value >= threshold for threshold in self.thresholds)

    @property
    def aims(self) -> Iterator[Aim]:
        if self.minimum is not None:
            yield Aim(f"{self.noun} {self.minimum} or more, or no points", 0, self.is_enough)
        for threshold in self.thresholds:
            yield Aim(f"{self.noun} {threshold} or more", 1, self.value >= threshold)


def _played_games(games: Sequence[CourseGame]) -> Iterator[PlayedGame]:
    """The games for the reports; the first lost one with its last chance."""
    is_first = True
    for game in games:
        state, failure = game.state, game.error.failure if game.error else None
        actions = "".join(map(letter_of, game.actions))
        chance = last_chance(game.states()) if is_first and state.is_loss else None
        is_first = is_first and not state.is_loss
        number, won, score = game.number, state.is_win, state.score
        yield PlayedGame(number, won, score, actions, failure, chance, noun="game")


def _title(test: CourseGames) -> str:
    return test.title or test.name
