"""The commands of a session, and their keys: the same in every view."""

from collections.abc import Sequence
from enum import Enum, auto

from pacgrid.session.overlays import Overlay, overlays_for

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
    "r": Command.PLAY_AGAIN,
    "enter": Command.NEXT_GAME,
    "q": Command.QUIT,
    "escape": Command.QUIT,
}
"""Commands by key. While a person plays, the keys that steer take precedence."""

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


def help_rows(
    *, steering: bool, arrows_step: bool, analysed: bool = False
) -> Sequence[tuple[str, str]]:
    """The keys and what they do.

    Args:
        steering: whether a person plays.
        arrows_step: whether the arrows step through the game.
        analysed: whether there is an analysis of the game.
    """
    arrows = "← →  < >" if arrows_step else "<  >"
    first = [
        ("space  P", "pause or resume; at the end, watch again"),
        (arrows, "step back or forward by a round (every agent moves once)"),
        (",  .", "step back or forward by a ply (one agent moves)"),
    ]
    if steering:
        first = [
            ("← ↑ ↓ →  WASD", "steer; while paused, make one move"),
            ("space  P", "pause or resume"),
            (".", "while paused, stand still for one move"),
            ("<  ,", "step back a round or one move; an arrow returns to your game"),
        ]
    mistakes = ("B  N  X  V", "the previous, next, costliest bad move; the better line")
    return (
        *first,
        ("Home  End", "go to the start or the end"),
        *((mistakes,) if analysed else ()),
        ("+  -", "faster, slower"),
        *((overlay.key, f"show: {overlay.meaning}") for overlay in overlays_for(analysed=analysed)),
        ("T", "take over: you or another agent plays on from here"),
        ("C  L", "colours for the colour-blind; light or dark background"),
        ("F", "full screen"),
        ("M", "sound on or off"),
        ("R", "play again: start a new game"),
        ("Enter", "at the end: next game, menu or close"),
        ("?", "this help"),
        ("Q  Esc", "close"),
    )


HELP = help_rows(steering=False, arrows_step=True, analysed=True)
"""What the keys do while nobody plays an analysed game."""
