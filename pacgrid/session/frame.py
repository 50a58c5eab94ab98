"""A frame: everything that can be seen at one moment, as immutable data.

A session yields frames and renderers draw them. Parts that don't change from one frame to the next
are the same objects wherever that is cheap, so a renderer can keep what it drew.

What is drawn of a game is a `Scene`, the board of Pac-Man, or a `Diagram`, a search tree or the
board of another game. Words, panels and menus are around it.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto
from typing import NamedTuple, Self

from pacgrid.action import MOVES, Action
from pacgrid.analysis.game_analysis import Mark
from pacgrid.maze import Cells, HalfPosition, Maze
from pacgrid.records.thought import LARGEST
from pacgrid.session.themes import Ink, Theme
from pacgrid.state import Ghost, State

SMALLEST_LABELLED = 14
"""Cells of fewer pixels have no labels, which would be unreadable."""
LABEL_RIM = 0.08
"""The width of the rim around letters, in cells. It sets them off from food."""


@dataclass(frozen=True)
class Tint:
    """Colour on a whole cell, below everything in it."""

    position: HalfPosition
    ink: Ink
    strength: float
    """How opaque it is, from 0, invisible, to 1."""


@dataclass(frozen=True)
class Trail:
    """A path that an agent may take, in the agent's colour, with an arrow at its end."""

    agent: int
    points: tuple[HalfPosition, ...]


@dataclass(frozen=True)
class Label:
    """A short text at a position, above everything else."""

    position: HalfPosition
    text: str
    """The letters, at most four."""
    ink: Ink


@dataclass(frozen=True)
class Marks:
    """All marks on a board, in drawing order: the last of each kind is on top."""

    tints: tuple[Tint, ...] = ()
    trails: tuple[Trail, ...] = ()
    labels: tuple[Label, ...] = ()


NO_MARKS = Marks()
FLASHING_MOVES = 10
"""A ghost that is scared for this many moves or fewer flashes, as a warning."""
MOUTH_DEGREES = 42.0
"""Degrees from the middle of Pac-Man's open mouth to a lip."""
VANISH_SECONDS = 1.2
"""Seconds in which a caught Pac-Man vanishes."""
_BY_VECTOR = {action.vector: action for action in MOVES}


@dataclass(frozen=True)
class Transition:
    """From one state to the next one shown, usually a round later."""

    before: State
    after: State
    facing: Action = Action.EAST
    """Where Pac-Man looks; he keeps looking there when he stands."""

    @classmethod
    def standing(cls, state: State) -> "Transition":
        """No agent moves."""
        return cls(state, state)

    def then(self, state: State) -> "Transition":
        """From the end of this one to `state`."""
        dx = state.pacman[0] - self.after.pacman[0]
        dy = state.pacman[1] - self.after.pacman[1]
        return Transition(self.after, state, _BY_VECTOR.get((dx, dy), self.facing))


def standing_after(states: Sequence[State]) -> Transition:
    """No agent moves in the last of some states, and Pac-Man looks where he went."""
    return Transition(states[-1], states[-1], facing(states, len(states) - 1))


def facing(states: Sequence[State], ply: int) -> Action:
    """Where Pac-Man looks after `ply` plies: where he went last; east at first."""
    for after in range(ply, 0, -1):
        (ax, ay), (bx, by) = states[after - 1].pacman, states[after].pacman
        if (ax, ay) != (bx, by):
            return _BY_VECTOR[bx - ax, by - ay]
    return Action.EAST


class Mood(Enum):
    """How a ghost looks."""

    ACTIVE = auto()
    SCARED = auto()
    FLASHING = auto()
    EATEN = auto()
    """It was eaten: only its eyes go home."""


@dataclass(frozen=True)
class PacmanFigure:
    position: HalfPosition
    facing: Action
    mouth: float
    """Degrees from the middle of the mouth to a lip: 0 is shut; at 180 Pac-Man is gone."""


@dataclass(frozen=True)
class GhostFigure:
    number: int
    position: HalfPosition
    looking: Action
    mood: Mood


