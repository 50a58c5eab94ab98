"""Mistakes with the values of finished games and of states at the cut-off."""

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Any

from pacgrid.action import Action
from pacgrid.tree.reference_search import ReferenceSearch

from ..mistake import changed, form_of, mistake, variation
from .textbook import CUT_OFF, EVALUATION, MINIMAX

finished_mistake = partial(mistake, section=MINIMAX)
cut_off_mistake = partial(mistake, section=CUT_OFF)


class MeanOfNothing(ReferenceSearch):
    """Without actions, the mean is 0, and the best value stays where it starts."""

    def mean(self, state: Any, values: Sequence[float]) -> float:
        return super().mean(state, values) if values else 0


class NothingIsZero(MeanOfNothing):
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


class TestsAtCutOff(ReferenceSearch):
    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        self.is_at_cut_off = self.is_cut_off(plies)
        return super().value(state, plies, alpha, beta)

    def is_terminal(self, state: Any) -> bool:
        return self.is_at_cut_off and super().is_terminal(state)


def untested(name: str, test: type[ReferenceSearch]) -> dict[str, type[ReferenceSearch]]:
    """A search with that test for the end of a game, by what it does without actions."""
    return {
        name: variation(MeanOfNothing, test),
        f"{name}GivesZero": variation(NothingIsZero, test),
        f"{name}Fails": variation(FailsWithoutActions, test),
    }


def ends_if(is_over: Callable[[Any], bool]) -> type[ReferenceSearch]:
    return variation(is_terminal=lambda _, state: state.is_terminal and is_over(state))


def scores_if(is_scored: Callable[[Any], bool]) -> type[ReferenceSearch]:
    """It gives other finished games to the evaluation."""
    return variation(
        terminal_value=lambda search, state: (
            float(state.score) if is_scored(state) else search.leaf_value(state)
        )
    )


class EvaluatesAtCutOff(ReferenceSearch):
    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        if self.is_cut_off(plies):
            return self.leaf_value(state)
        return super().value(state, plies, alpha, beta)


def worth(value: Callable[..., float]) -> type[ReferenceSearch]:
    """A finished game has that value, from its score and the state."""
    return changed(terminal_value=value)


FINISHED_GAMES = (
    *finished_mistake(
        title="doesn't notice in each layer that a game is over",
        hint="A game can end with any agent's move. What do the legal actions look like then, and"
        " in which of your functions is the test missing?",
    ).named(
        **untested("NoTerminalTest", ends_if(lambda _: False)),
        **untested("OnlyPacmanTests", ends_if(lambda state: state.to_move == 0)),
        **untested("OnlyGhostsTest", ends_if(lambda state: state.to_move > 0)),
    ),
    *finished_mistake(
        name="one_kind_of_end",
        title="notices only wins, or only losses",
        hint="There are two ways in which a game ends. Which one does your test leave out?",
    ).named(
        **untested("OnlyWinsEnd", ends_if(lambda state: state.is_win)),
        **untested("OnlyLossesEnd", ends_if(lambda state: state.is_loss)),
        OnlyWinsHaveScores=scores_if(lambda state: state.is_win),
        OnlyLossesHaveScores=scores_if(lambda state: state.is_loss),
    ),
    *cut_off_mistake(
        title="notices that a game is over only at the cut-off",
        thought="Games are looked at where the search ends.",
        hint="A game may end earlier than your depth. When do you ask whether it is over?",
    ).named(**untested("TerminalTestAtCutOff", TestsAtCutOff)),
    *cut_off_mistake(
        title="gives a finished game to the evaluation",
        thought="The evaluation values all states where the search ends.",
        hint="The evaluation is an estimate. Which number do you know exactly once a game is over,"
        " even if it ends with the very last ply of your search?",
    ).named(
        EvaluatesFinishedGames=scores_if(lambda _: False),
        EvaluatesFinishedAtCutOff=EvaluatesAtCutOff,
    ),
    *finished_mistake(
        name="rewrites_scores",
        title="gives a finished game another value than its score",
        hint="A win with more points is better. What is a finished game worth here?",
    ).named(
        **{
            f"FinishedGamesAre{n}": worth(lambda _, state, n=n: n if state.is_win else -n)
            for n in (0, 1, 500, 1000, inf)
        },
        LossesAreInfinite=changed(
            terminal_value=lambda score, state: -inf if state.is_loss else score
        ),
        WinsAreInfinite=worth(lambda score, state: inf if state.is_win else score),
        BonusOf500=changed(
            terminal_value=lambda score, state: score + (500 if state.is_win else -500)
        ),
    ),
)


@cut_off_mistake(
    name="evaluates_other_state",
    title="evaluates another state than the one at the cut-off",
    thought="The state at hand is the one to evaluate.",
    hint="Several variables hold a state: the root, and those before and after a move. Which one do"
    " you evaluate?",
)
class EvaluatesRoot(ReferenceSearch):
    def act(self, state: Any) -> Any:
        self.evaluated = state
        return super().act(state)

    def leaf_value(self, state: Any) -> float:  # noqa: ARG002
        return super().leaf_value(self.evaluated)


@form_of(EvaluatesRoot)
class EvaluatesParent(EvaluatesRoot):
    def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
        self.evaluated = state
        return super().successor_value(state, action, plies, *bounds)


def rounded(how: Callable[[float], float]) -> type[ReferenceSearch]:
    return changed(
        leaf_value=lambda value, _: how(value), terminal_value=lambda value, _: how(value)
    )


IGNORES_EVALUATION = mistake(
    title="ignores the evaluation and uses the score",
    thought="The score says how good a state is.",
    hint="Your agent is built with an evaluation. Where do you keep it, and where do you call it?",
    section=EVALUATION,
).named(
    IgnoresEvaluation=variation(leaf_value=lambda _, state: float(state.score)),
    # Such as one of its own that is nearly the score.
    EvaluatesByItself=variation(
        leaf_value=lambda _, state: float(state.score), reports_values=False
    ),
)
ROUNDS_VALUES = mistake(
    "minimax",
    "alpha_beta",
    name="rounds_values",
    title="rounds its values to whole numbers",
    thought="Scores are whole numbers, so all values are.",
    hint="An evaluation may be 2.75, and the mean of 1 and 2 is 1.5. What is left of that in your"
    " search?",
    section=EVALUATION,
).named(TruncatesValues=rounded(int), FloorsValues=rounded(lambda value: value // 1))
ROUNDS_MEANS = form_of(ROUNDS_VALUES[0], "expectimax").named(
    FloorsMean=changed(mean=lambda mean, *_: mean // 1),
    RoundsMean=changed(mean=lambda mean, *_: round(mean)),
    TruncatesMean=changed(mean=lambda mean, *_: int(mean)),
)
