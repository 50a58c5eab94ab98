"""A Pac-Man and a team of ghosts for the ladder: last weeks' search and evaluation, put together."""

from math import inf

from pacgrid import Action, Agent, GhostTeam, State

DEPTH = 2
"""Rounds: more than two would be too slow on large boards."""


class Pacman(Agent):
    """Alpha-beta with a weighted sum of features."""

    def act(self, state: State) -> Action:
        alpha, best = -inf, state.legal_actions()[0]
        plies = DEPTH * state.num_agents
        for action in state.legal_actions():
            value = search(state.successor(action), plies - 1, alpha, inf)
            if value > alpha:
                alpha, best = value, action
        return best


def search(state: State, plies: int, alpha: float, beta: float) -> float:
    """Value of `state` for Pac-Man if it lies between `alpha` and `beta`; else a bound."""
    if state.is_terminal:
        return state.score
    if plies == 0:
        return evaluate(state)
    best = -inf if state.to_move == 0 else inf
    for action in state.legal_actions():
        value = search(state.successor(action), plies - 1, alpha, beta)
        if state.to_move == 0:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            return best
    return best


def evaluate(state: State) -> float:
    """What `state` is worth to Pac-Man, in points."""
    maze, here = state.maze, state.pacman
    value = state.score - 4 * len(state.food) - maze.nearest(here, state.food)
    nearest = 100
    for ghost in state.ghosts:
        steps = maze.distance(here, ghost.position)
        if ghost.scared > steps:
            value += 120 / (1 + steps)
        elif not ghost.scared:
            value -= 40 / (1 + steps)
            nearest = min(nearest, steps)
    return value - 30 if here in maze.dead_ends and nearest < 6 else value


class Ghosts(GhostTeam):
    """Ghosts take the shortest way to Pac-Man; those that aren't the nearest one cut him off from
    his food. Scared ghosts flee."""

    def act(self, state: State) -> Action:
        return min(state.legal_actions(), key=lambda action: self.cost(state, action))

    def cost(self, state: State, action: Action) -> float:
        """How bad it is for the ghost to move to play `action`."""
        maze, pacman = state.maze, state.pacman
        number = state.to_move - 1
        after = state.successor(action)
        if after.is_terminal:
            return after.score - 10_000
        steps = maze.distance(after.ghosts[number].position, pacman)
        if after.ghosts[number].scared:
            return -steps
        others = [
            maze.distance(ghost.position, pacman)
            for index, ghost in enumerate(state.ghosts)
            if index != number and not ghost.scared
        ]
        own = maze.distance(state.ghosts[number].position, pacman)
        if others and min(others) < own and state.food:
            goal = min(state.food, key=lambda cell: maze.distance(pacman, cell))
            return steps + maze.distance(after.ghosts[number].position, goal)
        return steps
