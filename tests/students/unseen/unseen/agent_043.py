from pacgrid import Action
from pacgrid.search import Searcher


def moves(state):
    actions = list(state.legal_actions())
    if state.to_move == 0 and Action.STOP in actions and len(actions) > 1:
        actions.remove(Action.STOP)
    return actions


class Minimax(Searcher):
    def action_values(self, state, plies):
        return {move: self.value(state.successor(move), plies - 1) for move in moves(state)}

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = []
        for move in moves(state):
            values.append(self.value(state.successor(move), plies - 1))
        return max(values) if state.to_move == 0 else min(values)
