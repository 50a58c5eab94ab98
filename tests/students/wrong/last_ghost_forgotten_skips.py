"""The last ghost just does its first action, its layer is left out."""

from pacgrid import Agent

MISTAKES = {"Minimax": "last ghost forgotten", "Expectimax": "last ghost forgotten"}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        def minimax(s, rounds):
            if s.is_terminal:
                return s.score
            if s.to_move == 0:
                rounds -= 1
                if rounds == 0:
                    return self.evaluation(s)
                return max(minimax(s.successor(a), rounds) for a in s.legal_actions())
            ghosts_left = s.num_agents - 1 - s.to_move
            if ghosts_left == 0:
                return minimax(s.successor(s.legal_actions()[0]), rounds)
            return self.ghosts([minimax(s.successor(a), rounds) for a in s.legal_actions()])

        return max(state.legal_actions(), key=lambda a: minimax(state.successor(a), self.depth))

    def ghosts(self, values):
        return min(values)


class Expectimax(Minimax):
    def ghosts(self, values):
        return sum(values) / len(values)
