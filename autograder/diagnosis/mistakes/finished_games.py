"""Mistakes with games that end before the cut-off."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf, isinf, isnan, nan
from operator import attrgetter
from typing import Any

from pacgrid.action import Action

from ..mistake import changed, form_of, mistake, variation
from ..reference import ReferenceSearch
from .textbook import CUT_OFF, MINIMAX

finished_mistake = partial(mistake, section=MINIMAX)
IS_WIN, IS_LOSS = attrgetter("is_win"), attrgetter("is_loss")


class AverageOfNothingIsZero(ReferenceSearch):
    def mean(self, state: Any, values: Sequence[float]) -> float:
        return super().mean(state, values) if values else 0


class NothingIsZero(ReferenceSearch):
    """Without actions, the best value is 0."""

    def max_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        return super().max_value(state, plies, alpha, beta) if self.actions(state) else 0

    def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        return super().min_value(state, plies, alpha, beta) if self.actions(state) else 0


class FailsWithoutActions(ReferenceSearch):
    """Without actions there is nothing to take the best of, in many an author's style."""

    def actions(self, state: Any) -> Sequence[Action]:
        if not (actions := super().actions(state)):
            raise ValueError("arg is an empty sequence")
        return actions


def ends_if(is_over: Callable[[Any], bool]) -> type[ReferenceSearch]:
    """A search with another test for the end of a game."""
    return variation(AverageOfNothingIsZero, is_terminal=lambda _, state: is_over(state))


def without_actions(name: str, wrong: type[ReferenceSearch]) -> dict[str, type[ReferenceSearch]]:
    """What else may happen in a finished game that is taken for an unfinished one."""
    return {
        f"{name}Fails": variation(FailsWithoutActions, wrong),
        f"{name}GivesZero": variation(NothingIsZero, wrong),
    }


def worth_where(
    where: Callable[[Any], bool], value: Callable[[Any, Any], float]
) -> type[ReferenceSearch]:
    """Some finished games have another value: that of a search and the state."""

    class WorthWhere(ReferenceSearch):
        def terminal_value(self, state: Any) -> float:
            return value(self, state) if where(state) else super().terminal_value(state)

    return WorthWhere


def leaf_value(search: ReferenceSearch, state: Any) -> float:
    return search.leaf_value(state)


class BestOfNothing(ReferenceSearch):
    """Tests for the end in some layers only; in the others, there is nothing to take the best of:
    the value stays where it starts."""

    def is_tested(self, state: Any) -> bool:
        raise NotImplementedError

    def is_terminal(self, state: Any) -> bool:
        return self.is_tested(state) and super().is_terminal(state)

    def mean(self, state: Any, values: Sequence[float]) -> float:
        return super().mean(state, values) if values else 0


PACMAN_TESTS = variation(BestOfNothing, is_tested=lambda _, state: state.to_move == 0)
GHOSTS_TEST = variation(BestOfNothing, is_tested=lambda _, state: state.to_move > 0)
NEVER, WIN, LOSS = ends_if(lambda _: False), ends_if(IS_WIN), ends_if(IS_LOSS)
TESTS = (
    *finished_mistake(
        title="doesn't notice that a game is over",
        thought="The depth alone says where the search ends.",
        hint="What do the legal actions look like after a win or a loss, and what happens then?",
    ).named(NoTerminalTest=NEVER, **without_actions("NoTerminalTest", NEVER)),
    *finished_mistake(
        title="notices wins but not losses",
        thought="The game is over when Pac-Man has won.",
        hint="There are two ways in which a game ends. Which one does your test leave out?",
    ).named(
        OnlyWinsEnd=WIN,
        OnlyWinsHaveScores=worth_where(lambda state: not state.is_win, leaf_value),
        **without_actions("OnlyWinsEnd", WIN),
    ),
    *finished_mistake(
        title="notices losses but not wins",
        thought="The game is over when Pac-Man is caught.",
        hint="There are two ways in which a game ends. Which one does your test leave out?",
    ).named(
        OnlyLossesEnd=LOSS,
        OnlyLossesHaveScores=worth_where(lambda state: not state.is_loss, leaf_value),
        **without_actions("OnlyLossesEnd", LOSS),
    ),
    *finished_mistake(
        title="notices the end of a game only in some layers",
        thought="The test at Pac-Man's turn, or at the ghosts', is enough.",
        hint="A game can end with Pac-Man's move or with a ghost's. In which of your functions is"
        " the test missing?",
    ).named(
        OnlyPacmanTests=PACMAN_TESTS,
        OnlyGhostsTest=GHOSTS_TEST,
        **without_actions("OnlyPacmanTests", PACMAN_TESTS),
        **without_actions("OnlyGhostsTest", GHOSTS_TEST),
    ),
)


