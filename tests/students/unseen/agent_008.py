from pacgrid import Agent


class Minimax(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        return self.pacman_turn(state, self.depth)[1]

    def next_turn(self, state, depth):
        """The value of a position, whoever moves in it."""
        if state.is_terminal:
            return state.score
        if state.to_move == 0:
            if depth == 1:
                return self.evaluation(state)
            return self.pacman_turn(state, depth - 1)[0]
        return self.ghost_turn(state, depth)

    def pacman_turn(self, state, depth):
        best_value = float("-inf")
        best_move = None
        for move in state.legal_actions():
            value = self.next_turn(state.successor(move), depth)
            if best_move is None or value > best_value:
                best_value = value
                best_move = move
        return best_value, best_move

    def ghost_turn(self, state, depth):
        worst = float("inf")
        for move in state.legal_actions():
            value = self.next_turn(state.successor(move), depth)
            if value < worst:
                worst = value
            return worst
