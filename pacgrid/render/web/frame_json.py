"""A frame as JSON for the page: a few dozen parts, and only those that changed are sent."""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any, TypedDict

from pacgrid.action import Action
from pacgrid.maze import HalfPosition, Maze
from pacgrid.records.description import seat_name
from pacgrid.render.display_list import DisplayList, Placed, display_list, figures
from pacgrid.render.paths import UNIT
from pacgrid.render.pictures.svg_document import description
from pacgrid.render.shapes import Figure, ghost, pacman
from pacgrid.render.web.figure_table import FigureTable
from pacgrid.render.web.timeline_json import timeline_rows
from pacgrid.session.frame import Board, Card, Frame, Insight, Row, Sheet, Switch
from pacgrid.session.marks import SMALLEST_LABELLED
from pacgrid.session.scene import Mood, Scene
from pacgrid.session.themes import THEMES, Theme

Parts = dict[str, Any]
Stamps = list[tuple[int, float, list[float]]]
"""A figure's number, its opacity, and where it is drawn: x and y, x and y, …, in half cells from
the upper left corner."""
LAYERS = ("below", "food", "capsules", "figures", "letters")
"""From the bottom up."""
_ICON_MOUTH = 36
_THEME_NAMES = {id(theme): name for name, theme in THEMES.items()}


class FrameJson(TypedDict):
    """All that the page shows, by part; a part that is None isn't shown."""

    view: Parts
    boards: list[Parts]


def frame_json(frame: Frame, table: FigureTable) -> FrameJson:
    """`frame` as JSON; its figures are numbers in `table`."""
    boards = [_board(board, table, playing=frame.playing) for board in frame.boards]
    return {"view": _view(frame), "boards": boards}


def changes(before: FrameJson | None, after: FrameJson) -> FrameJson:
    """The parts of `after` that aren't as they were `before`."""

    def changed(old: Parts, new: Parts) -> Parts:
        return {part: value for part, value in new.items() if old.get(part, ...) != value}

    if before is None or len(before["boards"]) != len(after["boards"]):
        return after
    pairs = zip(before["boards"], after["boards"], strict=True)
    return {
        "view": changed(before["view"], after["view"]),
        "boards": [changed(old, new) for old, new in pairs],
    }


def layers(scene: Scene, table: FigureTable, names: Sequence[str] = LAYERS) -> dict[str, Stamps]:
    """What is drawn on the ground, by layer."""
    drawn = cache(lambda theme: display_list(scene, theme))

    def in_theme(theme: Theme, layer: str) -> Sequence[Placed]:
        return _placed(drawn(theme), layer)

    def looks(layer: str, number: int) -> list[Figure]:
        return [in_theme(theme, layer)[number].figure for theme in table.themes]

    def stamps(layer: str) -> Stamps:
        found: dict[object, tuple[int, float, list[float]]] = {}
        for i, placed in enumerate(in_theme(table.themes[0], layer)):
            number = table.number(placed.figure, partial(looks, layer, i))
            # Agents stay apart, also those that look the same.
            key = i if layer == "figures" else (number, placed.opacity)
            stamp = found.setdefault(key, (number, placed.opacity, []))
            stamp[2].extend(half_cells(placed.position, scene.maze))
        return list(found.values())

    return {layer: stamps(layer) for layer in names}


def _placed(drawn: DisplayList, layer: str) -> Sequence[Placed]:
    """What is in a layer."""
    match layer:
        case "below":
            return drawn.below
        case "food" | "capsules":
            figure, cells = getattr(drawn, layer)
            return [Placed(figure, cell) for cell in cells]
        case _:
            letters = layer == "letters"
            return [placed for placed in drawn.figures if bool(placed.text) is letters]


def half_cells(position: HalfPosition, maze: Maze) -> tuple[float, float]:
    """A position as x and y from the upper left corner of the board."""
    x, y = 2 * position[0] + 1, 2 * (maze.height - position[1]) - 1
    return _short(x), _short(y)


def _short(value: float) -> float:
    return int(value) if value == int(value) else round(value, 2)


def insight_json(insight: Insight) -> Parts:
    """An insight as JSON."""
    panels = [_known(panel, rows=[_row(row) for row in panel.rows]) for panel in insight.panels]
    return {"heading": insight.heading, "panels": panels}


def _row(row: Row) -> Parts:
    """The bar is in percent."""
    return _known(row, bar=None if row.bar is None else round(100 * row.bar))


def _known(thing: Any, **changes: Any) -> Parts:
    """The fields of `thing` that aren't None, False or empty."""
    fields = vars(thing) | changes
    return {name: value for name, value in fields.items() if value or type(value) is int}


def sheet_json(sheet: Sheet, boards: int) -> Parts:
    """A sheet as JSON; `boards`: how many games there are."""
    tabs = [
        f"{seat_name(tab.agent)}, game {tab.game + 1}" if boards > 1 else seat_name(tab.agent)
        for tab in sheet.tabs
    ]
    return vars(sheet) | {"tabs": tabs, "rows": [vars(row) for row in sheet.rows]}


def speed_text(speed: float) -> str:
    """Rounds per second, as they are written."""
    return f"{speed:.3g}"


def _view(frame: Frame) -> Parts:
    timeline, caption = frame.timeline, dict(vars(frame.caption))
    banner = caption.pop("banner")
    all_known = timeline.span == max(row.known for row in timeline.rows)
    rounds = -(-timeline.span // len(frame.boards[0].cards)) if all_known else None
    return {
        "theme": _THEME_NAMES[id(frame.theme)],
        "caption": caption | {"rounds": rounds},
        "banner": banner and vars(banner),
        "timeline": {"span": timeline.span, "rows": timeline_rows(timeline)},
        "ply": round(timeline.ply),
        "switches": [_switch(switch) for switch in frame.switches],
        "keys": [vars(hint) for hint in frame.keys],
        "sheet": frame.sheet and sheet_json(frame.sheet, len(frame.boards)),
        "playing": frame.playing,
        "speed": speed_text(frame.speed),
        "sound": frame.sound,
    }


def _switch(switch: Switch) -> Parts:
    overlay = switch.overlay
    return {
        "overlay": overlay,
        "key": switch.key,
        "label": overlay.label.capitalize(),
        "title": f"Show {overlay.meaning} ({switch.key})",
        "on": switch.is_on,
    }


def _board(board: Board, table: FigureTable, *, playing: bool) -> Parts:
    maze = board.scene.maze
    return {
        "size": [maze.width * UNIT, maze.height * UNIT],
        "step": UNIT // 2,
        "smallest": SMALLEST_LABELLED,
        "ground": table.ground(maze),
        **layers(board.scene, table),
        "positions": "" if playing else description(board.scene),
        "players": board.players,
        "result": {"score": board.score, "verdict": board.verdict, "good": board.good},
        "icons": [_icon(card.agent, table) for card in board.cards],
        "cards": [_card(card) for card in board.cards],
        "moved": next((card.agent for card in board.cards if card.moved_last), None),
        "insight": board.insight and insight_json(board.insight),
    }


def _icon(agent: int, table: FigureTable) -> int:
    draw: tuple[object, ...] = (ghost, agent, Action.EAST, Mood.ACTIVE, 0)
    if not agent:
        draw = pacman, Action.EAST, _ICON_MOUTH
    looks = [figures(theme)(*draw) for theme in table.themes]
    return table.number(looks[0], lambda: looks)


def _card(card: Card) -> Parts:
    seat = seat_name(card.agent)
    return {
        "name": card.name,
        "seat": seat if card.action is None else f"{seat}, {card.action}",
        "cost": card.cost,
        "total": card.total,
    }
