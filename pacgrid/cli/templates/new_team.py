"""My team of ghosts.

Play against it: pacgrid play --ghosts {file}
Measure it:      pacgrid play alpha_beta --ghosts {file} --games 20
"""

from pacgrid import Action, GhostTeam, State


class MyAgent(GhostTeam):
    """Surrounds Pac-Man: each ghost claims another of his exits.

    One instance plays all ghosts of a game. What it keeps on `self` is the memory that they share.
    """

    def __init__(self) -> None:
        self.claims: dict[int, tuple[int, int]] = {}  # by the ghost's number: the cell it goes to

    def act(self, state: State) -> Action:
        """Return one of `state.legal_actions()` for the ghost to move, `state.to_move`."""
        if state.to_move == 1:  # a new round: the first ghost plans for all
            self.claims = self.plan(state)
        me = state.to_move
        target = self.claims.get(me, state.pacman)
        fleeing = bool(state.ghosts[me - 1].scared)

        def cost(action: Action) -> float:
            after = state.successor(action)
            if after.is_loss:  # it catches Pac-Man
                return -1
            place = after.ghosts[me - 1].position
            if fleeing:
                return -state.maze.distance(place, state.pacman)
            return state.maze.distance(place, target)

        actions = list(state.legal_actions())
        self.rng.shuffle(actions)  # so that it doesn't always prefer the same of equal ones
        return min(actions, key=cost)

    def plan(self, state: State) -> dict[int, tuple[int, int]]:
        """The exit that each ghost claims: the nearest that no ghost nearer to Pac-Man has claimed.
        A ghost that is there goes on to Pac-Man, and so does one for which no exit is left."""

        def steps(ghost: int, cell: tuple[int, int]) -> float:
            return state.maze.distance(state.ghosts[ghost - 1].position, cell)

        claims, free = {}, exits(state)
        for ghost in sorted(range(1, state.num_agents), key=lambda g: steps(g, state.pacman)):
            if free:
                cell = min(free, key=lambda cell: steps(ghost, cell))
                free.remove(cell)
                claims[ghost] = cell if steps(ghost, cell) > 1 else state.pacman
        return claims


def exits(state: State) -> list[tuple[int, int]]:
    """The junctions at which the passages that leave from Pac-Man end; none for a dead end."""
    found = []
    for first in state.maze.within(state.pacman, 1) - {state.pacman}:
        cell, passed = first, {state.pacman}
        while len(ahead := state.maze.within(cell, 1) - {*passed, cell}) == 1:
            passed.add(cell)
            (cell,) = ahead
        if ahead and cell not in found:
            found.append(cell)
    return found
