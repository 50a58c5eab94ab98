"""Builds the frames of the editor of layouts."""

from functools import lru_cache

from pacgrid.layout_check.check import LayoutCheck
from pacgrid.layout_check.finding import Severity
from pacgrid.session.diagram import Diagram
from pacgrid.session.editor_files import EditorFiles
from pacgrid.session.editor_palette import finding_text, mark_name, palette
from pacgrid.session.editor_scene import editor_scene
from pacgrid.session.frame import Board, Caption, Fact, Frame, KeyHint, Sheet
from pacgrid.session.layout_editor import Tool
from pacgrid.session.settings import Settings

BOARD_WEIGHT = 2.2
"""How much more room the board gets than what stands beside it."""
_EFFECTS = {Tool.PENCIL: "draw", Tool.RECTANGLE: "corner", Tool.FILL: "fill"}
"""What the space key does, by tool."""


class EditorFrames:
    """Builds the frames of what is drawn."""

    def __init__(self, files: EditorFiles) -> None:
        self._files = files
        self._editor = files.editor
        self._palette = lru_cache(maxsize=2)(self._new_palette)

    def frame(self, settings: Settings, sheet: Sheet | None) -> Frame:
        """What to show now, over which `sheet` may lie."""
        editor = self._editor
        scene = editor_scene(editor, cursor=not (sheet and sheet.aside))
        look = editor.brush, editor.tool, editor.pen_down, editor.symmetry
        return Frame(
            boards=(
                Board(scene, self._title, weight=BOARD_WEIGHT, painted=True),
                Board(self._palette(editor.found, *look), "draw with"),
            ),
            caption=self._caption(),
            keys=() if sheet else self._keys(),
            sheet=sheet,
            theme=settings.theme,
            full_screen=settings.full_screen,
            typing=True,
        )

    @property
    def _title(self) -> str:
        files = self._files
        name = str(files.editor.path or f"{files.name}, without a file yet")
        return name if files.is_saved else f"{name}, not saved"

    def _caption(self) -> Caption:
        editor = self._editor
        column, row = editor.board.column_and_row(editor.cursor)
        under = mark_name(editor.board.marks[editor.cursor])
        return Caption(
            players=f"{self._files.name}{'' if self._files.is_saved else ' *'}",
            facts=(
                Fact("draws", mark_name(editor.brush)),
                Fact("line", str(row + 1)),
                Fact("column", str(column + 1)),
                Fact("on", under),
            ),
            words=self._words(),
            status=editor.message,
            last_move=f"{row + 1}:{column + 1} {under}",
        )

    def _words(self) -> str:
        """What is wrong or odd at the cursor; else the first of the worst."""
        editor, severities = self._editor, [*Severity]
        findings = sorted(editor.found.findings, key=lambda each: severities.index(each.severity))
        here = (each for each in findings if editor.cell_of(each) == editor.cursor)
        shown = next(here, next(iter(findings), None))
        return finding_text(shown) if shown else "The layout can be played."

    def _keys(self) -> tuple[KeyHint, ...]:
        editor = self._editor
        return (
            KeyHint(" ", "space", _EFFECTS[editor.tool]),
            KeyHint("enter", "Enter", "menu"),
            KeyHint("z", "Z", "undo"),
            KeyHint("y", "Y", "redo"),
            KeyHint("s", "S", "save"),
            KeyHint("t", "T", "try it"),
            KeyHint("x", "X", "next problem"),
            KeyHint("escape", "Esc", "drop the tool" if editor.has_tool else "close"),
            KeyHint("?", "?", "help"),
        )

    def _new_palette(self, _found: LayoutCheck, *_look: object) -> Diagram:
        return palette(self._editor)
