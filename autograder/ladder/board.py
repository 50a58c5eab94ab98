"""What a layout is worth: the scale on which the scores of different layouts are compared."""

from pacgrid.layout import Layout
from pacgrid.state import FOOD_POINTS, LOSS_POINTS, WIN_POINTS, State

from ..kinds.games.ghost_games import highest_score
from .pairing import Role


def win_score(layout: Layout) -> int:
    """The points for all food and the win, without those for ghosts and moves."""
    return FOOD_POINTS * len(layout.food) + WIN_POINTS


def forfeit_score(layout: Layout, loser: Role, rounds: int) -> int:
    """The score of a game of at most so many `rounds` that `loser` forfeits, whatever was played
    before: the lowest one there can be for Pac-Man, the highest for the ghosts. So no forfeit is
    better than a game that is played to its end."""
    if loser is Role.PACMAN:
        return LOSS_POINTS * len(layout.ghosts) - rounds
    return highest_score(State.initial(layout))


def percent(score: float, layout: Layout) -> float:
    """`score` in percent of what the board is worth: 0 for being caught at once, 100 for winning at
    once. Ghosts that are eaten can make it more, long games less."""
    return 100 * (score - LOSS_POINTS) / (win_score(layout) - LOSS_POINTS)
