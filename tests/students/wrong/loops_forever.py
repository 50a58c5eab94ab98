"""while there is something to do"""

from pacgrid import Agent

MISTAKES = {"Minimax": "loops"}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        todo = [(state, self.depth * state.num_agents)]
        best = None
        while todo:
            s, plies = todo[0]
            if s.is_terminal or plies == 0:
                best = max(best or s.score, s.score)
                continue  # forgot to pop
            todo.pop(0)
            todo += [(s.successor(a), plies - 1) for a in s.legal_actions()]
        return state.legal_actions()[0]
