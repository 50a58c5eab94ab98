"""A session in which a person draws a layout."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from pacgrid.layout import Layout, LayoutError
from pacgrid.layout_check.finding import Severity
from pacgrid.session.choice_sheet import ChoiceSheet
from pacgrid.session.editor_files import EditorFiles
from pacgrid.session.editor_frames import EditorFrames
from pacgrid.session.editor_palette import BRUSHES, FIRST_FINDING, TARGETS
from pacgrid.session.frame import Frame, SheetRow
from pacgrid.session.gesture import Gesture
from pacgrid.session.help_sheet import HelpSheet, SheetSlot
from pacgrid.session.key_commands import KEYS
from pacgrid.session.layout_editor import LayoutEditor, Tool
from pacgrid.session.layout_files import LayoutFiles
from pacgrid.session.next_action import NextAction
from pacgrid.session.settings import PLAYER_SPEED, Settings
from pacgrid.session.value_sheet import SheetValue, ValueSheet

MENU = (
    ("S", "save"),
    ("A", "save as another file"),
    ("G", "get another layout: a file, or a shipped one"),
    ("N", "new maze, from a style and a seed"),
    ("T", "try it: play or watch a game on it"),
    ("K", "columns and rows: add or remove some at the cursor"),
    ("U", "use the position in an assignment"),
    ("X", "go to the next place where something is wrong"),
    ("?", "help: all keys"),
    ("Q", "close"),
)
"""What is done with the whole layout; Enter shows it as a menu."""
HELP = (
    ("← ↑ → ↓", "move the cursor; Home, End, Page up, Page down: to a side"),
    ("W  .  O  E", "draw with walls, food, capsules, empty cells"),
    ("P  1-9", "draw with Pac-Man, ghost 1 to 9; each is there only once"),
    ("space", "draw at the cursor"),
    ("D", "draw as the cursor moves"),
    ("R", "draw rectangles: space at two corners, or drag"),
    ("F", "fill areas: space, or click"),
    ("I", "draw with what is under the cursor"),
    ("M", "mirror: also draw left and right, or after half a turn"),
    ("click, drag", "draw; the second button draws empty cells"),
    ("Z  Y", "undo, redo"),
    ("Enter", "menu"),
    *MENU[:-2],
    ("C", "colours for the colour-blind"),
    ("L", "light or dark background"),
    ("F11", "full screen"),
    ("?  F1", "this help"),
    ("Esc  Q", "drop the tool; close"),
)
"""What the keys do."""
REST = 0.2
"""Seconds without a change after which the board is checked."""
_FAR = 1000
_MOVES = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
    "home": (-_FAR, 0),
    "end": (_FAR, 0),
    "page_up": (0, -_FAR),
    "page_down": (0, _FAR),
}
"""Columns to the right, and rows down."""
_TOOLS: dict[str, Callable[[LayoutEditor], None]] = {
    " ": LayoutEditor.draw_here,
    "d": LayoutEditor.lower_pen,
    "r": partial(LayoutEditor.use, tool=Tool.RECTANGLE),
    "f": partial(LayoutEditor.use, tool=Tool.FILL),
    "i": LayoutEditor.pick,
    "m": LayoutEditor.next_mirror,
    "z": LayoutEditor.undo,
    "y": LayoutEditor.redo,
    "x": LayoutEditor.go_to_next_finding,
}
_REPEATED = frozenset({*_MOVES, "z", "y"})
_OTHER_KEYS = {"%": "w", "backspace": "e", "f1": "?", "h": "?", "q": "escape"}
"""Keys that do the same as others."""


class EditorSession:
    """Draws, checks and saves a layout. Nothing is drawn on a screen here.

    Args:
        source: as in `LayoutFiles.read`; without one, an empty board.

    Raises LayoutError if it can't be read.
    """

    person_plays = True
    steering = False
    busy = False

    def __init__(self, source: str = "", *, settings: Settings | None = None) -> None:
        self.settings = settings or Settings(PLAYER_SPEED)
        self.sheets = SheetSlot()
        self._files = EditorFiles.opened(source, LayoutFiles(), self.sheets)
        self.editor: LayoutEditor = self._files.editor
        self.layout: Layout | None = None
        """What the person wants to play on."""
        self._next_action: NextAction | None = None
        self._rested = 0.0
        self._frames = EditorFrames(self._files)

    @property
    def next_action(self) -> NextAction | None:
        """What follows the session; None until it is over. Whoever sets `QUIT`, such as a window
        that is closed, closes the session only if everything is saved: else the person is asked."""
        return self._next_action

    @next_action.setter
    def next_action(self, action: NextAction | None) -> None:
        if action is NextAction.QUIT:
            self._files.leave(then=partial(setattr, self, "_next_action", action))
        else:
            self._next_action = action

    def resume(self) -> None:
        """Go on drawing, after a game."""
        self.layout = self._next_action = None

    @property
    def unsaved(self) -> str | None:
        """The drawing, if it isn't saved."""
        return None if self._files.is_saved else str(self.editor.board)

    @property
    def path(self) -> Path | None:
        """The file that the drawing belongs to."""
        return self.editor.path

    def frame(self) -> Frame:
        """What to show now."""
        return self._frames.frame(self.settings, self.sheets.shown)

    def advance(self, seconds: float) -> None:
        """Let time pass: a drawing that rests is checked."""
        self._rested += seconds
        if self._rested >= REST:
            self.editor.check()

    def press(self, key: str, *, repeated: bool = False) -> None:
        """Handle a key; `repeated` if it is auto-repeat of a key held down."""
        before = self.editor.board
        if not self.sheets.press(key, repeated=repeated):
            if repeated and key not in _REPEATED:
                return
            self.editor.end_stroke()
            self._press(_OTHER_KEYS.get(key, key))
        if self.editor.board is not before:
            self._rested = 0

    def seek(self, ply: int) -> None:
        """There is no timeline."""

    def choose_target(self, number: int) -> None:
        """A mark, a tool or a finding was clicked. It may be gone by now."""
        findings = self.editor.found.findings
        if self.sheets.open:
            return
        if 0 <= number < len(TARGETS):
            self.press(TARGETS[number])
        elif 0 <= number - FIRST_FINDING < len(findings):
            self.editor.go_to(self.editor.cell_of(findings[number - FIRST_FINDING]))

    def paint(self, cell: int, gesture: Gesture) -> None:
        """A pointer draws there."""
        if not self.sheets.open:
            self.editor.touch(cell, gesture)
            self._rested = 0

    def close(self) -> None:
        """There is nothing to end."""

    def _press(self, key: str) -> None:
        editor = self.editor
        if key in _MOVES:
            editor.move(*_MOVES[key])
        elif key in BRUSHES:
            editor.brush = BRUSHES[key][0]
        elif tool := _TOOLS.get(key):
            tool(editor)
        else:
            self._press_for_layout(key)

    def _press_for_layout(self, key: str) -> None:
        """Handle a key that doesn't draw."""
        files = self._files
        match key:
            case "enter":
                rows = [SheetRow(*row) for row in MENU]
                self.sheets.open = ChoiceSheet("Layout", rows, self._choose)
            case "s":
                files.save()
            case "a":
                files.save_as()
            case "g":
                files.open_other()
            case "n":
                files.new()
            case "u":
                files.use_in_assignment()
            case "k":
                self.sheets.open = self._size_sheet()
            case "t":
                self._play()
            case "?":
                self.sheets.open = HelpSheet(HELP)
            case "escape" if self.editor.has_tool:
                self.editor.drop_tool()
            case "escape":
                self.next_action = NextAction.QUIT
            case "f11" | "c" | "l":
                self.settings.change(KEYS[key])

    def _choose(self, row: int) -> None:
        key = MENU[row][0].lower()
        self._press(_OTHER_KEYS.get(key, key))

    def _play(self) -> None:
        """Have a game played on what is drawn, if it can be."""
        editor = self.editor
        try:
            self.layout = editor.layout(self._files.name)
            self._next_action = NextAction.NEXT_GAME
        except LayoutError as error:
            wrong = (f for f in editor.check().findings if f.severity is Severity.WRONG)
            if first := next(wrong, None):
                editor.go_to(editor.cell_of(first))
            editor.message = f"can't be played yet: {error}"

    def _size_sheet(self) -> ValueSheet:
        """Columns and rows, added and removed at the cursor."""
        editor = self.editor

        def change(step: int, *, column: bool) -> None:
            editor.resize(column=column, larger=step > 0)

        values = (
            SheetValue("Columns", lambda: str(editor.board.width), partial(change, column=True)),
            SheetValue("Rows", lambda: str(editor.board.height), partial(change, column=False)),
        )
        return ValueSheet("Columns and rows, at the cursor", values, "Done")
