"""Keys in the page: those of every view, as far as they have a meaning without agents."""

from pacgrid.session.commands import HELP, KEYS, OVERLAY_KEYS, Command

DEEDS = {
    Command.PAUSE: "play",
    Command.ROUND_BACK: "roundBack",
    Command.ROUND_FORWARD: "roundOn",
    Command.PLY_BACK: "plyBack",
    Command.PLY_FORWARD: "plyOn",
    Command.START: "start",
    Command.END: "end",
    Command.SLOWER: "slower",
    Command.FASTER: "faster",
    Command.COLOURS: "colours",
    Command.BACKGROUND: "ground",
    Command.FULL_SCREEN: "fullScreen",
    Command.HELP: "help",
}
"""What the page calls what it can do. It has no agents, so it can't play anything new."""
_DOM_KEYS = {"left": "ArrowLeft", "right": "ArrowRight", "home": "Home", "end": "End"}
_BROWSERS_OWN = {"f11"}
_KEY_CAPS = {"space": " ", "←": "left", "→": "right"}


def page_keys() -> dict[str, str]:
    """By the name that a browser has for a key: what it does in the page."""
    commands = {
        _DOM_KEYS.get(key, key): DEEDS[command]
        for key, command in KEYS.items()
        if command in DEEDS and key not in _BROWSERS_OWN
    }
    return commands | {key: overlay.value for key, overlay in OVERLAY_KEYS.items()}


def help_rows() -> list[tuple[list[str], str]]:
    """Those lines of the help that hold in the page: the caps of keys, and what they do."""
    rows = [(keys.split(), told) for keys, told in HELP]
    return [(caps, told) for caps, told in rows if all(map(_works, caps))]


def _works(cap: str) -> bool:
    key = _KEY_CAPS.get(cap, cap).lower()
    return key in OVERLAY_KEYS or KEYS.get(key) in DEEDS
