from pacgrid import Action, Agent


class Minimax(Agent):
    """Pacman = agent 0"""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda state: state.score)

    def moves(self, state):
        legal = list(state.legal_actions())
        if state.to_move == 0 and len(legal) > 1 and Action.STOP in legal:
            legal.remove(Action.STOP)
        return legal

    def act(self, state):
        value, action = self.minimax(state, 0, 0)
        return action

    def minimax(self, state, agent, depth):
        if state.is_terminal:
            return (state.score, None)
        if depth > self.depth:
            return (self.evaluation(state), None)
        next_agent = (agent + 1) % state.num_agents
        if next_agent == 0:
            next_depth = depth + 1
        else:
            next_depth = depth
        results = []
        for action in self.moves(state):
            successor = state.successor(action)
            results.append((self.minimax(successor, next_agent, next_depth)[0], action))
        if agent == 0:
            return max(results, key=lambda pair: pair[0])
        return min(results, key=lambda pair: pair[0])
