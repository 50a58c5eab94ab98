"""Searches as students write them: each in its own style, none built on `Searcher`."""

from collections.abc import Callable
from math import inf, log, sqrt
from typing import Any

from pacgrid import Agent
from pacgrid.search import CHANCE

Prunes = Callable[[float, float], bool]


class StudentAlphaBeta(Agent):
    """A function in a function, which returns pairs of value and action and knows no depth. It
    prunes where bounds meet, but not below chance."""

    def __init__(self, prunes: Prunes = lambda alpha, beta: alpha >= beta) -> None:
        self.prunes = prunes

    def act(self, state: Any) -> Any:
        def search(state: Any, alpha: float, beta: float) -> tuple[float, Any]:
            if state.is_terminal:
                return state.score, None
            actions = state.legal_actions()
            if state.to_move == CHANCE:
                parts = state.distribution().items()
                values = (p * search(state.successor(each), -inf, inf)[0] for each, p in parts)
                return sum(values), actions[0]
            is_max = state.to_move == 0
            value, choice = -inf if is_max else inf, None
            for action in actions:
                found, _ = search(state.successor(action), alpha, beta)
                if found > value if is_max else found < value:
                    value, choice = found, action
                if is_max:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if self.prunes(alpha, beta):
                    break
            return value, choice

        return search(state, -inf, inf)[1]


class Orderly(Agent):
    """Alpha-beta to a depth, which generates all successors, and searches the promising first."""

    def __init__(self, plies: int, evaluate: Callable[[Any], float]) -> None:
        self.plies = plies
        self.evaluate = evaluate

    def act(self, state: Any) -> Any:
        alpha, best = -inf, None
        for action in self.ordered(state):
            value = self.value(state.successor(action), self.plies - 1, alpha, inf)
            if value > alpha:
                alpha, best = value, action
        return best

    def ordered(self, state: Any) -> list[Any]:
        actions = state.legal_actions()
        is_max = state.to_move == 0
        return sorted(actions, key=lambda a: self.evaluate(state.successor(a)), reverse=is_max)

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        if plies == 0 or state.is_terminal:
            return self.evaluate(state)
        values = []
        for action in self.ordered(state):
            values.append(self.value(state.successor(action), plies - 1, alpha, beta))
            if state.to_move == 0:
                alpha = max(alpha, values[-1])
            else:
                beta = min(beta, values[-1])
            if alpha >= beta:
                break
        return max(values) if state.to_move == 0 else min(values)


class Negamax(Agent):
    """Values for the agent to move; its table is a plain dict."""

    def __init__(self, *, remembers: bool = False) -> None:
        self.remembers = remembers
        self.known: dict[Any, float] = {}

    def act(self, state: Any) -> Any:
        return max(state.legal_actions(), key=lambda a: -self.negamax(state.successor(a)))

    def negamax(self, state: Any) -> float:
        if self.remembers and state in self.known:
            return self.known[state]
        sign = 1 if state.to_move == 0 else -1
        value: float = sign * state.score
        if not state.is_terminal:
            value = max(-self.negamax(state.successor(a)) for a in state.legal_actions())
        if self.remembers:
            self.known[state] = value
        return value


class Loops(Agent):
    """Two plies in two loops, without a function."""

    def act(self, state: Any) -> Any:
        best, best_value = None, -inf
        for action in state.legal_actions():
            after = state.successor(action)
            value = min(after.successor(reply).score for reply in after.legal_actions())
            if value > best_value:
                best, best_value = action, value
        return best


class Deepening(Agent):
    """Iterative deepening with minimax, stopped by an exception in the middle."""

    def __init__(self, most_nodes: int) -> None:
        self.nodes_left = most_nodes

    def act(self, state: Any) -> Any:
        choice = None
        try:
            for plies in range(1, 99):
                values = {a: self.value(state.successor(a), plies) for a in state.legal_actions()}
                choice = max(values, key=values.__getitem__)
        except TimeoutError:
            return choice

    def value(self, state: Any, plies: int) -> float:
        self.nodes_left -= 1
        if self.nodes_left < 0:
            raise TimeoutError
        if plies == 1 or state.is_terminal:
            return float(state.score)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)


class Resimulating(Agent):
    """UCT that plays every playout from the root again, and knows nodes by their actions."""

    def __init__(self, playouts: int) -> None:
        self.playouts = playouts
        self.results: dict[tuple[Any, ...], list[float]] = {}

    def act(self, state: Any) -> Any:
        for _ in range(self.playouts):
            self.play_out(state)
        return max(state.legal_actions(), key=lambda action: len(self.results[(action,)]))

    def play_out(self, root: Any) -> None:
        state, path, known = root, [()], True
        while not state.is_terminal:
            actions = list(state.legal_actions())
            new = [action for action in actions if (*path[-1], action) not in self.results]
            if not known:
                action = self.rng.choice(actions)
            elif new:
                action = self.rng.choice(new)
            else:
                sign = 1 if state.to_move == 0 else -1
                action = max(actions, key=lambda action: self.bound((*path[-1], action), sign))
            if known:
                path.append((*path[-1], action))
            known = known and not new
            state = state.successor(action)
        score = state.score
        for key in path:
            self.results.setdefault(key, []).append(score)

    def bound(self, key: tuple[Any, ...], sign: int) -> float:
        results = self.results[key]
        visits = len(self.results[key[:-1]])
        return sign * sum(results) / len(results) + sqrt(2 * log(visits) / len(results))
