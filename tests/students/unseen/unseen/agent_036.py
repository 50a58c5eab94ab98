from dataclasses import dataclass, field

from pacgrid.search import Searcher


@dataclass
class Cache:
    entries: dict = field(default_factory=dict)
    hits: int = 0

    def key(self, state, plies):
        return (state.to_move, plies, state.score)

    def find(self, state, plies):
        entry = self.entries.get(self.key(state, plies))
        if entry is not None:
            self.hits += 1
        return entry

    def store(self, state, plies, value):
        self.entries[self.key(state, plies)] = value


class Minimax(Searcher):
    def action_values(self, state, plies):
        self.cache = Cache()
        values = super().action_values(state, plies)
        self.report.details = {"cache hits": self.cache.hits}
        return values

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        known = self.cache.find(state, plies)
        if known is not None:
            return known
        choose = min if state.to_move else max
        result = choose([self.value(state.successor(a), plies - 1) for a in state.legal_actions()])
        self.cache.store(state, plies, result)
        return result
