from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Expectimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        left = self.depth * state.num_agents - 1
        best, choice = None, None
        for action in state.legal_actions():
            v = sum(self.shares(state.successor(action), left, 1.0))
            if best is None or v > best + 1e-9:
                best, choice = v, action
        return choice

    def shares(self, state, left, p):
        """What each outcome contributes: its probability times its value."""
        if state.is_terminal:
            yield p * state.score
        elif left == 0:
            yield p * self.evaluation(state)
        elif state.to_move == 0:
            yield max(
                sum(self.shares(state.successor(a), left - 1, p)) for a in state.legal_actions()
            )
        else:
            legal = state.legal_actions()
            for a in legal:
                yield from self.shares(state.successor(a), left - 1, p / len(legal))
