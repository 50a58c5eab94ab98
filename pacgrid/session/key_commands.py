"""The commands of a session, their keys, and the help about them: the same in every view."""

from collections.abc import Sequence
from enum import Enum, auto

from pacgrid.session.frame import BOARD_OVERLAYS, Overlay, overlays_for

STEP_FACTOR = 1.25


class Command(Enum):
    """What a key can do, apart from steering and overlays."""

    PAUSE = auto()
    ROUND_BACK = auto()
    ROUND_FORWARD = auto()
    PLY_BACK = auto()
    PLY_FORWARD = auto()
    START = auto()
    END = auto()
    PREVIOUS_MISTAKE = auto()
    NEXT_MISTAKE = auto()
    TURNING_POINT = auto()
    BETTER_LINE = auto()
    SLOWER = auto()
    FASTER = auto()
    TAKE_OVER = auto()
    COLOURS = auto()
    BACKGROUND = auto()
    FULL_SCREEN = auto()
    SOUND = auto()
    HELP = auto()
    PLAY_AGAIN = auto()
    NEXT_GAME = auto()
    QUIT = auto()


KEYS: dict[str, Command] = {
    " ": Command.PAUSE,
    "p": Command.PAUSE,
    "left": Command.ROUND_BACK,
    "right": Command.ROUND_FORWARD,
    "<": Command.ROUND_BACK,
    ">": Command.ROUND_FORWARD,
    ",": Command.PLY_BACK,
    ".": Command.PLY_FORWARD,
    "home": Command.START,
    "end": Command.END,
    "b": Command.PREVIOUS_MISTAKE,
    "n": Command.NEXT_MISTAKE,
    "x": Command.TURNING_POINT,
    "v": Command.BETTER_LINE,
    "-": Command.SLOWER,
    "+": Command.FASTER,
    "=": Command.FASTER,
    "t": Command.TAKE_OVER,
    "c": Command.COLOURS,
    "l": Command.BACKGROUND,
    "f": Command.FULL_SCREEN,
    "f11": Command.FULL_SCREEN,
    "m": Command.SOUND,
    "?": Command.HELP,
    "h": Command.HELP,
    "f1": Command.HELP,
    "r": Command.PLAY_AGAIN,
    "enter": Command.NEXT_GAME,
    "q": Command.QUIT,
    "escape": Command.QUIT,
}
"""Commands by key. While a person plays, the keys that steer take precedence."""

INSIGHT_KEY = "i"
"""While a person chooses moves, it shows what agents think: numbers play moves then."""
OVERLAY_KEYS: dict[str, Overlay] = {overlay.key: overlay for overlay in Overlay}

STEPS = frozenset(
    {Command.ROUND_BACK, Command.ROUND_FORWARD, Command.PLY_BACK, Command.PLY_FORWARD}
)
MISTAKES = frozenset({Command.PREVIOUS_MISTAKE, Command.NEXT_MISTAKE, Command.TURNING_POINT})
ANALYSIS = MISTAKES | {Command.BETTER_LINE}
"""The commands of games that were analysed."""
JUMPS = STEPS | ANALYSIS | {Command.START, Command.END, Command.TAKE_OVER}
"""The commands that leave the current position. They stop a countdown."""
REPEATED = STEPS | {Command.SLOWER, Command.FASTER}
"""The commands that auto-repeat while their key is down."""


Rows = tuple[tuple[str, str], ...]

_PAUSE = ("space  P", "pause or resume; at the end, watch again")
_PLY = (",  .", "step back or forward by a ply (one agent moves)")
_STEERED: Rows = (
    ("← ↑ ↓ →  WASD", "steer; while paused, make one move"),
    ("space  P", "pause or resume"),
    (".", "while paused, stand still for one move"),
    ("<  ,", "step back a round or one move; an arrow returns to your game"),
)
_CHOSEN: Rows = (
    ("← ↑ ↓ →", "select a move"),
    ("Enter", "play it; at the end: next game or close"),
    ("1-9", "play the move with that number; a click plays one, too"),
    ("<  >", "step back or forward to where you move"),
    ("", "in an earlier position, another move undoes what followed"),
    (",  .", "step back or forward by a ply"),
    _PAUSE,
    ("I", "show what agents think"),
)
_MISTAKES = ("B  N  X  V", "the previous, next, costliest bad move; the better line")


def help_rows(
    *, steering: bool, arrows_step: bool, analysed: bool = False, in_real_time: bool = True
) -> Sequence[tuple[str, str]]:
    """The keys and what they do.

    Args:
        steering: whether a person plays.
        arrows_step: whether the arrows step through the game.
        analysed: whether there is an analysis of the game.
        in_real_time: whether a person steers; in other games, they choose a move.
    """
    arrows = "← →  < >" if arrows_step else "<  >"
    first: Rows
    last: Rows
    if in_real_time:
        rounds = (arrows, "step back or forward by a round (every agent moves once)")
        first = _STEERED if steering else (_PAUSE, rounds, _PLY)
        overlays = [(each.key, each.meaning) for each in overlays_for(analysed=analysed)]
        last = (
            ("T", "take over: you or another agent plays on from here"),
            ("M", "sound on or off"),
            ("Enter", "at the end: next game, menu or close"),
        )
    elif steering:
        first, overlays, last = _CHOSEN, [], ()
    else:
        rounds = (arrows, "step back or forward to where an agent moves")
        ply = (",  .", "step back or forward by a ply, which may be a roll of the die")
        first = (_PAUSE, rounds, ply)
        overlays = [(each.key, each.label) for each in BOARD_OVERLAYS]
        last = (
            ("T", "take over: you or another agent plays on from here"),
            ("Enter", "at the end: next game or close"),
        )
    return (
        *first,
        ("Home  End", "go to the start or the end"),
        *((_MISTAKES,) if analysed else ()),
        ("+  -", "faster, slower"),
        *((key, f"show: {shown}") for key, shown in overlays),
        *last,
        ("C  L", "colours for the colour-blind; light or dark background"),
        ("F", "full screen"),
        ("R", "play again: start a new game"),
        ("?", "this help"),
        ("Q  Esc", "close"),
    )


HELP = help_rows(steering=False, arrows_step=True, analysed=True)
"""What the keys do while nobody plays an analysed game."""
BOARD_HELP = help_rows(steering=False, arrows_step=True, analysed=True, in_real_time=False)
"""What the keys do while nobody plays an analysed board game."""
