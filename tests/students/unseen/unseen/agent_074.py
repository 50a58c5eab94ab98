from abc import ABC, abstractmethod

from pacgrid.search import Searcher


class Layer(ABC):
    @abstractmethod
    def back_up(self, values): ...


class MaxLayer(Layer):
    def back_up(self, values):
        return max(values)


class ChanceLayer(Layer):
    def back_up(self, values):
        weight = 1.0 / len(values)
        return sum(weight * value for value in values)


class LayerFactory:
    PACMAN = 0

    @classmethod
    def create(cls, agent):
        return MaxLayer() if agent == cls.PACMAN else ChanceLayer()


class Expectimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        layer = LayerFactory.create(state.to_move)
        return layer.back_up([self.value(c, plies - 1) for c in self.children(state)])

    def children(self, state):
        return [state.successor(action) for action in state.legal_actions()]
