"""A frame as JSON for the page: a few dozen parts, of which only those that changed are sent; and
the table of the figures in it, of which the page gets each one once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Any, TypedDict

from pacgrid.action import Action
from pacgrid.analysis.game_analysis import Mark
from pacgrid.maze import HalfPosition, Maze, bits
from pacgrid.render.board_svg import description, display_list, figures
from pacgrid.render.diagram_svg import UNIT as ELEMENT_UNIT
from pacgrid.render.diagram_svg import element
from pacgrid.render.figures import UNIT, Figure, Letters, ghost, hexed, pacman, rim_width, symbol
from pacgrid.render.walls import wall_paths
from pacgrid.session.diagram import Diagram, Part
from pacgrid.session.frame import (
    Board,
    Card,
    Frame,
    Insight,
    Row,
    Sheet,
    Switch,
    Timeline,
    TimelineRow,
)
from pacgrid.session.scene import SMALLEST_LABELLED, EventKind, Mood, Scene
from pacgrid.session.themes import THEMES, Theme

Parts = dict[str, Any]
Places = list[float]
"""x and y, x and y, …, in half cells from the upper left corner."""
Stamp = tuple[int, float, Places]
"""A figure's number, its opacity, and where it is drawn."""
Stamps = list[Stamp]
LAYERS = ("below", "food", "capsules", "figures", "letters")
"""From the bottom up."""
_ICON_MOUTH = 36
Brush = float | list[float | str]
"""The width of the brush that draws a path; 0 if it is filled. Of letters: their size, their
baseline, and the colour and the width of their rim."""
Shapes = list[tuple[int, int, Brush]]
"""Numbers of a colour and a path, and the width of the brush that draws it; 0 if it is filled."""
Drawn = Iterable[tuple[str, str, Brush]]
"""The same with colours and paths."""
_PLACES = ("d", "x", "y", "cx", "cy")
"""Attributes that differ from element to element."""
_WIDTH, _HEIGHT = 1000, 100
"""The box of the paths, which is stretched to the size of the timeline."""
_TOP, _BELOW_SIGNS, _BOTTOM, _TICK = 16, 30, 88, 8
_MOST_POINTS = 500


class FrameJson(TypedDict):
    """All that the page shows, by part; a part that is None isn't shown."""

    view: Parts
    boards: list[Parts]


def frame_json(frame: Frame, table: "FigureTable") -> FrameJson:
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


def layers(scene: Scene, table: "FigureTable", names: Sequence[str] = LAYERS) -> dict[str, Stamps]:
    """What is drawn on the ground, by layer."""
    first, *others = (cache(partial(_layers, scene, theme)) for theme in table.themes)

    def stamp(layer: str, i: int, figure: Figure, opacity: float, at: Places) -> Stamp:
        looks = lambda: [figure, *(drawn()[layer][i][0] for drawn in others)]  # noqa: E731
        return table.number(figure, looks), opacity, at

    return {
        layer: [stamp(layer, i, *drawn) for i, drawn in enumerate(first()[layer])]
        for layer in names
    }


def _layers(scene: Scene, theme: Theme) -> dict[str, list[tuple[Figure, float, Places]]]:
    """Figures, their opacities and places by layer. Equal tints are one."""
    drawn, maze = display_list(scene, theme), scene.maze
    below: dict[tuple[Figure, float], Places] = {}
    for figure, position, opacity, _ in drawn.below:
        below.setdefault((figure, opacity), []).extend(half_cells(position, maze))
    above = [
        (bool(each.text), (each.figure, each.opacity, [*half_cells(each.position, maze)]))
        for each in drawn.figures
    ]
    return {
        "below": [(figure, opacity, at) for (figure, opacity), at in below.items()],
        "food": [(drawn.food.figure, 1, at) for at in _places(drawn.food.cells.mask, maze)],
        "capsules": [
            (drawn.capsules.figure, 1, at) for at in _places(drawn.capsules.cells.mask, maze)
        ],
        "figures": [each for is_text, each in above if not is_text],
        "letters": [each for is_text, each in above if is_text],
    }


@lru_cache(maxsize=16)
def _places(mask: int, maze: Maze) -> list[Places]:
    """All places of some cells in one list, if there are any."""
    cells = (maze.positions[cell] for cell in bits(mask))
    return [[value for cell in cells for value in half_cells(cell, maze)]] if mask else []


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


def sheet_json(sheet: Sheet) -> Parts:
    """A sheet as JSON."""
    tabs = [tab.label for tab in sheet.tabs]
    return vars(sheet) | {"tabs": tabs, "rows": [vars(row) for row in sheet.rows]}


def speed_text(speed: float) -> str:
    """Rounds per second, as they are written."""
    return f"{speed:.3g}"


def theme_name(theme: Theme) -> str:
    return next(name for name, each in THEMES.items() if each == theme)


