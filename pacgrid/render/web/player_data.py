"""What the player of a page without a server knows: frames as columns, themes, speeds and keys."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pacgrid.render.web.figure_table import FigureTable
from pacgrid.render.web.frame_json import (
    FrameJson,
    Parts,
    frame_json,
    sheet_json,
    speed_text,
    theme_name,
)
from pacgrid.session.frame import Frame, Sheet, SheetRow
from pacgrid.session.key_commands import ANALYSIS, KEYS, STEP_FACTOR, Command
from pacgrid.session.session import FASTEST, SLOWEST, Settings
from pacgrid.session.themes import THEMES, other_background, other_colours

_LIVE = (Command.TAKE_OVER, Command.PLAY_AGAIN, Command.NEXT_GAME, Command.SOUND, Command.QUIT)
"""What a saved page can't do: it has no agents."""
SAVED_COMMANDS = {
    key: command.name
    for key, command in KEYS.items()
    if command not in ANALYSIS and command not in _LIVE and key != "f11"
}
_LONGEST_DELAY = 0.25
"""Seconds that it goes on at most from one picture to the next."""
_KEY_CAPS = {"space": " ", "←": "left", "→": "right", "↑": "up", "↓": "down"}


def columns(frames: Sequence[Parts], parts: Iterable[str]) -> Parts:
    """By part: its value in each frame in a list, which is empty if nothing changed."""
    pairs = [*zip(frames, [{}, *frames], strict=False)]
    return {
        part: [[] if old.get(part, ...) == new[part] else [new[part]] for new, old in pairs]
        for part in parts
    }


def saved_frame(frame: Frame, commands: Collection[str], table: FigureTable) -> FrameJson:
    """A frame with the keys that the page has."""
    keys = tuple(hint for hint in frame.keys if not hint.key or hint.key in commands)
    return frame_json(replace(frame, keys=keys), table)


def stepped_frames(frames: Sequence[FrameJson]) -> dict[str, Any]:
    """Frames for a page that steps through them, as columns."""
    views = [each["view"] for each in frames]
    boards = zip(*(each["boards"] for each in frames), strict=True)
    return {
        "view": columns(views, views[0]),
        "boards": [columns(board, board[0]) for board in boards],
    }


def player_data(
    speed: float, rows: Iterable[tuple[str, str]], commands: Mapping[str, str]
) -> dict[str, Any]:
    """All but the frames.

    Args:
        rows: the help; what isn't in `commands` is left out.
        commands: what keys do.
    """
    return {
        "themes": [
            {
                "name": name,
                "light": theme.light,
                "numbered": theme.numbered,
                "colours": theme_name(other_colours(theme)),
                "background": theme_name(other_background(theme)),
            }
            for name, theme in THEMES.items()
        ],
        "speeds": _speeds(speed),
        "speed": _speeds(speed).index(speed_text(speed)),
        "longestDelay": _LONGEST_DELAY,
        "help": sheet_json(Sheet("Keys", tuple(_help(rows, commands)), hint="any key: close")),
        "commands": commands,
    }


def _speeds(speed: float) -> list[str]:
    """All speeds that keys reach from this one, from the slowest."""
    speeds = {SLOWEST, speed, FASTEST}
    for factor in (STEP_FACTOR, 1 / STEP_FACTOR):
        settings = Settings(speed)
        while SLOWEST < settings.speed < FASTEST:
            settings.change_speed(factor)
            speeds.add(settings.speed)
    return [speed_text(speed) for speed in sorted(speeds)]


def _help(rows: Iterable[tuple[str, str]], commands: Mapping[str, str]) -> Iterator[SheetRow]:
    for caps, effect in rows:
        if all(_KEY_CAPS.get(cap, cap).lower() in commands for cap in caps.split()):
            yield SheetRow(caps, effect)
