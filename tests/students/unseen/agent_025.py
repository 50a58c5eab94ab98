from pacgrid import Agent
from pacgrid.action import Action


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def moves(self, state):
        """The moves to choose from."""
        legal = list(state.legal_actions())
        if len(legal) > 1 and Action.STOP in legal:
            legal.remove(Action.STOP)
        return legal

    def act(self, state):
        plies = self.depth * state.num_agents
        scored = []
        for move in self.moves(state):
            scored.append((self.look(state.successor(move), plies), move))
        values = [value for value, _ in scored]
        goal = max(values) if state.to_move == 0 else min(values)
        return next(move for value, move in scored if value == goal)

    def look(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.look(state.successor(m), plies - 1) for m in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)
