"""A frame as JSON for the page: a few dozen parts, of which only those that changed are sent; and
the table of the SVG elements in it, of which the page gets each one once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import is_dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypedDict

from pacgrid.analysis.game_analysis import Mark
from pacgrid.maze import Maze, bits
from pacgrid.render.board_svg import (
    UNIT,
    Dots,
    Figure,
    Placed,
    agent_figure,
    description,
    display_list,
    elements,
    middle,
    paint,
    wall_elements,
)
from pacgrid.render.diagram_svg import UNIT as DIAGRAM_UNIT
from pacgrid.render.diagram_svg import part_element, scaled_board
from pacgrid.session.frame import (
    SMALLEST_LABELLED,
    Board,
    Diagram,
    EventKind,
    Frame,
    Part,
    Scene,
    SmallBoard,
    Switch,
    Timeline,
    TimelineRow,
)
from pacgrid.session.themes import THEMES

Parts = dict[str, Any]
Stamp = tuple[int, float, list[float]]
"""The number of an element, its opacity, and where it is drawn: x and y, x and y, … in hundreds of
the units of its picture, which are half cells of a board."""
LAYERS = ("below", "food", "capsules", "figures", "letters")
"""The layers that are drawn on the walls, from the bottom up."""
_WIDTH, _HEIGHT = 1000, 100
"""The box of the paths, which is stretched to the size of the timeline."""
_TOP, _BELOW_SIGNS, _BOTTOM, _TICK = 16, 30, 88, 8
_MOST_POINTS = 500


class ElementTable:
    """SVG elements in their order of appearance, in the colours of whatever theme a page has."""

    def __init__(self) -> None:
        self.elements: list[str] = []
        """The list only grows."""
        self._numbers: dict[object, int] = {}

    def number(self, thing: Figure | Part | Maze) -> int:
        """The number of a figure, of a part of a diagram, or of the empty board of a maze."""
        if thing not in self._numbers:
            self._numbers[thing] = self._added(_drawn(thing))
        return self._numbers[thing]

    def icon(self, figure: Figure) -> int:
        key = "icon", figure
        if key not in self._numbers:
            box = f"{-UNIT // 2} {-UNIT // 2} {UNIT} {UNIT}"
            icon = f'<svg viewBox="{box}" class="icon" aria-hidden="true">{_drawn(figure)}</svg>'
            self._numbers[key] = self._added(icon)
        return self._numbers[key]

    def _added(self, element: str) -> int:
        self.elements.append(element)
        return len(self.elements) - 1


def _drawn(thing: Figure | Part | Maze) -> str:
    if isinstance(thing, Figure):
        return f"<g>{elements(thing, None)}</g>"
    if isinstance(thing, Maze):
        ground = f'<rect width="100%" height="100%" fill="{paint("background", None)}"/>'
        return f"<g>{ground}{wall_elements(thing.walls, None)}</g>"
    if isinstance(thing, SmallBoard):
        return f"<g>{scaled_board(thing, None)}</g>"
    return part_element(thing, None)


class FrameJson(TypedDict):
    """All that the page shows, by part; a part that is None isn't shown."""

    view: Parts
    boards: list[Parts]


def frame_json(frame: Frame, table: ElementTable) -> FrameJson:
    """`frame` as JSON; its figures are elements of `table`."""
    boards = [_board(board, table, playing=frame.playing) for board in frame.boards]
    return {"view": _view(frame), "boards": boards}


def changes(before: FrameJson | None, after: FrameJson) -> FrameJson:

    def changed(old: Parts, new: Parts) -> Parts:
        return {part: value for part, value in new.items() if old.get(part, ...) != value}

    if before is None or len(before["boards"]) != len(after["boards"]):
        return after
    pairs = zip(before["boards"], after["boards"], strict=True)
    return {
        "view": changed(before["view"], after["view"]),
        "boards": [changed(old, new) for old, new in pairs],
    }


def layers(
    scene: Scene, table: ElementTable, names: Sequence[str] = LAYERS
) -> dict[str, list[Stamp]]:
    drawn, maze = display_list(scene), scene.maze

    def stamp(placed: Placed) -> Stamp:
        place = _hundreds(middle(placed.position, maze.height))
        return table.number(placed.figure), placed.opacity, place

    def dots(dots: Dots) -> list[Stamp]:
        places = _places(dots.cells.mask, maze)
        return [(table.number(dots.figure), 1, places)] if places else []

    make: dict[str, Callable[[], list[Stamp]]] = {
        "below": lambda: _merged(map(stamp, drawn.below)),
        "food": lambda: dots(drawn.food),
        "capsules": lambda: dots(drawn.capsules),
        "figures": lambda: [stamp(each) for each in drawn.figures if not each.text],
        "letters": lambda: _merged(stamp(each) for each in drawn.figures if each.text),
    }
    return {name: make[name]() for name in names}