@dataclass(frozen=True)
class Scene:
    """Everything on the board. Positions are in cells, `(0, 0)` bottom left, y upwards."""

    maze: Maze
    food: Cells
    capsules: Cells
    pulse: float
    """How large the capsules are now, from 0 to 1."""
    pacman: PacmanFigure
    ghosts: tuple[GhostFigure, ...]
    marks: Marks = NO_MARKS


def scene(
    transition: Transition,
    fraction: float,
    *,
    clock: float = 0,
    vanished: float = 0,
    marks: Marks = NO_MARKS,
) -> Scene:
    """The scene at `fraction` (0 to 1) of a transition.

    Args:
        clock: seconds, for what moves by itself.
        vanished: how much of a caught Pac-Man is gone, 0 to 1.
    """
    before, after = transition.before, transition.after
    now = before if fraction < 0.5 else after
    walking = before.pacman != after.pacman
    mouth = MOUTH_DEGREES * abs(math.cos(math.pi * fraction)) if walking else MOUTH_DEGREES
    return Scene(
        maze=after.maze,
        food=now.food,
        capsules=now.capsules,
        pulse=0.5 + 0.5 * math.cos(2 * math.pi * clock),
        pacman=PacmanFigure(
            _between(before.pacman, after.pacman, fraction),
            transition.facing,
            mouth + (180 - mouth) * vanished,
        ),
        ghosts=tuple(
            GhostFigure(
                number,
                _between(old.position, new.position, fraction),
                new.direction,
                Mood.EATEN if _was_eaten(old, new) and fraction < 1 else _mood(current),
            )
            for number, (old, new, current) in enumerate(
                zip(before.ghosts, after.ghosts, now.ghosts, strict=True), start=1
            )
        ),
        marks=marks,
    )


def _mood(ghost: Ghost) -> Mood:
    if not ghost.scared:
        return Mood.ACTIVE
    flashing = ghost.scared <= FLASHING_MOVES and ghost.scared % 2 == 0
    return Mood.FLASHING if flashing else Mood.SCARED


def _was_eaten(old: Ghost, new: Ghost) -> bool:
    """Whether the ghost was eaten: it jumps home, and is no longer scared."""
    jump = math.dist(old.position, new.position)
    return jump > 1 or (old.scared > 1 and not new.scared)


def _between(start: HalfPosition, end: HalfPosition, fraction: float) -> HalfPosition:
    (ax, ay), (bx, by) = start, end
    return ax + (bx - ax) * fraction, ay + (by - ay) * fraction


class EventKind(StrEnum):
    FOOD = "food"
    CAPSULE = "capsule"
    GHOST = "ghost"
    WON = "won"
    CAUGHT = "caught"


@dataclass(frozen=True)
class Event:
    ply: int
    kind: EventKind
    ghost: int = 0
    """The number of the ghost that was eaten."""


class Events:
    """The events of a game in progress; looks only at new plies."""

    def __init__(self, states: Sequence[State]) -> None:
        self._states = states
        self._events: list[Event] = []
        self._known = 0

    def now(self) -> Sequence[Event]:
        last = len(self._states) - 1
        while self._known < last:
            before, after = self._states[self._known], self._states[self._known + 1]
            self._known += 1
            self._events += events_between(before, after, self._known)
        return self._events


def events_between(before: State, after: State, ply: int) -> list[Event]:
    """What happened in ply `ply`, between these two states."""
    events = []
    capsule = before.capsules.mask != after.capsules.mask
    if before.food.mask != after.food.mask:
        events.append(Event(ply, EventKind.FOOD))
    if capsule:
        events.append(Event(ply, EventKind.CAPSULE))
    pairs = enumerate(zip(before.ghosts, after.ghosts, strict=True), start=1)
    events += [
        Event(ply, EventKind.GHOST, number)
        for number, (old, new) in pairs
        if not new.scared and (capsule or old.scared > (number == before.to_move))  # too soon
    ]
    if after.is_win:
        events.append(Event(ply, EventKind.WON))
    elif after.is_loss:
        events.append(Event(ply, EventKind.CAUGHT))
    return events


