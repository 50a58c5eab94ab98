from pacgrid import Agent


class Minimax(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        actions = state.legal_actions()
        best_action = actions[0]
        best_value = 0
        for action in actions:
            next_state = state.successor(action)
            value = self.minimax(next_state, 1, 0)
            if value > best_value:
                best_value = value
                best_action = action
        return best_action

    def minimax(self, state, agent, rounds):
        # all agents have moved: that was one round
        if agent == state.num_agents:
            agent = 0
            rounds += 1
        if state.is_terminal:
            return state.score
        if rounds == self.depth:
            return self.evaluation(state)
        results = []
        for action in state.legal_actions():
            results.append(self.minimax(state.successor(action), agent + 1, rounds))
        if agent == 0:
            return max(results)
        else:
            return min(results)
