"""A frame: everything that can be seen and heard at one moment, as immutable data.

A session yields frames and renderers draw them. Parts that don't change from one frame to the next
are the same objects wherever that is cheap, so a renderer can keep what it drew.
"""

from dataclasses import dataclass
from enum import StrEnum

from pacgrid.analysis.game_analysis import Mark
from pacgrid.session.diagram import Diagram
from pacgrid.session.scene import Event, EventKind, Scene
from pacgrid.session.themes import Ink, Theme


class Overlay(StrEnum):
    """An overlay that can be switched on and off; its key is its number."""

    VALUES = "values"
    PRINCIPAL_VARIATION = "principal-variation"
    EXPANDED = "expanded"
    DISTANCE = "distance"
    DANGER = "danger"
    FEATURES = "features"
    BEST_MOVE = "best-move"
    """Only games that were analysed have it."""

    @property
    def key(self) -> str:
        """The key that switches it: `1` for the first."""
        return str(list(Overlay).index(self) + 1)

    @property
    def label(self) -> str:
        """What people read: `principal variation`."""
        return self.value.replace("-", " ")

    @property
    def meaning(self) -> str:
        """What it shows, in words."""
        return _MEANINGS[self]

    @property
    def heading(self) -> str:
        """What it shows, as a heading."""
        return self.meaning[0].upper() + self.meaning[1:]


_MEANINGS = {
    Overlay.VALUES: "value of each action, for Pac-Man",
    Overlay.PRINCIPAL_VARIATION: "moves that the agent expects",
    Overlay.EXPANDED: "states that the search expanded",
    Overlay.DISTANCE: "distance to Pac-Man",
    Overlay.DANGER: "how close the ghosts are",
    Overlay.FEATURES: "what each feature adds to the evaluation",
    Overlay.BEST_MOVE: "what should have been played",
}


def overlays_for(*, analysed: bool) -> tuple[Overlay, ...]:
    """The overlays that a game has."""
    return tuple(each for each in Overlay if analysed or each is not Overlay.BEST_MOVE)


BOARD_OVERLAYS = (
    Overlay.VALUES,
    Overlay.PRINCIPAL_VARIATION,
    Overlay.EXPANDED,
    Overlay.FEATURES,
)


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
    """Which side it plays: `ghost 1`, `X`."""
    name: str
    move: str
    """Its last move in words; empty before its first."""
    cost: str
    """What the last move cost: `12 ms, 4,500 nodes`."""
    total: str
    """What all its moves cost."""
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
    """Large text over the boards."""

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
    """The ply of the position before the move."""
    sign: Mark
    words: str
    """`move 31: going east is a blunder, 412 points worse than going north`."""
    ink: Ink


@dataclass(frozen=True)
class TimelineRow:
    """One game in the timeline."""

    scores: tuple[int, ...]
    """The score after 0, 1, 2, … plies, as far as the game was played."""
    events: tuple[Event, ...]
    taken_over: int
    """The ply at which agents took over from others; 0 if none did."""
    values: tuple[float, ...] = ()
    """What Pac-Man could get after 0, 1, 2, … plies: points, or percent if it is the chance of
    winning. Empty unless the game was analysed."""
    marks: tuple[MarkedMove, ...] = ()
    """Pac-Man's bad moves, or all agents', if the game was analysed."""
    least_height: float = 50
    """What the height of the curve stands for at least."""

    @property
    def curve(self) -> tuple[float, ...]:
        """What to draw: the values if they are known, else the scores."""
        return self.values or self.scores

    @property
    def known(self) -> int:
        """The last ply that was played."""
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
    """Which agent the sheet is about."""

    agent: int
    game: int
    label: str
    """`ghost 1`; with several games, `ghost 1, game 2`."""
    symbols: tuple[str, ...] = ()
    """The letters that stand for the agents, as in `Board`."""


@dataclass(frozen=True)
class Sheet:
    """What lies over the boards: the help, or a menu."""

    title: str
    rows: tuple[SheetRow, ...]
    selected: int | None = None
    """The selected row; None where there is nothing to select, as in the help."""
    tabs: tuple[Tab, ...] = ()
    selected_tab: int = 0
    subtitle: str = ""
    """The line below the title and the tabs."""
    scroll: int = 0
    """Without a selection: the first row to show if not all rows fit."""
    hint: str = ""
    """What the keys do here."""
    problem: str = ""
    """Why what a person wanted can't be done."""
    aside: bool = False
    """Whether it leaves the boards in sight: they are a preview."""


@dataclass(frozen=True)
class Frame:
    """Everything that can be seen and heard at one moment."""

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
    typing: bool = False
    """Whether letters are text or commands of the session: a view may not use any for itself."""
    sounds: tuple[EventKind, ...] = ()
    """The sounds of what happened since the last frame; `NOTES` has their tunes."""
    moving: bool = False
    """Whether the next frame will differ even without a key press."""
