"""Beliefs about how another agent plays, learned from its actions.

Bayesian learning: Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition,
section 21.1. Each hypothesis is a way to play, which says how likely each action is.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import prod
from typing import Generic, TypeVar

from pacgrid.action import Action
from pacgrid.state import State

Hypothesis = TypeVar("Hypothesis", bound=Hashable)

SMOOTHING = 0.005
"""This is added to the probability of each action, so that one odd action rules out no hypothesis
for good."""

TEAM_ODDS = 4
"""The prior odds that a team's members all play by one hypothesis, rather than each by its own."""


class OpponentModel(Generic[Hypothesis]):
    """The probability of each hypothesis about an opponent.

    >>> model = OpponentModel({"chases": 1, "wanders": 1})
    >>> model.update({"chases": 1, "wanders": 0.5})
    >>> round(model.posterior["chases"], 2)
    0.67

    Args:
        prior: how likely each hypothesis is at first, in proportion.
    """

    def __init__(self, prior: Mapping[Hypothesis, float]) -> None:
        self.prior = _normalized(prior)
        self.posterior = self.prior

    def update(self, likelihoods: Mapping[Hypothesis, float]) -> None:
        """Learn from an action, which has these probabilities by the hypotheses."""
        self.posterior = _normalized(
            {
                hypothesis: probability * (likelihoods[hypothesis] + SMOOTHING)
                for hypothesis, probability in self.posterior.items()
            }
        )


def posterior_in_team(
    models: Sequence[OpponentModel[Hypothesis]], number: int
) -> dict[Hypothesis, float]:
    """The posterior of `models[number]`, learned from its team too: members often play alike.

    >>> wanderer, unknown = (OpponentModel({"chases": 1, "wanders": 1}) for _ in range(2))
    >>> wanderer.update({"chases": 0, "wanders": 1})
    >>> round(posterior_in_team([wanderer, unknown], 1)["wanders"], 2)
    0.9

    Args:
        models: of all members, with the same prior.
        number: of the member asked about.
    """
    together = {
        hypothesis: TEAM_ODDS
        * prior
        * prod(model.posterior[hypothesis] / prior for model in models)
        for hypothesis, prior in models[0].prior.items()
    }
    odds = sum(together.values())  # of playing alike: how much better that explains all actions
    own = models[number].posterior
    return {hypothesis: (together[hypothesis] + own[hypothesis]) / (odds + 1) for hypothesis in own}


def actions_between(before: State, after: State) -> Iterator[tuple[State, Action]]:
    """What the ghosts chose from `before`, in which the first of them is to move, to `after`: each
    position in which a ghost had a choice, and its action.

    It ends at a ghost whose action can't be told, as when it was eaten.
    """
    state = before
    while state.to_move and not state.is_terminal:
        number = state.to_move - 1
        successors = {action: state.successor(action) for action in state.legal_actions()}
        fitting = [a for a in successors if successors[a].ghosts[number] == after.ghosts[number]]
        if len(fitting) != 1:
            return
        if len(successors) > 1:
            yield state, fitting[0]
        state = successors[fitting[0]]


def _normalized(weights: Mapping[Hypothesis, float]) -> dict[Hypothesis, float]:
    total = sum(weights.values())
    return {hypothesis: weight / total for hypothesis, weight in weights.items()}
