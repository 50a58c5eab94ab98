"""The ghosts move together: all the positions after their moves are equally likely."""

from pacgrid import Agent

MISTAKES = {"Expectimax": "one chance layer for all ghosts"}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return max(state.legal_actions(), key=lambda a: self.ghosts(state.successor(a), self.depth))

    def outcomes(self, state):
        """everything the ghosts can do until it's Pac-Man's turn"""
        if state.is_terminal or state.to_move == 0:
            return [state]
        return [end for a in state.legal_actions() for end in self.outcomes(state.successor(a))]

    def ghosts(self, state, rounds):
        ends = self.outcomes(state)
        return sum(self.pacman(end, rounds - 1) for end in ends) / len(ends)

    def pacman(self, state, rounds):
        if state.is_terminal:
            return state.score
        if rounds == 0:
            return self.evaluation(state)
        return max(self.ghosts(state.successor(a), rounds) for a in state.legal_actions())