LETTER = 0.52
"""A letter is this part of its height wide."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Stroke:
    points: tuple[Point, ...]
    ink: Ink = Ink.TEXT
    width: float = 0.06
    dashed: bool = False


@dataclass(frozen=True)
class Polygon:
    points: tuple[Point, ...]
    fill: Ink | None = None
    outline: Ink | None = Ink.TEXT
    agent: int | None = None
    """Fill it with the colour of this agent, instead of `fill`."""
    opacity: float = 1
    width: float = 0.06


@dataclass(frozen=True)
class Disc:
    center: Point
    radius: float
    fill: Ink | None = None
    outline: Ink | None = Ink.TEXT
    agent: int | None = None
    opacity: float = 1
    width: float = 0.06


class Anchor(Enum):
    """Which point of a text is at its position; vertically it is always the middle."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True)
class Words:
    text: str
    at: Point
    size: float = 0.4
    """The height of a line of text."""
    ink: Ink = Ink.TEXT
    anchor: Anchor = Anchor.MIDDLE
    strong: bool = False
    agent: int | None = None
    """Write it in the colour of this agent, instead of `ink`."""


class Region(NamedTuple):
    """The part of a maze that is shown, in cells; `right` and `top` belong to it."""

    left: int
    bottom: int
    right: int
    top: int

    @property
    def size(self) -> tuple[int, int]:
        return self.right - self.left + 1, self.top - self.bottom + 1


@dataclass(frozen=True)
class SmallBoard:
    """A region of a board of Pac-Man, as large boards are drawn."""

    scene: Scene
    region: Region
    corner: Point = (0, 0)
    """The upper left corner."""
    cell: float = 1


Part = Stroke | Polygon | Disc | Words | SmallBoard


def rectangle(
    left: float, top: float, right: float, bottom: float, rim: float = 0
) -> tuple[Point, ...]:
    """The corners of a rectangle, with a `rim` around it."""
    left, top, right, bottom = left - rim, top - rim, right + rim, bottom + rim
    return (left, top), (right, top), (right, bottom), (left, bottom)


def moved(part: Part, to: Point, scale: float) -> Part:
    """A part in another place and size: what was at (0, 0) is at `to`."""

    def at(point: Point) -> Point:
        return to[0] + scale * point[0], to[1] + scale * point[1]

    match part:
        case Stroke() | Polygon():
            points = tuple(map(at, part.points))
            return replace(part, points=points, width=scale * part.width)
        case Disc():
            radius, width = scale * part.radius, scale * part.width
            return replace(part, center=at(part.center), radius=radius, width=width)
        case Words():
            return replace(part, at=at(part.at), size=scale * part.size)
        case SmallBoard():
            return replace(part, corner=at(part.corner), cell=scale * part.cell)


@dataclass(frozen=True)
class Target:
    """An area that can be clicked: the session then gets `choose_target(number)`."""

    number: int
    corner: Point
    """The upper left corner."""
    size: Point


@dataclass(frozen=True)
class TextRun:
    """A part of a line of text in one colour."""

    text: str
    ink: Ink = Ink.TEXT
    strong: bool = False
    agent: int | None = None
    inverse: bool = False
    """Whether the colours of letters and background change places, as for what is selected."""


TextLine = tuple[TextRun, ...]


@dataclass(frozen=True)
class Diagram:
    """Parts from the bottom up, and the same thing as text for terminals and screen readers.

    Lengths are in units, x to the right and y **downwards**, `(0, 0)` at the upper left corner. A
    renderer makes a unit as large as its area allows.
    """

    width: float
    height: float
    parts: tuple[Part, ...]
    text: tuple[TextLine, ...]
    targets: tuple[Target, ...] = ()
    focus: Point | None = None
    """What to keep in view where not everything fits at a readable size."""
    text_focus: int = 0
    """The line of `text` to keep in view."""
    least_unit: float = 0
    """Pixels. Rather than make a unit smaller, a renderer shows only what is around `focus`."""
    description: str = ""


def text_width(text: str, size: float) -> float:
    return LETTER * size * len(text)


