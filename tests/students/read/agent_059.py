from math import inf

from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        value, action = self.visit(state, self.depth)
        return action

    def visit(self, state, rounds):
        """The value of the state and the move that gets it."""
        actions = state.legal_actions()
        if rounds == 0 or not actions:
            return self.evaluation(state), None
        match state.to_move:
            case 0:
                best = (-inf, None)
                for action in actions:
                    value, _ = self.follow(state, action, rounds)
                    if value > best[0]:
                        best = (value, action)
                return best
            case _:
                total = 0
                for action in actions:
                    total += self.follow(state, action, rounds)[0]
                return total / len(actions), None

    def follow(self, state, action, rounds):
        after = state.successor(action)
        ends_round = state.to_move == state.num_agents - 1
        return self.visit(after, rounds - 1 if ends_round else rounds)
