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
            children = [(s.successor(a), plies - 1) for a in s.legal_actions()]
            if plies == 0 or not children:
                best = self.evaluation(s)
                todo.pop(0)
            todo += children  # and s is still there
        return state.legal_actions()[0]
