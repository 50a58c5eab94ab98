"""What a person can do with a view, and by which keys: the same in the window and the terminal.

The page has them too, as far as they have a meaning there.
"""

from enum import Enum, auto

from pacgrid.session.overlays import Overlay
from pacgrid.session.player import Player

STEP_FACTOR = 1.25
LAST_STEERING = 0.8
"""Seconds without a key that steers, after which who has played sees that the game is over, and
the same keys lead through it."""


class Command(Enum):
    """Something a person wants."""

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
    "?": Command.HELP,
    "h": Command.HELP,
    "r": Command.AGAIN,
    "enter": Command.NEXT,
    "q": Command.QUIT,
    "escape": Command.QUIT,
}
"""By the name of a key: what it does. Where a person steers, the keys that steer go first."""

OVERLAY_KEYS: dict[str, Overlay] = {overlay.key: overlay for overlay in Overlay}

HELP: tuple[tuple[str, str], ...] = (
    ("space  P", "pause or resume; at the end, play from the start"),
    ("← →  < >", "one round back or forward"),
    (",  .", "one ply back or forward"),
    ("Home  End", "jump to the start or the end"),
    ("+  -", "faster, slower"),
    *((overlay.key, f"show {overlay.meaning}") for overlay in Overlay),
    ("T", "take over: play on from here yourself, or choose an agent that does"),
    ("C  L", "colour-blind colours; light or dark"),
    ("F", "full screen"),
    ("R", "play again"),
    ("Enter", "next game"),
    ("?", "this help"),
    ("Q  Esc", "close"),
)
"""Keys, and what they do in words."""

STEERING_HELP = ("← ↑ ↓ →  WASD", "steer")
"""What the arrows do instead where a person plays."""


def obey(player: Player, command: Command) -> bool:
    """Do what a command wants of the flow of time; False if it wants something else."""
    match command:
        case Command.PAUSE:
            player.toggle_pause()
        case Command.ROUND_BACK:
            player.round_back()
        case Command.ROUND_ON:
            player.round_on()
        case Command.PLY_BACK:
            player.ply_back()
        case Command.PLY_ON:
            player.ply_on()
        case Command.START:
            player.go_to(0)
        case Command.END:
            player.go_to(player.last)
        case Command.SLOWER:
            player.faster(1 / STEP_FACTOR)
        case Command.FASTER:
            player.faster(STEP_FACTOR)
        case _:
            return False
    return True
