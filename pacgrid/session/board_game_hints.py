"""What the keys do in a session of a board game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pacgrid.session.board_insight import SHOWN_OVERLAYS
from pacgrid.session.frame import KeyHint

if TYPE_CHECKING:
    from pacgrid.session.board_game_session import BoardGameSession

INSIGHT_KEY = "i"
_HELP = KeyHint("?", "?", "help")
_CLOSE = KeyHint("q", "Q", "close")
_BACK = KeyHint("<", "<", "step back")
_INSIGHT = KeyHint(INSIGHT_KEY, "I", "show what agents think")
_AGAIN = KeyHint("r", "R", "play again")


def board_game_hints(session: "BoardGameSession") -> tuple[KeyHint, ...]:
    """The keys that matter now, the most useful first."""
    if session.sheets.open:
        return ()  # the sheet says what its keys do
    if session.playback.at_end:
        enter = KeyHint("enter", "Enter", session.enter_effect)
        close = () if session.enter_effect == "close" else (_CLOSE,)
        return (_AGAIN, enter, KeyHint(" ", "space", "watch again"), _BACK, _HELP, *close)
    if session.can_choose:
        select = (KeyHint("", "← ↑ ↓ →", "select"), KeyHint("enter", "Enter", "play"))
        number = KeyHint("", "1-9", "play by number")
        undo = (KeyHint("<", "<", "undo"),) if session.playback.ply else ()
        return (*select, number, *undo, _HELP, _INSIGHT, _CLOSE)
    pause = KeyHint(" ", "space", "resume" if session.playback.paused else "pause")
    if session.person_plays:
        return (pause, _BACK, KeyHint(">", ">", "step forward"), _INSIGHT, _HELP, _CLOSE)
    overlays = KeyHint("", " ".join(each.key for each in SHOWN_OVERLAYS), "show what agents think")
    take_over, speed = KeyHint("t", "T", "take over"), KeyHint("", "+ -", "speed")
    return (pause, KeyHint("", "← →", "step"), take_over, overlays, speed, _HELP, _CLOSE)


def board_game_help(*, person_plays: bool) -> Sequence[tuple[str, str]]:
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
            *((overlay.key, f"show: {overlay.label}") for overlay in SHOWN_OVERLAYS),
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
