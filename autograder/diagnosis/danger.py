"""What a ghost can do right after an action of Pac-Man."""

from pacgrid.action import Action
from pacgrid.state import State


def danger_of(state: State, action: Action) -> str:
    """`the ghost at (6, 1) can step onto Pac-Man after stop; north was safe`: what is wrong with
    `action` of Pac-Man in `state`; "" if no ghost can catch him before his next move, or if one can
    after every action."""
    catcher = _catcher(state.successor(action))
    legal = state.legal_actions()
    safe = [each for each in legal if _catcher(state.successor(each)) is None]
    if catcher is None or not safe:
        return ""
    column, row = state.ghosts[catcher - 1].position
    where = f"({column:g}, {row:g})"
    after = state.successor(action)
    said = (
        f"{action} leads onto the ghost at {where}"
        if after.is_terminal
        else f"the ghost at {where} can step onto Pac-Man after {action}"
    )
    *others, last = map(str, safe)
    words = f"{', '.join(others)} and {last} were" if others else f"{last} was"
    return f"{said}; {words} safe"


def _catcher(state: State) -> int | None:
    """The number of a ghost that catches Pac-Man before he moves again, or has caught him."""
    if state.is_terminal:
        if not state.is_loss:
            return None
        return 1 + min(
            range(len(state.ghosts)), key=lambda n: _distance(state, state.ghosts[n].position)
        )
    if state.to_move == 0:
        return None
    number = state.to_move
    for action in state.legal_actions():
        after = state.successor(action)
        if after.is_loss:
            return number
        if (later := _catcher(after)) is not None:
            return later
    return None


def _distance(state: State, position: tuple[float, float]) -> float:
    (x, y), (column, row) = state.pacman, position
    return abs(x - column) + abs(y - row)
