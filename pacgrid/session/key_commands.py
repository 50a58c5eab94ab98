"""The commands of a session, and their keys: the same in every view."""

from enum import Enum, auto

from pacgrid.session.overlays import Overlay

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
