"""Which action the arrows select."""

from typing import Any

from pacgrid.games.board_state import BoardState


def nearest_action(state: BoardState, selected: Any, direction: tuple[int, int]) -> Any:
    """The legal action that an arrow selects: the nearest one in that direction; where several
    actions share a square or have none, the previous or the next one. Where pieces are moved, left
    and right lead to another piece.

    Args:
        direction: columns to the right and rows down.
    """
    actions = list(state.legal_actions())
    cells = [state.cell(action) for action in actions]
    number = actions.index(selected)
    dx, dy = direction
    if dx and hasattr(state, "start_cell"):
        starts = [state.start_cell(action) for action in actions]
        others = range(number, len(actions)) if dx > 0 else range(number, -1, -1)
        other = (each for each in others if starts[each] != starts[number])
        return actions[next(other, number)]
    if None in cells or len(set(cells)) < len(cells):
        return actions[min(max(number + dx + dy, 0), len(actions) - 1)]
    column, row = cells[number] or (0, 0)

    def distance(other: int) -> float:
        """Steps to that action's square; those to the side count double."""
        x, y = cells[other] or (0, 0)
        ahead, aside = (x - column) * dx + (y - row) * dy, (x - column) * dy + (y - row) * dx
        return ahead + 2 * abs(aside) if ahead > 0 else float("inf")

    nearest = min(range(len(actions)), key=distance)
    return actions[nearest] if distance(nearest) < float("inf") else selected
