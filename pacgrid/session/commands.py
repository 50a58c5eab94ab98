"""The commands of a session, and their keys: the same in every view."""

from enum import Enum, auto

from pacgrid.session.overlays import Overlay

STEP_FACTOR = 1.25


class Command(Enum):
    """Something a person can ask for."""

    PAUSE = auto()
    ROUND_BACK = auto()
    ROUND_ON = auto()
    PLY_BACK = auto()
    PLY_ON = auto()
    START = auto()
    END = auto()
    SLOWER = auto()
    FASTER = auto()
    TAKE_OVER = auto()
    COLOURS = auto()
    GROUND = auto()
    FULL_SCREEN = auto()
    SOUND = auto()
    HELP = auto()
    AGAIN = auto()
    NEXT = auto()
    QUIT = auto()


KEYS: dict[str, Command] = {
    " ": Command.PAUSE,
    "p": Command.PAUSE,
    "left": Command.ROUND_BACK,
    "right": Command.ROUND_ON,
    "<": Command.ROUND_BACK,
    ">": Command.ROUND_ON,
    ",": Command.PLY_BACK,
    ".": Command.PLY_ON,
    "home": Command.START,
    "end": Command.END,
    "-": Command.SLOWER,
    "+": Command.FASTER,
    "=": Command.FASTER,
    "t": Command.TAKE_OVER,
    "c": Command.COLOURS,
    "l": Command.GROUND,
    "f": Command.FULL_SCREEN,
    "f11": Command.FULL_SCREEN,
    "m": Command.SOUND,
    "?": Command.HELP,
    "h": Command.HELP,
    "r": Command.AGAIN,
    "enter": Command.NEXT,
    "q": Command.QUIT,
    "escape": Command.QUIT,
}
"""By the name of a key. Where a person plays, the keys that steer come first."""

OVERLAY_KEYS: dict[str, Overlay] = {overlay.key: overlay for overlay in Overlay}

HELP: tuple[tuple[str, str], ...] = (
    ("space  P", "pause or resume; at the end, watch again"),
    ("← →  < >", "one round back or forward"),
    (",  .", "one ply back or forward"),
    ("Home  End", "jump to the start or the end"),
    ("+  -", "faster, slower"),
    *((overlay.key, f"show {overlay.meaning}") for overlay in Overlay),
    ("T", "take over: play on from here yourself, or choose an agent that does"),
    ("C  L", "colour-blind colours; light or dark"),
    ("F", "full screen"),
    ("M", "sound on or off"),
    ("R", "play again"),
    ("Enter", "at the end: the next game, or close"),
    ("?", "this help"),
    ("Q  Esc", "close"),
)
"""Keys, and what they do."""

PLAYER_HELP: tuple[tuple[str, str], ...] = (
    ("← ↑ ↓ →  WASD", "steer; while the game is paused, make one move"),
    ("space  P", "pause or resume"),
    (".", "while the game is paused, stop for one move"),
    ("<  >  ,", "one round back or forward, one ply back; an arrow returns to your game"),
)
"""What some keys do instead while a person plays."""
REPLACED = ("space  P", "← →  < >", ",  .")
"""The keys in `HELP` that `PLAYER_HELP` stands for."""

REPEATED = frozenset(
    {
        Command.ROUND_BACK,
        Command.ROUND_ON,
        Command.PLY_BACK,
        Command.PLY_ON,
        Command.SLOWER,
        Command.FASTER,
    }
)
"""The commands that a key held down repeats."""
