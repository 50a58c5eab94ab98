"""A general framework for players, and minimax on top of it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from statistics import fmean

from pacgrid import Action, Agent, State


class Player(ABC):
    """How one kind of player sees the values of its moves."""

    @abstractmethod
    def combine(self, values: Iterable[float]) -> float: ...


class Hero(Player):
    def combine(self, values: Iterable[float]) -> float:
        return max(values)


class Enemy(Player):
    def combine(self, values: Iterable[float]) -> float:
        return fmean(values)


class Minimax(Agent):
    def __init__(self, depth: int = 2, evaluation=None) -> None:
        self.depth = depth
        self.evaluation = evaluation
        self.hero: Player = Hero()
        self.enemy: Player = Enemy()

    def player(self, state: State) -> Player:
        return self.enemy if state.to_move else self.hero

    def act(self, state: State) -> Action:
        horizon = self.depth * state.num_agents
        ranking = {
            action: self.evaluate_tree(state.successor(action), horizon - 1)
            for action in state.legal_actions()
        }
        best = self.hero.combine(ranking.values())
        return next(action for action, value in ranking.items() if value == best)

    def evaluate_tree(self, state: State, horizon: int) -> float:
        if state.is_terminal:
            return state.score
        if not horizon:
            return self.evaluation(state)
        values = [
            self.evaluate_tree(state.successor(action), horizon - 1)
            for action in state.legal_actions()
        ]
        return self.player(state).combine(values)
