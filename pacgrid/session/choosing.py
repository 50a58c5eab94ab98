"""What the keys of a person do in a game that waits for their choice."""

from collections.abc import Sequence
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
    state = playback.games[0].states[playback.after]
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
            state: Any = playback.games[0].states[playback.after]
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
    state: Any = playback.games[0].states[playback.after]
    actions = state.legal_actions() if playback.awaits_choice else ()
    if number in range(len(actions)):
        playback.choose(actions[number])
    elif actions:
        notice = f"choose a number from 1 to {min(len(actions), 9)}"
        return replace(view, notice=notice)
    return view


def choosing_help(*, person_plays: bool) -> Sequence[tuple[str, str]]:
    """The keys and what they do."""
    if person_plays:
        first = [
            ("← ↑ ↓ →", "select a move"),
            ("Enter", "play it; at the end: next game or close"),
            ("1-9", "play the move with that number; a click plays one, too"),
            ("<  >", "step back or forward to where you move"),
            ("", "in an earlier position, another move undoes what followed"),
            (",  .", "step back or forward by a ply"),
            ("space  P", "pause or resume; at the end, watch again"),
            ("I", "show what agents think"),
        ]
    else:
        first = [
            ("space  P", "pause or resume; at the end, watch again"),
            ("← →  < >", "step back or forward to where an agent moves"),
            (",  .", "step back or forward by a ply, which may be a roll of the die"),
            *((overlay.key, f"show: {overlay.label}") for overlay in BOARD_OVERLAYS),
            ("T", "take over: you play on from here for the agent to move"),
            ("Enter", "at the end: next game or close"),
        ]
    return (
        *first,
        ("Home  End", "go to the start or the end"),
        ("+  -", "faster, slower"),
        ("C", "colours for the colour-blind"),
        ("L", "light or dark background"),
        ("F", "full screen"),
        ("R", "play again: start a new game"),
        ("?", "this help"),
        ("Q  Esc", "close"),
    )
