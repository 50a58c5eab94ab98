"""Mistakes with the value at the cut-off."""

from functools import partial
from math import nan
from typing import Any

from pacgrid.action import Action

from ..mistake import changed, form_of, mistake, variation
from ..reference import ReferenceSearch
from .textbook import CUT_OFF, EVALUATION

evaluation_mistake = partial(mistake, section=EVALUATION)

VALUES = (
    *evaluation_mistake(
        title="ignores the evaluation and uses the score",
        thought="The score says how good a state is.",
        hint="Your agent is built with an evaluation. Where do you keep it, and where do you call"
        " it?",
    ).named(
        IgnoresEvaluation=variation(leaf_value=lambda _, state: float(state.score)),
        # Such as one of its own that is nearly the score.
        EvaluatesByItself=variation(
            leaf_value=lambda _, state: float(state.score), reports_values=False
        ),
    ),
)


@mistake(
    title="evaluates the root instead of the state at the cut-off",
    thought="The evaluation values the position that the agent is in.",
    hint="Which state do you pass to the evaluation? If it is always the same one, so are all"
    " values.",
    section=CUT_OFF,
)
class EvaluatesRoot(ReferenceSearch):
    def act(self, state: Any) -> Any:
        self.root = state
        return super().act(state)

    def leaf_value(self, state: Any) -> float:  # noqa: ARG002
        return super().leaf_value(self.root)


@mistake(
    title="evaluates the state before the last move",
    thought="The state at hand is the one to evaluate.",
    hint="Two variables hold a state: before and after a move. Which one do you evaluate?",
    section=CUT_OFF,
)
class EvaluatesParent(ReferenceSearch):
    def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
        self.parent = state
        return super().successor_value(state, action, plies, *bounds)

    def leaf_value(self, state: Any) -> float:  # noqa: ARG002
        return super().leaf_value(self.parent)


MORE_VALUES = (
    *evaluation_mistake(
        title="flips the sign of the evaluation",
        thought="The last move was a ghost's, so the value is the ghost's.",
        hint="The evaluation is for Pac-Man: higher is better for him, whoever moved last.",
    ).named(NegatesEvaluation=changed(leaf_value=lambda value, _: -value)),
    *evaluation_mistake(
        title="values all states at the cut-off the same",
        thought="Only finished games have a value.",
        hint="What does your search return when the depth is used up?",
    ).named(ConstantEvaluation=variation(leaf_value=lambda *_: 0)),
    *evaluation_mistake(
        title="has values that are not numbers (NaN)",
        thought="Infinite values can be added and subtracted like others.",
        hint="Infinity minus infinity is not a number, and no comparison with it is true. Print"
        " your values.",
    ).named(NotANumber=variation(leaf_value=lambda *_: nan)),
    *evaluation_mistake(
        title="adds the score to the evaluation",
        thought="Points that are already made should count, too.",
        hint="The evaluation you are given is the whole estimate. What else is in your value?",
    ).named(AddsScore=changed(leaf_value=lambda value, state: value + float(state.score))),
)


class AddsScores(ReferenceSearch):
    """Each inner node adds its score to the value of the best child."""

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        value = super().value(state, plies, alpha, beta)
        is_leaf = self.is_cut_off(plies) or self.is_terminal(state)
        return value if is_leaf else value + float(state.score)


class AddsGains(ReferenceSearch):
    """Each move adds what the score gains by it."""

    def successor_value(self, state: Any, action: Action, plies: int, *bounds: float) -> float:
        value = super().successor_value(state, action, plies, *bounds)
        return value + float(state.successor(action).score) - float(state.score)


def discounted(factor: float) -> type[ReferenceSearch]:
    class Discounts(ReferenceSearch):
        def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
            value = super().value(state, plies, alpha, beta)
            return value if self.is_cut_off(plies) or self.is_terminal(state) else factor * value

    return Discounts


ON_THE_WAY = (
    *evaluation_mistake(
        title="adds up the scores on the way",
        thought="Points that are made earlier count, too.",
        hint="The score of a state has all points that were made before it. How often does each of"
        " them count in your value?",
    ).named(AddsUpScores=AddsScores, AddsUpGains=AddsGains),
    *evaluation_mistake(
        title="discounts values with each ply",
        thought="What comes later is worth less.",
        hint="Minimax and expectimax hand values up as they are. What do you multiply them by?",
    ).named(
        Discounts90=discounted(0.9),
        Discounts95=discounted(0.95),
        Discounts80=discounted(0.8),
        Discounts50=discounted(0.5),
    ),
    *evaluation_mistake(
        "minimax",
        "alpha_beta",
        title="cuts values to whole numbers",
        thought="Scores are whole numbers, so all values are.",
        hint="An evaluation may be 2.75. What is left of it in your search?",
    ).named(
        TruncatesValues=changed(
            leaf_value=lambda value, _: int(value), terminal_value=lambda value, _: int(value)
        ),
        FloorsValues=changed(
            leaf_value=lambda value, _: value // 1, terminal_value=lambda value, _: value // 1
        ),
    ),
)


@evaluation_mistake(
    title="adds up the evaluations on the way to the cut-off",
    thought="Good states on the way make a line of play better.",
    hint="The value of a state comes from the states it leads to, without its own estimate.",
)
class AddsUpEvaluations(ReferenceSearch):
    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        value = super().value(state, plies, alpha, beta)
        return value if self.is_cut_off(plies) else value + self.evaluate(state)


@form_of(AddsUpEvaluations)
class AddsUpEvaluationsOfUnfinished(ReferenceSearch):
    """Finished games are worth their score."""

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        value = super().value(state, plies, alpha, beta)
        is_leaf = self.is_cut_off(plies) or state.is_terminal
        return value if is_leaf else value + self.evaluate(state)
