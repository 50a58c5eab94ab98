"""My agent for Pac-Man.

Watch it:   pacgrid play {file}
Measure it: pacgrid play {file} --games 20
Grade it:   pacgrid grade {file}
"""

from pacgrid import Action, Agent, Report, State


class MyAgent(Agent):
    """Goes for the nearest food, looking one move ahead."""

    def __init__(self, *, caution: float = 3) -> None:
        # An option and its default; set it on the command line: `{file}:caution=5`.
        self.caution = caution

    def act(self, state: State) -> Action:
        """Return one of `state.legal_actions()`; called on each of this agent's turns.

        What a state has:
            state.pacman                 his cell, (x, y); (0, 0) is at the bottom left
            state.ghosts                 each with .position, .direction and .scared (moves left)
            state.food, state.capsules   sets of (x, y): iterate, len(), `in`
            state.score, state.is_terminal, state.is_win, state.is_loss
            state.to_move                whose turn it is: 0 is Pac-Man, 1, 2, ... are the ghosts
            state.maze.distance(a, b)    steps between two cells through the maze
            state.successor(action)      the state after a move; `state` itself never changes

        Draw randomness from `self.rng`, a `random.Random` that is seeded from the game's seed: the
        same seed then plays the same game.
        """
        values = {action: self.value(state.successor(action)) for action in state.legal_actions()}
        # The report is shown over the board: press 1 while you watch.
        self.report = Report(nodes=len(values), values=values)
        return max(values, key=values.__getitem__)

    def value(self, state: State) -> float:
        """An estimate of how good `state` is. Improve it!"""
        if state.is_terminal:
            return state.score
        food = min(state.maze.distance(state.pacman, cell) for cell in state.food)
        danger = sum(
            state.maze.distance(state.pacman, ghost.position) < self.caution
            for ghost in state.ghosts
            if not ghost.scared
        )
        return state.score - food - 100 * danger
