from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best = -1000000000
        best_action = None
        for action in state.legal_actions():
            next_state = state.successor(action)
            value = self.minimax(next_state, 1, self.depth * state.num_agents - 1)
            if value > best:
                best_action = action
            best = value
        return best_action

    def minimax(self, state, agent, moves_left):
        if state.is_terminal:
            return state.score
        if moves_left == 0:
            return self.evaluation(state)

        ghosts = state.num_agents - 1
        next_agent = (agent + 1) % ghosts

        if agent == 0:
            # pacman wants a big number
            biggest = -1000000000
            for action in state.legal_actions():
                next_state = state.successor(action)
                value = self.minimax(next_state, next_agent, moves_left - 1)
                if value > biggest:
                    biggest = value
            return biggest
        else:
            # the ghosts want a small number
            smallest = 1000000000
            for action in state.legal_actions():
                next_state = state.successor(action)
                value = self.minimax(next_state, next_agent, moves_left - 1)
                if value < smallest:
                    smallest = value
            return smallest
