"""What the keys do now, the most useful first."""

from typing import TYPE_CHECKING

from pacgrid.session.frame import KeyHint

if TYPE_CHECKING:
    from pacgrid.session.session import Session

_ARROWS = "← ↑ ↓ →"
_HELP = KeyHint("?", "?", "help")
_CLOSE = KeyHint("q", "Q", "close")
_TAKE_OVER = KeyHint("t", "T", "take over")
_BACK = KeyHint("<", "<", "step back")
_SPEED = KeyHint("", "+ -", "speed")
_OVERLAYS = KeyHint("", "1-6", "overlays")


def hints(session: "Session") -> tuple[KeyHint, ...]:
    """The keys that matter in the session as it is now."""
    playback = session.playback
    if session.open_sheet:
        return ()  # the sheet has a hint of its own
    if playback.over:
        again = KeyHint("r", "R", "play again" if playback.person else "one more game")
        enter = KeyHint("enter", "Enter", "next game" if session.has_next else "close")
        watch = KeyHint(" ", "space", "watch it again")
        only_replays = not any(game.players for game in playback.games)
        first = (enter, watch) if only_replays else (again, enter, watch)
        keys = (*first, _BACK, _TAKE_OVER, _HELP)
        return (*keys, _CLOSE) if session.has_next else keys
    if session.looking_back:
        back = KeyHint("end", _ARROWS, "back to your game")
        return (back, _BACK, KeyHint(">", ">", "step forward"), _TAKE_OVER, _HELP, _CLOSE)
    if session.countdown:
        return (KeyHint("", _ARROWS, "steer"), KeyHint(" ", "space", "wait"), _CLOSE)
    if session.steering and playback.paused:
        clock = KeyHint(" ", "space", "resume" if session.real_time else "play in real time")
        move = KeyHint("", _ARROWS, "move")
        if session.real_time and not playback.begun:
            return (KeyHint("", _ARROWS, "start"), _HELP, _OVERLAYS, _SPEED, _CLOSE)
        return (move, KeyHint(".", ".", "stop"), clock, _BACK, _HELP, _CLOSE)
    if session.steering:
        return (
            KeyHint("", _ARROWS, "steer"),
            KeyHint(" ", "space", "pause"),
            _HELP,
            _SPEED,
            _CLOSE,
        )
    pause = KeyHint(" ", "space", "resume" if playback.paused else "pause")
    step = KeyHint("", "← →", "one round")
    return (pause, step, _TAKE_OVER, _OVERLAYS, _SPEED, _HELP, _CLOSE)
