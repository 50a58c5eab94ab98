"""Looks for the nearest active ghost, and fails where all are scared or there is none near."""

from pacgrid import Action, Agent, State


class Pacman(Agent):
    def act(self, state: State) -> Action:
        near = [ghost for ghost in state.ghosts if state.maze.distance(state.pacman, ghost.position) < 2]
        nearest = near[0]
        return max(
            state.legal_actions(),
            key=lambda action: state.maze.distance(
                state.successor(action).pacman, nearest.position
            ),
        )