class Overlay(StrEnum):
    """An overlay that can be switched on and off; its key is its number."""

    VALUES = "values", "value of each action, for Pac-Man"
    PRINCIPAL_VARIATION = "principal-variation", "moves that the agent expects"
    EXPANDED = "expanded", "states that the search expanded"
    DISTANCE = "distance", "distance to Pac-Man"
    DANGER = "danger", "how close the ghosts are"
    FEATURES = "features", "what each feature adds to the evaluation"
    BEST_MOVE = "best-move", "what should have been played"
    """Only games that were analysed have it."""

    meaning: str

    def __new__(cls, value: str, meaning: str) -> Self:
        overlay = str.__new__(cls, value)
        overlay._value_, overlay.meaning = value, meaning
        return overlay

    @property
    def key(self) -> str:
        """The key that switches it: `1` for the first."""
        return str(list(Overlay).index(self) + 1)

    @property
    def label(self) -> str:
        """What people read: `principal variation`."""
        return self.replace("-", " ")

    @property
    def heading(self) -> str:
        return self.meaning[0].upper() + self.meaning[1:]


BOARD_OVERLAYS = (Overlay.VALUES, Overlay.PRINCIPAL_VARIATION, Overlay.EXPANDED, Overlay.FEATURES)
"""The overlays of other games than Pac-Man."""


def overlays_for(*, analysed: bool) -> tuple[Overlay, ...]:
    """The overlays of a game of Pac-Man."""
    return tuple(each for each in Overlay if analysed or each is not Overlay.BEST_MOVE)


@dataclass(frozen=True)
class Row:
    """A line of a table: a label on the left, a value on the right, and perhaps a bar."""

    label: str
    value: str = ""
    bar: float | None = None
    """Its length as a part of the longest bar, -1 to 1; negative bars go to the left."""
    ink: Ink = Ink.TEXT
    """The colour of the bar; without one, of the value."""
    agent: int | None = None
    """The label has the colour of this agent."""
    strong: bool = False


@dataclass(frozen=True)
class Panel:
    """One table of what an agent thought: a title, rows, and a note below them."""

    title: str
    rows: tuple[Row, ...] = ()
    note: str = ""
    """A sentence or two, to be wrapped."""
    note_ink: Ink = Ink.FAINT
    overlay: Overlay | None = None
    """The overlay that this panel belongs to; None: it is shown with any overlay."""


@dataclass(frozen=True)
class Insight:
    """What an agent thought before a move."""

    agent: int
    heading: str
    """`Pac-Man, alpha_beta, before going east`."""
    panels: tuple[Panel, ...]


@dataclass(frozen=True)
class Card:
    """One agent: its name, its last move, and what its moves cost."""

    agent: int
    seat: str
    """The side that it plays: `ghost 1`, `X`."""
    name: str
    move: str
    """Its last move in words; empty before its first."""
    cost: str
    total: str
    moved_last: bool


@dataclass(frozen=True)
class Board:
    """One game, search tree or the like: what is drawn of it, and what belongs to it alone."""

    scene: Scene | Diagram
    title: str = ""
    """Shown above each of several boards: `alpha_beta against directional_ghost x 2`."""
    score: int | None = None
    verdict: str = ""
    """How the game ended; empty until its end is shown."""
    good: bool = False
    """Whether the verdict is good news for Pac-Man, or whoever plays first."""
    note: str = ""
    """A line about this game for a view that has no room for cards and panels."""
    cards: tuple[Card, ...] = ()
    insight: Insight | None = None
    """What its agent thought; None unless an overlay is on."""
    symbols: tuple[str, ...] = ()
    """The letters that stand for the agents; empty: they look like Pac-Man and ghosts."""
    weight: float = 1
    """How much room it gets beside other boards."""


@dataclass(frozen=True)
class Banner:
    title: str
    lines: tuple[str, ...] = ()
    ink: Ink = Ink.GOOD
    keys: str = ""
    """What the keys do, for a view that doesn't show `Frame.keys` near the banner."""
    touch: tuple[str, ...] = ()
    """The lines where there is no keyboard, if they are others."""


@dataclass(frozen=True)
class Fact:
    """A number or a short text with its name: `step`, `12 of 340`."""

    label: str
    value: str