def _merged(stamps: Iterable[Stamp]) -> list[Stamp]:
    """The same with one stamp for equal figures that are equally strong."""
    found: dict[tuple[int, float], list[float]] = {}
    for number, opacity, place in stamps:
        found.setdefault((number, opacity), []).extend(place)
    return [(number, opacity, places) for (number, opacity), places in found.items()]


@lru_cache(maxsize=16)
def _places(mask: int, maze: Maze) -> list[float]:
    cells = (maze.positions[cell] for cell in bits(mask))
    return _hundreds(side for cell in cells for side in middle(cell, maze.height))


def _hundreds(values: Iterable[float]) -> list[float]:
    return [int(value // 100) if value % 100 == 0 else round(value / 100, 2) for value in values]


def plain(thing: Any) -> Any:
    """Immutable data as JSON has it, by the names of its fields, with bars to a percent."""
    if isinstance(thing, tuple):
        return [plain(each) for each in thing]
    if is_dataclass(thing):
        return {name: plain(value) for name, value in vars(thing).items()}
    return round(thing, 2) if isinstance(thing, float) else thing


def _view(frame: Frame) -> Parts:
    timeline, caption = frame.timeline, plain(frame.caption)
    rounds = None
    if timeline and timeline.known == timeline.span and frame.caption.round is not None:
        rounds = -(-timeline.span // len(frame.boards[0].cards))
    return {
        "theme": next(name for name, each in THEMES.items() if each == frame.theme),
        "banner": caption.pop("banner"),
        "caption": caption | {"rounds": rounds},
        "timeline": timeline and _timeline(timeline),
        "ply": round(timeline.ply) if timeline else 0,
        "switches": [_switch(switch) for switch in frame.switches],
        "keys": plain(frame.keys),
        "sheet": plain(frame.sheet),
        "playing": frame.playing,
        "speed": f"{frame.speed:.3g}",
        "speedUnit": frame.speed_unit,
        "stepName": frame.step,
        "jumpName": frame.jump,
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


def _scene(seen: Scene, table: ElementTable) -> Parts:
    maze = seen.maze
    return {
        "size": [maze.width * UNIT, maze.height * UNIT],
        "smallest": SMALLEST_LABELLED / UNIT,
        "ground": [(table.number(maze), 1, [0, 0])],
        **layers(seen, table),
    }


def _diagram(seen: Diagram, table: ElementTable) -> Parts:
    """The numbers of a diagram's elements, and its targets with their areas: of each number, by how
    much it is larger than the one before; so pages are small."""
    x, y = seen.focus or (seen.width / 2, seen.height / 2)
    numbers = [table.number(part) for part in seen.parts if not isinstance(part, SmallBoard)]
    boards = (part for part in seen.parts if isinstance(part, SmallBoard))
    areas = [[0] * 5]
    for target in seen.targets:
        sides = (*target.corner, *target.size)
        areas.append([target.number, *(round(DIAGRAM_UNIT * side) for side in sides)])
    return {
        "size": [seen.width * DIAGRAM_UNIT, seen.height * DIAGRAM_UNIT],
        "elements": [after - before for before, after in pairwise([0, *numbers])],
        "boards": [
            (
                table.number(replace(board, corner=(0, 0))),
                1,
                _hundreds(round(DIAGRAM_UNIT * side) for side in board.corner),
            )
            for board in boards
        ],
        "targets": [
            [after - before for before, after in zip(*pair, strict=True)]
            for pair in pairwise(areas)
        ],
        "focus": [round(DIAGRAM_UNIT * x), round(DIAGRAM_UNIT * y)],
        "least": seen.least_unit / DIAGRAM_UNIT,
    }


def _board(board: Board, table: ElementTable, *, playing: bool) -> Parts:
    seen = board.scene
    words = seen.description if isinstance(seen, Diagram) else description(seen)
    return {
        **(_diagram(seen, table) if isinstance(seen, Diagram) else _scene(seen, table)),
        "positions": "" if playing else words,
        "weight": board.weight,
        "result": [board.title, board.score, board.verdict, board.good],
        "icons": [table.icon(agent_figure(card.agent, board.symbols)) for card in board.cards],
        "cards": plain(board.cards),
        "moved": next((card.agent for card in board.cards if card.moved_last), None),
        "insight": plain(board.insight),
    }


def _timeline(timeline: Timeline) -> dict[str, Any]:
    """The timeline but for the current ply."""
    marks = [round(100 * ply / timeline.span, 2) for ply in timeline.marks]
    return {"span": timeline.span, "rows": timeline_rows(timeline), "marks": marks}


def timeline_rows(timeline: Timeline) -> list[dict[str, Any]]:
    """By game: the curve of its score or value, what happened, and the bad moves."""
    lowest = min([0, *(min(row.curve) for row in timeline.rows)])
    highest = max([1, *(max(row.curve) for row in timeline.rows)])
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
