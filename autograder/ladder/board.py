"""What a layout is worth: the scale on which the scores of different layouts are compared."""

from pacgrid.layout import Layout
from pacgrid.state import FOOD_POINTS, LOSS_POINTS, WIN_POINTS

from .role import Role


def win_score(layout: Layout) -> int:
    """The points for all food and the win, without those for ghosts and moves."""
    return FOOD_POINTS * len(layout.food) + WIN_POINTS


def forfeit_score(layout: Layout, loser: Role) -> int:
    """The score of a game that `loser` forfeits, whatever was played before: Pac-Man's is that of
    being caught at once, the ghosts' that of winning at once."""
    return LOSS_POINTS if loser is Role.PACMAN else win_score(layout)


def percent(score: float, layout: Layout) -> float:
    """`score` in percent of what the board is worth: 0 for being caught at once, 100 for winning at
    once. Ghosts that are eaten can make it more, long games less."""
    return 100 * (score - LOSS_POINTS) / (win_score(layout) - LOSS_POINTS)
