from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation if evaluation is not None else (lambda s: s.score)

    def act(self, state):
        best_score = float("-inf")
        best_action = None
        for action in state.legal_actions():
            score = self.minimax(state.successor(action), 1, 1)
            if score > best_score:
                best_score = score
                best_action = action
        return best_action

    def minimax(self, state, agent, depth):
        # depth: the round we are in
        if state.is_terminal:
            return state.score
        if depth == self.depth:
            return self.evaluation(state)

        next_agent = (agent + 1) % state.num_agents
        next_depth = depth + 1 if next_agent == 0 else depth

        scores = []
        for action in state.legal_actions():
            scores.append(self.minimax(state.successor(action), next_agent, next_depth))

        if agent == 0:
            return max(scores)
        else:
            return min(scores)
