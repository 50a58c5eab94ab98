from pacgrid import Agent


class Expectimax(Agent):

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.expectimax(state, 0, 0)

    def expectimax(self, state, agent, depth):
        # game over or looked far enough
        if state.is_terminal:
            return state.score
        if depth == self.depth:
            return self.evaluation(state)

        next_agent = agent + 1
        next_depth = depth
        if next_agent == state.num_agents:
            next_agent = 0
            next_depth = depth + 1

        scores = []
        actions = state.legal_actions()
        for action in actions:
            successor = state.successor(action)
            scores.append(self.expectimax(successor, next_agent, next_depth))

        if agent == 0 and depth == 0:
            # the first call gives the move and not the value
            return actions[scores.index(max(scores))]
        return sum(scores) / len(scores)
