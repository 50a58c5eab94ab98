import math

from pacgrid import Agent


class AlphaBeta(Agent):

    def __init__(self, depth=2, evaluation=None):
        self.number_of_rounds = depth
        self.evaluate = evaluation or (lambda position: position.score)

    def act(self, state):
        plies = self.number_of_rounds * state.num_agents
        if state.to_move == 0:
            return self.best_for_pacman(state, plies, -math.inf, math.inf, True)
        return self.best_for_ghost(state, plies, -math.inf, math.inf, True)

    def value_of(self, position, plies, alpha, beta):
        if position.is_terminal:
            return position.score
        if plies == 0:
            return self.evaluate(position)
        if position.to_move == 0:
            return self.best_for_pacman(position, plies, alpha, beta, False)
        return self.best_for_ghost(position, plies, alpha, beta, False)

    def best_for_pacman(self, position, plies, alpha, beta, at_root):
        highest, best_action = -math.inf, None
        for action in position.legal_actions():
            value = self.value_of(position.successor(action), plies - 1, alpha, beta)
            if value > highest:
                highest, best_action = value, action
            if highest > alpha and not at_root:
                return highest
            alpha = max(alpha, highest)
        return best_action if at_root else highest

    def best_for_ghost(self, position, plies, alpha, beta, at_root):
        lowest, best_action = math.inf, None
        for action in position.legal_actions():
            value = self.value_of(position.successor(action), plies - 1, alpha, beta)
            if value < lowest:
                lowest, best_action = value, action
            if lowest < alpha and not at_root:
                return lowest
            beta = min(beta, lowest)
        return best_action if at_root else lowest