@dataclass(frozen=True)
class Caption:
    """The text around the boards. What is None or empty isn't shown."""

    players: str
    game: str = ""
    """The layout, the seed, and the round in which agents took over."""
    score: int | None = None
    """The score of the only game; of several games, each board has its own."""
    round: int | None = None
    ply: int | None = None
    food: int | None = None
    """How much food is left; None with several games."""
    facts: tuple[Fact, ...] = ()
    """More numbers, the most important first."""
    words: str = ""
    """A sentence or two that explain what the boards show: a step of a search."""
    status: str = ""
    """`paused`, `6 rounds/s`, `alpha_beta is thinking...`."""
    last_move: str = ""
    """`Pac-Man, alpha_beta: east in 12 ms, 4,500 nodes`."""
    banner: Banner | None = None


@dataclass(frozen=True)
class MarkedMove:
    """A bad move in the timeline; a click on it shows the position before the move."""

    ply: int
    sign: Mark
    words: str
    """`move 31: going east is a blunder, 412 points worse than going north`."""
    ink: Ink


@dataclass(frozen=True)
class TimelineRow:
    scores: tuple[int, ...]
    """The score after 0, 1, 2, … plies, as far as the game was played."""
    events: tuple[Event, ...]
    taken_over: int
    """The ply at which agents took over from others; 0 if none did."""
    values: tuple[float, ...] = ()
    """What Pac-Man could get after 0, 1, 2, … plies: points, or percent if it is the chance of
    winning. Empty unless the game was analysed."""
    marks: tuple[MarkedMove, ...] = ()
    """Pac-Man's bad moves, if the game was analysed."""

    @property
    def curve(self) -> tuple[float, ...]:
        """What to draw: the values if they are known, else the scores."""
        return self.values or self.scores

    @property
    def known(self) -> int:
        return len(self.scores) - 1


@dataclass(frozen=True)
class Timeline:
    """The scores and events of the games, and the current ply."""

    ply: float
    """The current ply; a fraction while agents move."""
    span: int
    """The ply at the right end, at least 1."""
    rows: tuple[TimelineRow, ...] = ()
    """The games; without any, the timeline is a plain line."""
    marks: tuple[int, ...] = ()
    """Plies worth going to, such as the cuts of a search."""

    @property
    def known(self) -> int:
        """The last ply that can be shown."""
        return max((row.known for row in self.rows), default=self.span)


@dataclass(frozen=True)
class Switch:
    """A button that switches an overlay on and off."""

    overlay: Overlay
    is_on: bool

    @property
    def key(self) -> str:
        return self.overlay.key


@dataclass(frozen=True)
class KeyHint:
    """What a key does now. A click on the hint is a press of the key."""

    key: str
    """A key of `KEYS`; empty if the hint stands for several keys."""
    caps: str
    """What to print: `R`, `← ↑ ↓ →`."""
    effect: str
    """What it does, in a few words: `play again`."""


@dataclass(frozen=True)
class SheetRow:
    """A line of a sheet; selected by the arrows or a click."""

    label: str
    text: str = ""


@dataclass(frozen=True)
class Tab:
    agent: int
    game: int
    label: str
    """`ghost 1`; with several games, `ghost 1, game 2`."""
    symbols: tuple[str, ...] = ()
    """The letters that stand for the agents, as in `Board`."""


@dataclass(frozen=True)
class Sheet:
    title: str
    rows: tuple[SheetRow, ...]
    selected: int | None = None
    """The selected row; None where there is nothing to select, as in the help."""
    tabs: tuple[Tab, ...] = ()
    selected_tab: int = 0
    subtitle: str = ""
    scroll: int = 0
    """Without a selection: the first row to show if not all rows fit."""
    hint: str = ""
    problem: str = ""
    aside: bool = False
    """Whether it leaves the boards in sight: they are a preview."""


@dataclass(frozen=True)
class Frame:
    """Everything that can be seen at one moment."""

    boards: tuple[Board, ...]
    caption: Caption
    theme: Theme
    timeline: Timeline | None = None
    switches: tuple[Switch, ...] = ()
    keys: tuple[KeyHint, ...] = ()
    """What the keys do now, the most useful first."""
    sheet: Sheet | None = None
    playing: bool = False
    """Whether time runs: a button shows `pause` then, and `play` otherwise."""
    speed: float = 1
    speed_unit: str = "rounds/s"
    step: str = "ply"
    """What the keys `,` and `.` go back and forth by."""
    jump: str = "round"
    """What the keys `<` and `>` go back and forth by."""
    full_screen: bool = False
    moving: bool = False
    """Whether the next frame will differ even without a key press."""


