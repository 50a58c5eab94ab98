"""What the keys do now, the most useful first."""

from typing import TYPE_CHECKING

from pacgrid.session.frame import KeyHint
from pacgrid.session.overlays import overlays_for

if TYPE_CHECKING:
    from pacgrid.session.game_session import GameSession

_ARROWS = "← ↑ ↓ →"
_STEER = KeyHint("", _ARROWS, "steer")
_HELP = KeyHint("?", "?", "help")
_CLOSE = KeyHint("q", "Q", "close")
_TAKE_OVER = KeyHint("t", "T", "take over")
_BACK = KeyHint("<", "<", "step back")
_SPEED = KeyHint("", "+ -", "speed")
_MISTAKES = KeyHint("n", "N", "next mistake")
_LINE = KeyHint("v", "V", "better line")
_TURNING_POINT = KeyHint("x", "X", "the turning point")


def key_hints(session: "GameSession") -> tuple[KeyHint, ...]:
    """The keys that matter in the session as it is now."""
    playback = session.playback
    if session.open_sheet:
        return ()  # the sheet says what its keys do
    last_overlay = overlays_for(analysed=session.analysed)[-1].key
    overlays = KeyHint("", f"1-{last_overlay}", "show what agents think")
    has_mistakes = any(game.analysis.marked() for game in session.games if game.analysis)
    again = (KeyHint("r", "R", "play again"),) if any(g.players for g in session.games) else ()
    if session.line_rounds:
        back = KeyHint("v", "V", "back to the game")
        return (back, KeyHint("", "← →", "step"), _MISTAKES, _HELP, _CLOSE)
    if playback.at_end:
        enter = KeyHint("enter", "Enter", session.enter_effect)
        watch = KeyHint(" ", "space", "watch again")
        close = () if session.enter_effect == "close" else (_CLOSE,)
        mistakes = (_TURNING_POINT,) if has_mistakes else ()
        return (*again, enter, watch, *mistakes, _BACK, _HELP, *close)
    if session.looking_back:
        back = KeyHint("end", _ARROWS, "back to your game")
        return (back, _BACK, KeyHint(">", ">", "step forward"), _TAKE_OVER, _HELP, _CLOSE)
    if session.countdown:
        return (_STEER, KeyHint(" ", "space", "cancel"), _CLOSE)
    if session.waits_for_start:
        return (KeyHint("", _ARROWS, "start"), _HELP, overlays, _SPEED, _CLOSE)
    if session.steering and playback.paused:
        clock = KeyHint(" ", "space", "resume" if session.real_time else "play in real time")
        move = (KeyHint("", _ARROWS, "move"), KeyHint(".", ".", "stand still"))
        return (*move, clock, _BACK, _HELP, _CLOSE)
    if session.steering:
        return (_STEER, KeyHint(" ", "space", "pause"), _HELP, _SPEED, _CLOSE)
    pause = KeyHint(" ", "space", "resume" if playback.paused else "pause")
    step = KeyHint("", "< >" if session.keyboard else "← →", "step")
    own_game_over = again if session.keyboard else ()
    line = (_LINE,) if session.line_length else ()
    mistakes = (_MISTAKES,) if has_mistakes else ()
    return (
        *(pause, step, *line, *mistakes, _TAKE_OVER, *own_game_over),
        *(overlays, _SPEED, _HELP, _CLOSE),
    )
