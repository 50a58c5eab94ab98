"""My agent for Pac-Man.

Watch it:   pacgrid play --pacman {file}
Measure it: pacgrid play --pacman {file} --games 20
Grade it:   pacgrid grade {file}
"""

from pacgrid import Action, Agent, Report, State


class MyAgent(Agent):
    """Goes for the nearest food, and looks no further than one move."""

    def __init__(self, *, caution: float = 3) -> None:
        # An option with its default: `{file}:caution=5` on the command line sets it.
        self.caution = caution

    def act(self, state: State) -> Action:
        """Called whenever it is this agent's turn; returns one of `state.legal_actions()`.

        What a state tells:
            state.pacman                 his cell, (x, y); (0, 0) is at the bottom left
            state.ghosts                 each with .position, .direction and .scared (moves left)
            state.food, state.capsules   sets of (x, y): iterate, len(), `in`
            state.score, state.is_terminal, state.is_win, state.is_loss
            state.to_move                whose turn it is: 0 is Pac-Man, 1, 2, ... are the ghosts
            state.maze.distance(a, b)    steps between two cells, round the walls
            state.successor(action)      the state after a move; `state` itself never changes

        For chance use `self.rng`, a `random.Random` that is seeded from the game's seed: the same
        seed is then the same game.
        """
        values = {action: self.value(state.successor(action)) for action in state.legal_actions()}
        # What stands in the report is shown over the board: press 1 while you watch.
        self.report = Report(nodes=len(values), values=values)
        return max(values, key=values.__getitem__)

    def value(self, state: State) -> float:
        """How good `state` looks. This is the place to be cleverer."""
        if state.is_terminal:
            return state.score
        food = min(state.maze.distance(state.pacman, at) for at in state.food)
        danger = sum(
            state.maze.distance(state.pacman, ghost.position) < self.caution
            for ghost in state.ghosts
            if not ghost.scared
        )
        return state.score - food - 100 * danger