@mistake(
    title="notices that a game is over only at the cut-off",
    thought="Games are looked at where the search ends.",
    hint="A game may end earlier than your depth. When do you ask whether it is over?",
    section=CUT_OFF,
)
class TerminalTestAtCutOff(AverageOfNothingIsZero):
    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        self.is_at_cut_off = self.is_cut_off(plies)
        return super().value(state, plies, alpha, beta)

    def is_terminal(self, state: Any) -> bool:
        return self.is_at_cut_off and super().is_terminal(state)


TERMINAL_TEST_AT_CUT_OFF = form_of(TerminalTestAtCutOff).named(
    **without_actions("TerminalTestAtCutOff", TerminalTestAtCutOff)
)


@form_of(TerminalTestAtCutOff)
class LeavesOutFinishedGames(TerminalTestAtCutOff):
    """A game that ends earlier has no value (NaN here), and neither has a state that only leads to
    such games."""

    def max_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        return self.value_if_any(super().max_value(state, plies, alpha, beta))

    def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        return self.value_if_any(super().min_value(state, plies, alpha, beta))

    def value_if_any(self, best: float) -> float:
        return nan if isinf(best) else best

    def mean(self, state: Any, values: Sequence[float]) -> float:
        known = [value for value in values if not isnan(value)]
        return super().mean(state, known) if known else nan

    def best_actions(self, state: Any, values: Mapping[Action, float]) -> Sequence[Any]:
        known = {action: -inf if isnan(values[action]) else values[action] for action in values}
        return super().best_actions(state, known)


EVALUATES_FINISHED_GAMES = mistake(
    title="gives finished games to the evaluation",
    thought="The evaluation values all states where the search ends.",
    hint="The evaluation is an estimate. Which number do you know exactly once a game is over?",
    section=CUT_OFF,
).named(EvaluatesFinishedGames=variation(terminal_value=leaf_value))


@mistake(
    title="gives games that end just at the cut-off to the evaluation",
    thought="At depth 0 the evaluation is used, and only before that can a game be over.",
    hint="What if a game ends with the very last ply of your search? Which test comes first?",
    section=CUT_OFF,
)
class EvaluatesFinishedAtCutOff(ReferenceSearch):
    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        if self.is_cut_off(plies):
            return self.leaf_value(state)
        return super().value(state, plies, alpha, beta)


def fixed(win: float, loss: float) -> type[ReferenceSearch]:
    return variation(terminal_value=lambda _, state: win if state.is_win else loss)


class AddsDepthToFinishedGames(ReferenceSearch):
    """Wins gain the plies that are left, and losses lose them."""

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        self.left = plies
        return super().value(state, plies, alpha, beta)

    def terminal_value(self, state: Any) -> float:
        return super().terminal_value(state) + self.sign(state) * self.left

    def sign(self, state: Any) -> int:
        return 1 if state.is_win else -1


SCORES = (
    *finished_mistake(
        title="gives finished games a fixed value instead of their score",
        thought="A win is as good as any other win, and a loss as bad.",
        hint="A win with more points is better. What is a finished game worth here?",
    ).named(
        FinishedGamesAre500=fixed(500.0, -500.0),
        FinishedGamesAre1=fixed(1, -1),
        FinishedGamesAre1000=fixed(1_000, -1_000),
        FinishedGamesAreMillions=fixed(1e6, -1e6),
        FinishedGamesAreInfinite=fixed(inf, -inf),
        LossesAreInfinite=worth_where(IS_LOSS, lambda *_: -inf),
        WinsAreInfinite=worth_where(IS_WIN, lambda *_: inf),
    ),
    *finished_mistake(
        title="adds the depth that is left to the value of finished games",
        thought="A quick win is better than a late one, and a late loss better than a quick one.",
        hint="The score already says how good a finished game is. What else is in your value?",
    ).named(
        AddsDepthToWins=AddsDepthToFinishedGames,
        AddsDepthToAll=variation(AddsDepthToFinishedGames, sign=lambda _, _state: 1),
        SubtractsDepthFromAll=variation(AddsDepthToFinishedGames, sign=lambda _, _state: -1),
    ),
    *finished_mistake(
        title="counts finished games as 0",
        thought="Nothing more can be gained once the game is over.",
        hint="What does your search return for a game that is over? A win and a loss should"
        " differ.",
    ).named(FinishedGamesAre0=variation(terminal_value=lambda *_: 0)),
    *finished_mistake(
        title="adds a bonus to the score of finished games",
        thought="A win should count more, and a loss less.",
        hint="The score already has the points for winning and losing. What else do you add?",
    ).named(
        FinishedGamesWithBonus=changed(
            terminal_value=lambda value, state: value + (500 if state.is_win else -500)
        )
    ),
)
