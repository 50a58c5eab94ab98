"""Makes the frames of a session from its view state, its playback and the pictures of its games."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import ceil

from pacgrid.records.description import game_name
from pacgrid.session.board_picture import BoardPicture
from pacgrid.session.frame import Banner, Caption, Frame, KeyHint, Overlay, Switch, Timeline
from pacgrid.session.key_commands import INSIGHT_KEY
from pacgrid.session.picture import GamePicture, PacmanPicture
from pacgrid.session.playback import Phase, Playback, ViewState

THINKING_DELAY = 0.5
"""Seconds until a view says which agent is thinking."""
BUSY_DELAY = 5
"""Seconds until it says where in its file the agent is busy."""
SHORTEST_SPAN = 40
"""The timeline of a game in progress has room for this many plies at least."""
COUNTDOWN_STEP = 0.75
"""Each number of a countdown is shown for so many seconds."""


def frame_of(view: ViewState, playback: Playback, pictures: Sequence[GamePicture]) -> Frame:
    """What a session shows now."""
    settings, phase, line = playback.settings, view.phase(playback), line_length(pictures)
    first, overlays = pictures[0], overlays_of(pictures)
    hints = key_hints(phase, view, playback, overlays, line)
    chosen, one = playback.persons_game, len(pictures) == 1
    told = pictures[playback.games.index(chosen)] if chosen else first
    caption = first.caption(view) if one else _caption_of_all(view, playback)
    return Frame(
        boards=tuple(picture.board(view) for picture in pictures),
        caption=replace(
            caption,
            status=_status(phase, view, playback, told, line),
            banner=_banner(phase, view, pictures, hints),
        ),
        timeline=_timeline(playback, pictures),
        switches=tuple(
            Switch(each, each in settings.overlays)
            for each in overlays
            if not playback.person_chooses  # whose keys are numbers of actions
        ),
        keys=hints,
        sheet=view.sheet,
        theme=settings.theme,
        playing=bool(view.countdown) or not (playback.paused or playback.at_end),
        speed=settings.speed,
        speed_unit=first.speed_unit,
        step=first.step,
        jump=first.jump,
        full_screen=settings.full_screen,
        sounds=view.sounds,
        moving=not view.sheet and (not playback.settled or bool(view.countdown)),
    )


def overlays_of(pictures: Sequence[GamePicture]) -> tuple[Overlay, ...]:
    """The overlays that some of the games have."""
    return max((picture.overlays for picture in pictures), key=len)


def pictures_of(playback: Playback) -> list[GamePicture]:
    """What draws each game."""
    return [
        (PacmanPicture if playback.in_real_time else BoardPicture)(playback, number)
        for number in range(len(playback.games))
    ]


def line_length(pictures: Sequence[GamePicture]) -> int:
    """How many rounds the longest better line has that games have where they are."""
    return max(len(picture.line()) for picture in pictures)


def _timeline(playback: Playback, pictures: Sequence[GamePicture]) -> Timeline:
    ply = playback.before + (playback.after - playback.before) * min(playback.fraction, 1)
    last, span = playback.last, SHORTEST_SPAN
    rows = tuple(row for picture in pictures if (row := picture.timeline_row()))
    while span * 0.9 < last:
        span = span * 3 // 2
    if playback.all_over or not rows:
        span = max(last, 1)
    return Timeline(ply, span, rows)


def _caption_of_all(view: ViewState, playback: Playback) -> Caption:
    """The words about games side by side."""
    return Caption(
        players=f"{len(playback.games)} games side by side",
        game=game_name(playback.games[0], taken_over=False),
        round=playback.round + view.line_rounds,
        ply=playback.after,
    )


def _status(
    phase: Phase, view: ViewState, playback: Playback, picture: GamePicture, line: int
) -> str:
    if view.notice:
        return view.notice
    if phase is Phase.LINE:
        return f"the better line: round {view.line_rounds} of {line}"
    if view.analysing:
        return "finding out what the moves cost..."
    if phase in (Phase.END, Phase.COUNTDOWN, Phase.READY):
        return ""
    words = picture.status(view)
    is_earlier = playback.person_chooses and playback.paused and playback.after < playback.last
    if phase is Phase.EARLIER or is_earlier:
        return "earlier position"
    if playback.awaits_choice:
        return words
    if playback.idle:
        return "your move" if phase is Phase.CHOICE else "paused"
    if playback.waited > THINKING_DELAY and (agent := playback.waiting_for()):
        place = playback.busy_line() if playback.waited > BUSY_DELAY else ""
        return f"{agent} is thinking... {place}".strip()
    if playback.paused:
        return ""
    return words or f"{playback.settings.speed:.3g} {picture.speed_unit}"


def _banner(
    phase: Phase,
    view: ViewState,
    pictures: Sequence[GamePicture],
    hints: Sequence[KeyHint],
) -> Banner | None:
    if view.sheet:
        return None
    match phase:
        case Phase.COUNTDOWN:
            return Banner(str(ceil(view.countdown / COUNTDOWN_STEP)))
        case Phase.READY:
            lines = ("Press an arrow key, or W A S D",)
            return Banner("Ready?", lines, touch=("Swipe to start",))
        case Phase.END if len(pictures) == 1:
            keys = "   ".join(f"{hint.caps}: {hint.effect}" for hint in hints[:3])
            return replace(pictures[0].end_banner(), keys=keys)
    return None


_ARROW_CAPS = "← ↑ ↓ →"
_STEER = KeyHint("", _ARROW_CAPS, "steer")
_HELP_HINT = KeyHint("?", "?", "help")
_CLOSE = KeyHint("q", "Q", "close")
_TAKE_OVER = KeyHint("t", "T", "take over")
_BACK = KeyHint("<", "<", "step back")
_FORWARD = KeyHint(">", ">", "step forward")
_INSIGHT = KeyHint(INSIGHT_KEY, "I", "show what agents think")
_SPEED = KeyHint("", "+ -", "speed")
_AGAIN = KeyHint("r", "R", "play again")
_MISTAKES_HINT = KeyHint("n", "N", "next mistake")
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
            return (back, KeyHint("", "← →", "step"), _MISTAKES_HINT, _HELP_HINT, _CLOSE)
        case Phase.END:
            enter = KeyHint("enter", "Enter", view.enter_effect)
            watch = KeyHint(" ", "space", "watch again")
            close = _if(view.enter_effect != "close", _CLOSE)
            mistakes = _if(has_mistakes, _TURNING_POINT)
            return (*again, enter, watch, *mistakes, _BACK, _HELP_HINT, *close)
        case Phase.EARLIER:
            back = KeyHint("end", _ARROW_CAPS, "back to your game")
            return (back, _BACK, _FORWARD, _TAKE_OVER, _HELP_HINT, _CLOSE)
        case Phase.COUNTDOWN:
            return (_STEER, KeyHint(" ", "space", "cancel"), _CLOSE)
        case Phase.READY:
            return (KeyHint("", _ARROW_CAPS, "start"), _HELP_HINT, overlays, _SPEED, _CLOSE)
        case Phase.CHOICE if playback.person_chooses:
            select = (KeyHint("", _ARROW_CAPS, "select"), KeyHint("enter", "Enter", "play"))
            number = KeyHint("", "1-9", "play by number")
            undo = _if(playback.after > 0, KeyHint("<", "<", "undo"))
            return (*select, number, *undo, _HELP_HINT, _INSIGHT, _CLOSE)
        case Phase.CHOICE:
            clock = KeyHint(" ", "space", "resume" if view.real_time else "play in real time")
            move = (KeyHint("", _ARROW_CAPS, "move"), KeyHint(".", ".", "stand still"))
            return (*move, clock, _BACK, _HELP_HINT, _CLOSE)
        case Phase.STEERING:
            return (_STEER, KeyHint(" ", "space", "pause"), _HELP_HINT, _SPEED, _CLOSE)
    pause = KeyHint(" ", "space", "resume" if playback.paused else "pause")
    if playback.person_chooses:
        return (pause, _BACK, _FORWARD, _INSIGHT, _HELP_HINT, _CLOSE)
    step = KeyHint("", "< >" if is_own else "← →", "step")
    line, mistakes = _if(line_length > 0, _LINE), _if(has_mistakes, _MISTAKES_HINT)
    own_game_over = again if is_own else ()
    return (
        *(pause, step, *line, *mistakes, _TAKE_OVER, *own_game_over),
        *(overlays, _SPEED, _HELP_HINT, _CLOSE),
    )


def _if(condition: bool, hint: KeyHint) -> Collection[KeyHint]:
    return (hint,) if condition else ()
