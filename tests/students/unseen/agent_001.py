from pacgrid import Agent


class Expectimax(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        start = self.depth * state.num_agents - 1
        return max(
            state.legal_actions(), key=lambda a: self.expectimax(state.successor(a), start)
        )

    def expectimax(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        results = [
            self.expectimax(state.successor(action), plies - 1)
            for action in state.legal_actions()
        ]
        return max(results) if state.to_move == 0 else sum(results)