def _view(frame: Frame) -> Parts:
    timeline, caption = frame.timeline, dict(vars(frame.caption))
    banner = caption.pop("banner")
    rounds = None
    if timeline and timeline.known == timeline.span and frame.caption.round is not None:
        rounds = -(-timeline.span // len(frame.boards[0].cards))
    return {
        "theme": theme_name(frame.theme),
        "caption": caption
        | {"facts": [[*astuple(fact)] for fact in frame.caption.facts], "rounds": rounds},
        "banner": banner
        and {name: getattr(banner, name) for name in ("title", "lines", "touch", "ink")},
        "timeline": timeline and timeline_json(timeline),
        "ply": round(timeline.ply) if timeline else 0,
        "switches": [_switch(switch) for switch in frame.switches],
        "keys": [vars(hint) for hint in frame.keys],
        "sheet": frame.sheet and sheet_json(frame.sheet),
        "playing": frame.playing,
        "speed": speed_text(frame.speed),
        "speedUnit": frame.speed_unit,
        "stepName": frame.step,
        "jumpName": frame.jump,
        "typing": frame.typing,
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


def _scene(seen: Scene, table: "FigureTable") -> Parts:
    maze = seen.maze
    return {
        "size": [maze.width * UNIT, maze.height * UNIT],
        "smallest": SMALLEST_LABELLED,
        "ground": table.ground(maze),
        **layers(seen, table),
    }


def _diagram(seen: Diagram, table: "FigureTable") -> Parts:
    """The numbers of a diagram's elements, and its targets with their areas: of each number, by how
    much it is larger than the one before; so pages are small."""
    x, y = seen.focus or (seen.width / 2, seen.height / 2)
    numbers = [table.element(part) for part in seen.parts]
    areas = [[0] * 5]
    for target in seen.targets:
        sides = (*target.corner, *target.size)
        areas.append([target.number, *(round(ELEMENT_UNIT * side) for side in sides)])
    return {
        "size": [seen.width * ELEMENT_UNIT, seen.height * ELEMENT_UNIT],
        "elements": [after - before for before, after in pairwise([0, *numbers])],
        "targets": [
            [after - before for before, after in zip(*pair, strict=True)]
            for pair in pairwise(areas)
        ],
        "focus": [round(ELEMENT_UNIT * x), round(ELEMENT_UNIT * y)],
        "least": seen.least_unit / ELEMENT_UNIT,
    }


def _description(seen: Scene | Diagram) -> str:
    return seen.description if isinstance(seen, Diagram) else description(seen)


def _board(board: Board, table: "FigureTable", *, playing: bool) -> Parts:
    seen = board.scene
    return {
        "halfCell": UNIT // 2,
        **(_diagram(seen, table) if isinstance(seen, Diagram) else _scene(seen, table)),
        "positions": "" if playing else _description(seen),
        "weight": board.weight,
        "result": {
            "title": board.title,
            "score": board.score,
            "verdict": board.verdict,
            "good": board.good,
        },
        "icons": [_icon(card.agent, board.symbols, table) for card in board.cards],
        "cards": [_card(card) for card in board.cards],
        "moved": next((card.agent for card in board.cards if card.moved_last), None),
        "insight": board.insight and insight_json(board.insight),
    }


def _icon(agent: int, symbols: Sequence[str], table: "FigureTable") -> int:
    draw: tuple[object, ...] = (ghost, agent, Action.EAST, Mood.ACTIVE, 0)
    if symbols:
        draw = symbol, agent, symbols[agent]
    elif not agent:
        draw = pacman, Action.EAST, _ICON_MOUTH
    looks = [figures(theme)(*draw) for theme in table.themes]
    return table.number(looks[0], lambda: looks)


def _card(card: Card) -> Parts:
    return {
        "name": card.name,
        "seat": ", ".join(filter(None, (card.seat, card.move))),
        "cost": card.cost,
        "total": card.total,
    }


class FigureTable:
    """Figures in their order of appearance, each as it looks in every one of some themes."""

    def __init__(self, themes: Sequence[Theme]) -> None:
        self.themes = tuple(themes)
        self.figures: list[list[Shapes]] = []
        """By number and theme."""
        self.paths: list[str] = []
        self.colours: list[str] = []
        self.looks: list[tuple[str, dict[str, str], list[str]]] = []
        """Tags with attributes, and the names of more attributes."""
        self.elements: list[tuple[int, str, list[str]]] = []
        """Parts of diagrams: the number of a look, a text, and the values of more attributes."""
        self._numbers: dict[object, int] = {}

    @property
    def lists(self) -> dict[str, list[Any]]:
        """What the page needs to draw the figures. The lists only grow."""
        return {
            "figures": self.figures,
            "paths": self.paths,
            "colours": self.colours,
            "looks": self.looks,
            "elements": self.elements,
        }

    def number(self, figure: Figure, looks: Callable[[], Iterable[Figure]]) -> int:
        """The number of a figure.

        Args:
            figure: as it looks in the first theme; no other figure looks the same there.
            looks: gives how it looks in each theme.
        """
        return self._number(figure, lambda: map(_drawn, looks()))

    def ground(self, maze: Maze) -> int:
        """The number of the empty board of `maze`, around its upper left corner."""
        return self._number(maze, lambda: [_ground(maze, theme) for theme in self.themes])

    def element(self, part: Part) -> int:
        """The number of a part of a diagram."""
        if part not in self._numbers:
            tag, attributes, text = element(part, "var(--{})".format)
            where = {name: attributes.pop(name) for name in _PLACES if name in attributes}
            key = tag, *attributes.items()
            if key not in self._numbers:
                self._numbers[key] = len(self.looks)
                self.looks.append((tag, attributes, [*where]))
            self._numbers[part] = len(self.elements)
            self.elements.append((self._numbers[key], text, [*where.values()]))
        return self._numbers[part]

    def _number(self, key: object, draw: Callable[[], Iterable[Drawn]]) -> int:
        if key not in self._numbers:
            looks = [
                [
                    (self._in(self.colours, colour), self._in(self.paths, path), brush)
                    for colour, path, brush in look
                ]
                for look in draw()
            ]
            self._numbers[key] = len(self.figures)
            self.figures.append(looks)
        return self._numbers[key]

    def _in(self, values: list[str], value: str) -> int:
        """The number of `value` in one of the lists."""
        if value not in self._numbers:
            self._numbers[value] = len(values)
            values.append(value)
        return self._numbers[value]


def _drawn(figure: Figure) -> Drawn:
    for part in figure.parts:
        colour = hexed(part.colour)
        if isinstance(part, Letters):
            rim: list[float | str] = [hexed(part.rim), rim_width(part)] if part.rim else []
            yield colour, part.text, [part.size, part.baseline, *rim]
        else:
            yield colour, part.path, part.brush


def _ground(maze: Maze, theme: Theme) -> Drawn:
    edge, inside = wall_paths(maze)
    whole = f"M0 0H{maze.width * UNIT}V{maze.height * UNIT}H0z"
    pairs = ((theme.background, whole), (theme.edge, edge), (theme.wall, inside))
    return ((hexed(colour), path, 0) for colour, path in pairs)


def timeline_json(timeline: Timeline) -> dict[str, Any]:
    """The timeline but for the current ply."""
    marks = [round(100 * ply / timeline.span, 2) for ply in timeline.marks]
    return {"span": timeline.span, "rows": timeline_rows(timeline), "marks": marks}


def timeline_rows(timeline: Timeline) -> list[dict[str, Any]]:
    """By game: the curve of its score or value, what happened, and the bad moves."""
    if not timeline.rows:
        return []
    lowest = min(0, *(min(row.curve) for row in timeline.rows))
    highest = max(1, *(max(row.curve) for row in timeline.rows))
    return [_timeline_row(row, timeline.span, lowest, highest) for row in timeline.rows]


@lru_cache(maxsize=16)
def _timeline_row(row: TimelineRow, span: int, lowest: float, highest: float) -> dict[str, Any]:
    def x(ply: int) -> float:
        return round(ply / span * _WIDTH, 1)

    def percent(ply: int) -> float:
        return round(100 * ply / span, 2)

    top = _BELOW_SIGNS if row.values else _TOP

    def y(value: float) -> float:
        return round(_BOTTOM - (value - lowest) / (highest - lowest) * (_BOTTOM - top), 1)

    def plies(kind: EventKind) -> list[int]:
        return [event.ply for event in row.events if event.kind is kind]

    shown = [*range(0, row.known, max(1, row.known // _MOST_POINTS)), row.known]
    curve = "M" + "L".join(f"{x(ply):g} {y(row.curve[ply]):g}" for ply in shown)
    ghosts = [event for event in row.events if event.kind is EventKind.GHOST]
    marks = sorted(row.marks, key=lambda mark: [*Mark].index(mark.sign))  # the worst on top
    ends = [("won", "✓", EventKind.WON), ("caught", "✗", EventKind.CAUGHT)]
    return {
        "box": f"0 0 {_WIDTH} {_HEIGHT}",
        "curve": curve,
        "area": f"{curve}V{_HEIGHT}H0z",
        "food": "".join(f"M{x(p):g} {_HEIGHT}v-{_TICK}" for p in plies(EventKind.FOOD)),
        "capsules": [percent(ply) for ply in plies(EventKind.CAPSULE)],
        "ghosts": [[percent(event.ply), event.ghost] for event in ghosts],
        "ends": [
            {"at": percent(ply), "kind": name, "text": text}
            for name, text, kind in ends
            for ply in plies(kind)
        ],
        "analysed": bool(row.values),
        "signs": [vars(mark) | {"at": percent(mark.ply)} for mark in marks],
        "taken_over": percent(row.taken_over) if row.taken_over else None,
    }
