"""My ghost.

Play against it: pacgrid play --ghosts {file}
Measure it:      pacgrid play alpha_beta --ghosts {file} --games 20
"""

from collections.abc import Mapping

from pacgrid import Action, ChanceAgent, State


class MyAgent(ChanceAgent):
    """Follows a shortest path to Pac-Man, but sometimes moves at random.

    A `ChanceAgent` gives each action a probability, and its moves are drawn from these. Pac-Man's
    expectimax can use the same numbers. For a ghost that chooses in another way, inherit from
    `Agent` and write `act`.
    """

    def __init__(self, *, whim: float = 0.2) -> None:
        # How often it moves at random; set it on the command line: `{file}:whim=0`.
        self.whim = whim

    def distribution(self, state: State) -> Mapping[Action, float]:
        """The probability of each legal action; they must sum to 1."""
        me = state.to_move - 1
        actions = state.legal_actions()
        steps = {}
        for action in actions:
            position = state.successor(action).ghosts[me].position
            steps[action] = state.maze.distance(position, state.pacman)
        fleeing = bool(state.ghosts[me].scared)
        goal = max(steps.values()) if fleeing else min(steps.values())
        best = [action for action in actions if steps[action] == goal]
        return {
            action: self.whim / len(actions) + (1 - self.whim) * (action in best) / len(best)
            for action in actions
        }