# Numbers as views show them: values, times, costs.


def short(value: float) -> str:
    """A value in at most four characters, as exactly as possible.

    >>> [short(value) for value in (12.34, -1.55, 512.0, -7.04, 12_345, -0.001, -123_456_789)]
    ['12.3', '-1.6', '512', '-7', '12k', '0', '-big']
    """
    if abs(value) >= LARGEST:
        return "-∞" if value < 0 else "∞"
    for divisor, unit in ((1, ""), (1e3, "k"), (1e6, "M"), (1e9, "G")):
        for digits in (1, 0):
            text = f"{value / divisor:.{digits}f}"
            text = (text.rstrip("0").rstrip(".") if digits else text) + unit
            digits_that_count = text.strip("-0.")
            if not digits_that_count:
                return "0"
            if len(text) <= 4 and digits_that_count != unit:
                return text
    return "-big" if value < 0 else "big"


def short_side_by_side(values: Iterable[float]) -> list[str]:
    """Values that are compared, each as short as possible, but different ones look different.

    >>> short_side_by_side([-1746.3, -1747.2, 12.31, 12.34, 0.001, 0.002, 12_345, 12_345])
    ['-1746', '-1747', '12.31', '12.34', '0', '0', '12k', '12k']
    """
    values = [*values]
    texts = [*map(short, values)]
    for text in set(texts):
        alike = {value for value, each in zip(values, texts, strict=True) if each == text}
        for digits in range(3):
            longer = {value: f"{value:.{digits}f}" for value in alike if abs(value) < 1e6}
            if 1 < len(alike) == len({*longer.values()}):
                texts = [longer.get(value, each) for value, each in zip(values, texts, strict=True)]
                break
    return texts


def exact(value: float) -> str:
    """A value with a few digits.

    >>> [exact(value) for value in (12.3456, -512.0, 1e300, 0.00012)]
    ['12.35', '-512', 'inf', '0.00012']
    """
    if abs(value) >= LARGEST:
        return "-inf" if value < 0 else "inf"
    if abs(value) >= 1e6:
        return f"{value:.3g}"
    if abs(value) >= 0.01 or not value:
        return f"{value:,.2f}".rstrip("0").rstrip(".")
    return f"{value:.2g}"


def duration(seconds: float) -> str:
    """A time to read; empty if it wasn't measured.

    >>> [duration(seconds) for seconds in (0, 0.00001, 0.0034, 0.123, 12, 600)]
    ['', '0.01 ms', '3.4 ms', '123 ms', '12.0 s', '10:00']
    """
    if not seconds:
        return ""
    if seconds >= 60:
        return f"{int(seconds // 60)}:{int(seconds % 60):02}"
    if seconds >= 1:
        return f"{seconds:.1f} s"
    digits = 0 if seconds >= 0.01 else 1 if seconds >= 0.001 else 2
    return f"{1000 * seconds:.{digits}f} ms"


def cost(seconds: float, nodes: int | None) -> str:
    """Time and nodes, in words.

    >>> cost(0.0123, 4500), cost(0, 1), cost(61.5, None), cost(0, None)
    ('12 ms, 4,500 nodes', '1 node', '1:01', '')
    """
    counted = f"{nodes:,} node{'' if nodes == 1 else 's'}" if nodes else ""
    return ", ".join(filter(None, (duration(seconds), counted)))


def largest_features(features: Mapping[str, float], most: int) -> str:
    """The `most` features with the largest contributions, in a line.

    >>> largest_features({"score": 12, "food_left": -30.2, "nothing": 0}, 2)
    'food_left -30   score 12'
    """
    largest = sorted(features.items(), key=lambda term: -abs(term[1]))[:most]
    return "   ".join(f"{name} {short(value)}" for name, value in largest)
