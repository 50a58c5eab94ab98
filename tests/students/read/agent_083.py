from pacgrid import Agent


class Minimax(Agent):

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_action = None
        best_value = -1000000
        for action in state.legal_actions():
            next_state = state.successor(action)
            value = self.minimax(next_state, 1, self.depth)
            if value > best_value:
                best_value = value
                best_action = action
        return best_action

    def minimax(self, state, agent, depth):
        # stop here?
        if state.is_win or state.is_loss:
            return state.score
        if depth == 0:
            return self.evaluation(state)

        # who is next?
        last = state.num_agents - 1
        if agent == last:
            next_agent = 0
            next_depth = depth - 1
        else:
            next_agent = agent + 1
            next_depth = depth

        # values of all moves
        values = []
        for action in state.legal_actions():
            next_state = state.successor(action)
            values.append(self.minimax(next_state, next_agent, next_depth))

        # ghosts want a small value, pacman wants a large one
        if 1 <= agent < last:
            return min(values)
        return max(values)
