"""A reflex agent: it compares the states right after its actions and looks no further."""

from pacgrid.action import Action
from pacgrid.agent import Agent, Report
from pacgrid.search import AnyEvaluation, best, contributions, evaluation_named
from pacgrid.state import State


class Reflex(Agent):
    """Plays the action whose successor has the best evaluation: the highest for Pac-Man, the lowest
    for a ghost; the first of equal ones, in the order of `legal_actions()`.

    Args:
        evaluation: estimates the value of a state: a name, weights or a function.
    """

    report: Report

    def __init__(self, *, evaluation: AnyEvaluation = "cautious") -> None:
        self.evaluate = evaluation_named(evaluation)

    def act(self, state: State) -> Action:
        values = {action: self.value(state.successor(action)) for action in state.legal_actions()}
        self.report = Report(nodes=len(values), values=values)
        return best(state, values)

    def explain(self, state: State, action: Action) -> None:
        self.report.principal_variation = [action]
        self.report.features = contributions(self.evaluate, state.successor(action))

    def value(self, state: State) -> float:
        """The evaluation of `state`; a finished game is worth its score."""
        return state.score if state.is_terminal else self.evaluate(state)
