"""What the keys do now, the most useful first."""

from collections.abc import Collection, Sequence

from pacgrid.session.choosing import INSIGHT_KEY
from pacgrid.session.frame import KeyHint
from pacgrid.session.overlays import Overlay
from pacgrid.session.playback import Playback
from pacgrid.session.view_state import Phase, ViewState

_ARROWS = "← ↑ ↓ →"
_STEER = KeyHint("", _ARROWS, "steer")
_HELP = KeyHint("?", "?", "help")
_CLOSE = KeyHint("q", "Q", "close")
_TAKE_OVER = KeyHint("t", "T", "take over")
_BACK = KeyHint("<", "<", "step back")
_FORWARD = KeyHint(">", ">", "step forward")
_INSIGHT = KeyHint(INSIGHT_KEY, "I", "show what agents think")
_SPEED = KeyHint("", "+ -", "speed")
_AGAIN = KeyHint("r", "R", "play again")
_MISTAKES = KeyHint("n", "N", "next mistake")
_LINE = KeyHint("v", "V", "better line")
_TURNING_POINT = KeyHint("x", "X", "the turning point")


def key_hints(
    phase: Phase,
    view: ViewState,
    playback: Playback,
    shown: Sequence[Overlay],
    line_length: int,
) -> tuple[KeyHint, ...]:
    """The keys that matter now.

    Args:
        shown: the overlays that can be switched on.
        line_length: how many rounds the line has that was better than the next move.
    """
    if view.sheet:
        return ()  # the sheet says what its keys do
    analyses = [game.analysis for game in playback.games if game.analysis]
    numbers = " ".join(overlay.key for overlay in shown)
    if len(shown) == int(shown[-1].key):
        numbers = f"1-{len(shown)}"
    overlays = KeyHint("", numbers, "show what agents think")
    has_mistakes = any(analysis.marked() for analysis in analyses)
    again = _if(any(game.players or game.person_plays for game in playback.games), _AGAIN)
    is_own = playback.own_game is not None
    match phase:
        case Phase.LINE:
            back = KeyHint("v", "V", "back to the game")
            return (back, KeyHint("", "← →", "step"), _MISTAKES, _HELP, _CLOSE)
        case Phase.END:
            enter = KeyHint("enter", "Enter", view.enter_effect)
            watch = KeyHint(" ", "space", "watch again")
            close = _if(view.enter_effect != "close", _CLOSE)
            mistakes = _if(has_mistakes, _TURNING_POINT)
            return (*again, enter, watch, *mistakes, _BACK, _HELP, *close)
        case Phase.EARLIER:
            back = KeyHint("end", _ARROWS, "back to your game")
            return (back, _BACK, _FORWARD, _TAKE_OVER, _HELP, _CLOSE)
        case Phase.COUNTDOWN:
            return (_STEER, KeyHint(" ", "space", "cancel"), _CLOSE)
        case Phase.READY:
            return (KeyHint("", _ARROWS, "start"), _HELP, overlays, _SPEED, _CLOSE)
        case Phase.CHOICE if playback.person_chooses:
            select = (KeyHint("", _ARROWS, "select"), KeyHint("enter", "Enter", "play"))
            number = KeyHint("", "1-9", "play by number")
            undo = _if(playback.after > 0, KeyHint("<", "<", "undo"))
            return (*select, number, *undo, _HELP, _INSIGHT, _CLOSE)
        case Phase.CHOICE:
            clock = KeyHint(" ", "space", "resume" if view.real_time else "play in real time")
            move = (KeyHint("", _ARROWS, "move"), KeyHint(".", ".", "stand still"))
            return (*move, clock, _BACK, _HELP, _CLOSE)
        case Phase.STEERING:
            return (_STEER, KeyHint(" ", "space", "pause"), _HELP, _SPEED, _CLOSE)
    pause = KeyHint(" ", "space", "resume" if playback.paused else "pause")
    if playback.person_chooses:
        return (pause, _BACK, _FORWARD, _INSIGHT, _HELP, _CLOSE)
    step = KeyHint("", "< >" if is_own else "← →", "step")
    line, mistakes = _if(line_length > 0, _LINE), _if(has_mistakes, _MISTAKES)
    own_game_over = again if is_own else ()
    return (
        *(pause, step, *line, *mistakes, _TAKE_OVER, *own_game_over),
        *(overlays, _SPEED, _HELP, _CLOSE),
    )


def _if(condition: bool, hint: KeyHint) -> Collection[KeyHint]:
    return (hint,) if condition else ()
