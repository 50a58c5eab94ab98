"""What the keys of a person who plays do: they steer, or choose an action."""

from dataclasses import replace
from typing import Any

from pacgrid.action import Action
from pacgrid.games.board_state import BoardState
from pacgrid.session.frame import BOARD_OVERLAYS
from pacgrid.session.game_source import STEERING, GameSource
from pacgrid.session.key_commands import KEYS, Command
from pacgrid.session.playback import Playback, ViewState

COUNTDOWN = 2.25
"""Seconds from the first key of a person who plays to the first move."""


def press_to_steer(
    view: ViewState, playback: Playback, key: str, *, repeated: bool
) -> ViewState | None:
    """Handle a key that has its own meaning in a person's game; None if it has none.

    While a person plays, the arrows steer. In a paused game each arrow makes one move. After
    stepping back, an arrow returns to the newest position. Once the person's game has ended, arrows
    do nothing: they may still be held down.
    """
    if not view.steering(playback):
        return view if key in STEERING and playback.own_game else None
    if key in STEERING:
        return _steer(view, playback, STEERING[key], repeated=repeated)
    if playback.after < view.newest(playback):
        return None
    if key == "." and playback.paused and not repeated and not view.waits_for_start(playback):
        return _move(view, playback, Action.STOP)
    # Agents wait for the person, who makes a move by steering.
    is_step = KEYS.get(key) in (Command.ROUND_FORWARD, Command.PLY_FORWARD)
    return view if is_step else None


def others_move_next(view: ViewState, playback: Playback) -> bool:
    """Whether the newest position is shown, and only other agents still move in this round."""
    game = playback.own_game
    if game is None or not view.steering(playback) or not playback.idle:
        return False
    newest = playback.after >= view.newest(playback) and not game.over
    waits = view.waits_for_start(playback)
    return newest and not waits and game.states[-1].to_move not in (0, _own_agent(game))


def _steer(view: ViewState, playback: Playback, action: Action, *, repeated: bool) -> ViewState:
    assert playback.own_game
    assert playback.own_game.keyboard
    if view.looking_back(playback):
        if not repeated:
            playback.seek(view.newest(playback))
    elif view.countdown or not playback.paused:
        playback.own_game.keyboard.steer(action)
    elif view.waits_for_start(playback):
        playback.own_game.keyboard.steer(action)
        return counting_down(view)
    elif not repeated or playback.idle:
        return _move(view, playback, action)
    return view


def counting_down(view: ViewState) -> ViewState:
    """Count down to the first move."""
    return replace(view, countdown=COUNTDOWN, started=True)


def _move(view: ViewState, playback: Playback, action: Action) -> ViewState:
    """Make one move of a paused game, if it is legal."""
    game = playback.own_game
    assert game
    assert game.keyboard
    if not playback.idle:
        if playback.fraction >= 1:
            return view  # the previous move isn't made yet
        playback.seek(playback.after)
    if action in _legal_in_round(game):
        game.keyboard.steer(action)
        playback.round_forward()
        return replace(view, started=True)
    is_stop = action is Action.STOP
    return replace(view, notice="a ghost can't stop" if is_stop else f"you can't go {action} here")


def _legal_in_round(game: GameSource) -> tuple[Action, ...]:
    """What the person can do in this round; for a ghost, a guess: it may be eaten before."""
    state, agent = game.states[-1], _own_agent(game)
    while state.to_move != agent and not state.is_terminal:
        state = state.successor(state.legal_actions()[-1])
    return tuple(Action) if state.is_terminal else state.legal_actions()


def _own_agent(game: GameSource) -> int:
    """The number of the agent that the person steers."""
    return next(n for n, player in enumerate(game.players) if player is game.keyboard)


INSIGHT_KEY = "i"
_ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def selected(view: ViewState, playback: Playback) -> Any:
    """The action that a person has selected; the first one at first, None where agents move."""
    if not playback.awaits_choice:
        return None
    state = _state(playback)
    if view.selection and view.selection[0] is state:
        return view.selection[1]
    return state.legal_actions()[0]


def press_to_choose(
    view: ViewState, playback: Playback, key: str, *, repeated: bool
) -> ViewState | None:
    """Handle a key that has its own meaning in a person's game; None if it has none.

    Where a person is to move, arrows select an action and Enter plays it; its number plays it at
    once. In an earlier position, that undoes what was played since.
    """
    if not playback.person_chooses:
        return None
    if key in _ARROWS:
        if playback.awaits_choice:
            state = _state(playback)
            action = nearest_action(state, selected(view, playback), _ARROWS[key])
            return replace(view, selection=(state, action))
    elif key.isdecimal():
        return choose_number(view, playback, int(key) - 1)
    elif key == INSIGHT_KEY:
        settings = playback.settings
        settings.overlays = set() if settings.overlays else set(BOARD_OVERLAYS)
    elif key == "enter" and playback.awaits_choice:
        if not repeated:
            playback.choose(selected(view, playback))
    else:
        return None
    return view


def choose_number(view: ViewState, playback: Playback, number: int) -> ViewState:
    """Play the action with that number, from 0, if a person is to move."""
    actions = _state(playback).legal_actions() if playback.awaits_choice else ()
    if number in range(len(actions)):
        playback.choose(actions[number])
    elif actions:
        notice = f"choose a number from 1 to {min(len(actions), 9)}"
        return replace(view, notice=notice)
    return view


def choose_target(view: ViewState, playback: Playback, number: int) -> ViewState:
    """Play the action with that number, or select it if as many are to be added to its number as
    there are actions: a piece was clicked."""
    state = _state(playback) if playback.awaits_choice else None
    actions = state.legal_actions() if state else ()
    if state and number in range(len(actions), 2 * len(actions)):
        return replace(view, selection=(state, actions[number - len(actions)]))
    return choose_number(view, playback, number)


def _state(playback: Playback) -> Any:
    """The position in which a person is to choose."""
    assert playback.persons_game
    return playback.persons_game.states[playback.after]


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
