"""Test cases with whole games, as tests of an assignment in TOML."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from pacgrid.cs188.ghosts import CaseGhost, DirectionalGhost, ghosts_of
from pacgrid.layout import FLOOR, Layout, Position

from ..kinds.cs188.course_games import CourseGames
from ..kinds.games import Games, Threshold
from ..model.searches import SearchName
from .no_counterpart import NoCounterpartError

_CHANCE = 0.8
"""What directional ghosts draw with if nothing else is said, there and here."""
_SCORE = "scoreEvaluationFunction"
_MINIMA = {
    "scoreMinimum": "score_minimum",
    "winsMinimum": "wins_minimum",
    "nonTimeoutMinimum": "non_timeout_minimum",
}


def tests_evaluation(test: CourseGames) -> bool:
    """Whether the games test an evaluation of the submission's, which its search uses."""
    return test.options.get("evalFn", _SCORE) != _SCORE


def games(test: CourseGames, search: SearchName | None) -> Games:
    """The games of `test`, by a submission's `search`, its evaluation, or neither.

    Raises NoCounterpartError.
    """
    ghosts = _ghost_specs(test)
    thresholds = list(_thresholds(test))
    if not thresholds:
        raise NoCounterpartError("no threshold for wins or scores")
    depth = str(test.options.get("depth", "2"))
    if not depth.isdecimal():
        raise NoCounterpartError(f"agentArgs: depth {depth!r} is no number")
    evaluates = tests_evaluation(test)
    options = {"depth": int(depth), "evaluation": "score"} if search and not evaluates else {}
    return Games.model_construct(
        kind="games",
        layout=own_layout(_with_ghosts(test.layout, len(ghosts))),
        ghosts=ghosts,
        games=test.games,
        seed=test.seed,
        options=options,
        search=search if evaluates else None,
        depth=int(depth) if evaluates else 1,
        thresholds=thresholds,
    )


def games_notes(test: CourseGames) -> Iterator[str]:
    """What of `test` has no counterpart."""
    if count := len(test.non_timeout_thresholds):
        points = f"{count} point{'s' * (count > 1)}"
        yield f"left out: nonTimeoutThresholds, {points}; here, a game that takes too long is lost"
    if minima := [key for key, name in _MINIMA.items() if getattr(test, name) is not None]:
        yield f"{', '.join(minima)}: here, points for other thresholds don't depend on it"
    if unknown := sorted(test.options.keys() - {"evalFn", "depth"}):
        yield f"left out: agentArgs {', '.join(unknown)}"
    if test.layout.food - test.layout.reachable:
        yield f"left out: food that Pac-Man can't reach on {test.layout.name}"
    yield f"randomSeed {test.seed}: here, it gives other games"


def _thresholds(test: CourseGames) -> Iterator[Threshold]:
    """What earns points. A minimum raises the thresholds for the same number."""
    for score in test.score_thresholds:
        least = score if test.score_minimum is None else max(score, test.score_minimum)
        yield Threshold(average_score=float(least), points=1.0)
    for wins in test.wins_thresholds:
        if wins <= test.games:
            yield Threshold(wins=max(wins, test.wins_minimum or 0), points=1.0)


def own_layout(layout: Layout) -> Layout:
    """`layout` as an assignment accepts it: without food that Pac-Man can't reach, and with a name
    that isn't a shipped layout's. Raises NoCounterpartError if he can reach none."""
    drawn = _without(layout, layout.food - layout.reachable)
    if not drawn.food:
        raise NoCounterpartError(f"layout {layout.name}: Pac-Man can't reach any food")
    if layout.name in Layout.shipped() and drawn != Layout.load(layout.name):
        return replace(drawn, name=f"{layout.name}-course")
    return drawn


def _with_ghosts(layout: Layout, count: int) -> Layout:
    """`layout` with its first `count` ghosts."""
    if len(layout.ghosts) == count:
        return layout
    name = f"{layout.name}-{count}-ghost{'s' * (count > 1)}"
    return replace(_without(layout, layout.ghosts[count:]), name=name)


def _without(layout: Layout, cells: Collection[Position]) -> Layout:
    """`layout` with floor in these cells."""
    rows = [
        "".join(FLOOR if (x, y) in cells else mark for x, mark in enumerate(row))
        for y, row in zip(reversed(range(layout.height)), layout.rows, strict=True)
    ]
    return replace(layout, rows=tuple(rows))


def _ghost_specs(test: CourseGames) -> list[str]:
    """The ghosts that play in `test`."""
    return [_ghost_spec(ghost) for ghost in ghosts_of(test.ghosts)][: len(test.layout.ghosts)]


def _ghost_spec(ghost: CaseGhost) -> str:
    if not isinstance(ghost, DirectionalGhost):
        return "random_ghost"
    chances = {"attack": ghost.prob_attack, "flee": ghost.prob_scaredFlee}
    options = [f"{name}={chance:g}" for name, chance in chances.items() if chance != _CHANCE]
    return "directional_ghost" + ":" * bool(options) + ",".join(options)
