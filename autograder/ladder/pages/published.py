"""What of a table may be published: nothing of the machine that it was made on, and no names if it
is anonymous."""

import re
from collections.abc import Callable, Iterable
from pathlib import PurePath
from shlex import quote

from ..ladder_folder import COPIES
from ..role import Role
from ..table import EntrantRow, GameRow, LadderTable

_FOLDERS = re.compile(r"""(?<![\w.<>/\\-])(?:[A-Za-z]:)?(?:[/\\][^\s/\\'"():;,<>]+)+[/\\]""")
"""The folders of an absolute path."""
_FILE = re.compile(r"[\w.-]+\.py\b")


def published(table: LadderTable) -> LadderTable:
    """`table` as everybody may read it.

    Layouts with an absolute path are called by their file names. Commands work in the ladder's own
    folder. In an anonymous table, commands, hashes, and names of classes and files are left out.
    """
    layouts = _layout_names(row.name for row in table.layouts)
    command = _no_command if table.is_anonymous else _Commands(table.entrants, layouts)

    def text(reason: str) -> str:
        return published_text(reason, is_anonymous=table.is_anonymous) if reason else ""

    def game(row: GameRow) -> GameRow:
        changes = {"layout": layouts[row.layout], "reason": text(row.reason)}
        return row.model_copy(update=changes | {"command": command(row)})

    changes = {
        "layouts": [row.model_copy(update={"name": layouts[row.name]}) for row in table.layouts],
        "entrants": [_entrant(row, text, hide=table.is_anonymous) for row in table.entrants],
        "forfeits": [row.model_copy(update={"reason": text(row.reason)}) for row in table.forfeits],
        "notes": [text(note) for note in table.notes],
        "games": [game(row) for row in table.games],
    }
    return table.model_copy(update=changes)


def published_text(text: str, *, is_anonymous: bool) -> str:
    """A reason as everybody may read it: without folders of the machine; without names of files if
    the table is anonymous.

    >>> published_text("no file /home/ada/maze.txt (ada.py, line 3)", is_anonymous=False)
    'no file maze.txt (ada.py, line 3)'
    >>> published_text("no file /home/ada/maze.txt (ada.py, line 3)", is_anonymous=True)
    'no file maze.txt (agent.py, line 3)'
    """
    without_folders = _FOLDERS.sub("", text)
    return _FILE.sub("agent.py", without_folders) if is_anonymous else without_folders


def _entrant(row: EntrantRow, text: Callable[[str], str], *, hide: bool) -> EntrantRow:
    changes: dict[str, object] = {"problem": text(row.problem), "path": ""}
    if hide and not row.is_anchor:
        roles = {role: own.model_copy(update={"agent": ""}) for role, own in row.roles.items()}
        changes |= {"roles": roles, "digest": ""}
    return row.model_copy(update=changes)


def _layout_names(names: Iterable[str]) -> dict[str, str]:
    """By name, what a layout is called: one with a path that isn't everybody's, by its file name,
    with a number if there are several."""
    shown: dict[str, str] = {}
    for name in names:
        path = PurePath(name)
        plain = path.name if path.is_absolute() or ".." in path.parts else name
        number, new = 1, plain
        while new in shown.values():
            number += 1
            new = f"{plain} ({number})"
        shown[name] = new
    return shown


class _Commands:
    """Makes commands that work in the ladder's folder."""

    def __init__(self, entrants: Iterable[EntrantRow], layouts: dict[str, str]) -> None:
        self._players = {
            (row.name, role): (f"{row.path}:{own.agent}", f"{_inside(row.path)}:{own.agent}")
            for row in entrants
            for role, own in row.roles.items()
            if row.path
        }
        self._layouts = {old: (old, new) for old, new in layouts.items()}

    def __call__(self, game: GameRow) -> str:
        command = game.command
        for words in (
            self._players.get((game.pacman, Role.PACMAN)),
            self._players.get((game.ghosts, Role.GHOSTS)),
            self._layouts[game.layout],
        ):
            if words:
                old, new = map(quote, words)
                command = command.replace(f" {old} ", f" {new} ", 1)
        return command


def _no_command(_: GameRow) -> str:
    return ""


def _inside(path: str) -> str:
    """The path of an entrant's copy, from the ladder's folder on."""
    parts = PurePath(path).parts
    begins = max((i for i, part in enumerate(parts) if part == COPIES), default=-1)
    return "/".join(parts[begins:]) if begins >= 0 else parts[-1]
