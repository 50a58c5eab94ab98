"""What the keys of a person do in a game that waits for their choice."""

from dataclasses import replace
from typing import Any

from pacgrid.session.board_insight import BOARD_OVERLAYS
from pacgrid.session.board_selection import nearest_action
from pacgrid.session.playback import Playback
from pacgrid.session.view_state import ViewState

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
