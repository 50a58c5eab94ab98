from pacgrid import Agent, Action


class Minimax(Agent):
    # depth = how many rounds, evaluation = function for the end of the search
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    # try all moves of pacman and take the best one
    def act(self, state):
        moves = state.legal_actions()
        best_move = moves[0]
        best_value = self.ghost_value(state.successor(moves[0]), 0)
        for move in moves:
            next_state = state.successor(move)
            value = self.ghost_value(next_state, 0)
            if value > best_value:
                best_value = value
                best_move = move
        return best_move

    # pacman moves (max)
    def pacman_value(self, state, rounds):
        if state.is_terminal:
            return state.score
        if rounds == self.depth:
            return self.evaluation(state)
        best_value = 0
        moves = state.legal_actions()
        for move in moves:
            next_state = state.successor(move)
            value = self.ghost_value(next_state, rounds)
            if value > best_value:
                best_value = value
        return best_value

    # a ghost moves (min)
    def ghost_value(self, state, rounds):
        if state.is_terminal:
            return self.evaluation(state)
        best_value = 999999
        ghost = state.to_move
        moves = state.legal_actions()
        for move in moves:
            next_state = state.successor(move)
            # was this the last ghost? then it is pacman's turn
            if ghost == state.num_agents - 1:
                value = self.pacman_value(next_state, rounds + 1)
            else:
                value = self.ghost_value(next_state, rounds)
            if value < best_value:
                best_value = value
        return best_value
