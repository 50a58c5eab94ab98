import math

from pacgrid import Agent, State


class Minimax(Agent):
    def __init__(self, depth: int = 2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state: State):
        best = -math.inf
        best_actions = []
        for action in state.legal_actions():
            value = self.search(state.successor(action), 1)
            if value > best:
                best = value
                best_actions = [action]
            elif value == best:
                best_actions.append(action)
        return best_actions[0]

    def search(self, state: State, ply: int) -> float:
        if state.is_terminal:
            return state.score
        rounds = ply // state.num_agents
        if rounds > self.depth:
            return state.score
        agent = ply % state.num_agents
        if agent == 0:
            best = -math.inf
            for action in state.legal_actions():
                best = max(best, self.search(state.successor(action), ply + 1))
        else:
            best = math.inf
            for action in state.legal_actions():
                best = min(best, self.search(state.successor(action), ply + 1))
        return best
