"""What a person asks of files in the editor of layouts: save, save as, get another, leave."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Self

from pacgrid.layout import Layout, LayoutError
from pacgrid.layout_check.finding import Severity
from pacgrid.maze_generator.maze_name import is_maze_name
from pacgrid.session.assignment_position import add_position_test
from pacgrid.session.choice_sheet import ChoiceSheet
from pacgrid.session.draft_board import DraftBoard
from pacgrid.session.frame import SheetRow
from pacgrid.session.help_sheet import SheetSlot
from pacgrid.session.layout_editor import LayoutEditor
from pacgrid.session.layout_files import FIRST_SIZE, SUFFIX, LayoutFiles, layout_files
from pacgrid.session.maze_sheet import NewBoard
from pacgrid.session.text_sheet import TextSheet

FIRST_NAME = "my"
Then = Callable[[], object]


class EditorFiles:
    """Asks before anything is lost: a drawing that isn't saved, or what is in another file.

    Args:
        board, path: as `LayoutFiles.read` gives them.
        name: what the layout is called as long as it has no file.
        sheets: where it asks.
    """

    def __init__(
        self, board: DraftBoard, path: Path | None, name: str, files: LayoutFiles, sheets: SheetSlot
    ) -> None:
        self.editor = LayoutEditor(board, path)
        self._files = files
        self._sheets = sheets
        self._name = name
        self._first = board
        """What the drawing was when it had no file yet."""

    @classmethod
    def opened(cls, source: str, files: LayoutFiles, sheets: SheetSlot) -> Self:
        """The files of an editor that begins with `source`. Raises LayoutError."""
        board, path = files.read(source) if source else (DraftBoard.empty(*FIRST_SIZE), None)
        return cls(board, path, _name_of(source), files, sheets)

    @property
    def name(self) -> str:
        """What the layout is called: that of its file, without its suffix."""
        return self.editor.path.stem if self.editor.path else self._name

    @property
    def is_saved(self) -> bool:
        """Whether nothing would be lost. What is as it was opened or made needs no file."""
        editor = self.editor
        if editor.path and self._files.is_saved(editor.board, editor.path):
            return True
        return editor.board == self._first and not (editor.path and editor.path.exists())

    def save(self, then: Then = lambda: None) -> None:
        """Save the drawing in its file; ask for one if it has none. Then do `then`."""
        path = self.editor.path
        if path is None:
            self.save_as(then)
        elif self._files.would_lose(path):
            self._ask_to_overwrite(path, then)
        else:
            self._try_to_write(path, then)

    def save_as(self, then: Then = lambda: None) -> None:
        """Ask for a file, and save the drawing there."""
        path = self.editor.path or Path(f"{self._name}{SUFFIX}")

        def take(text: str) -> None:
            path = Path(text)
            path = path if path.suffix or not path.name else path.with_suffix(SUFFIX)
            if self._files.would_lose(path):
                self._ask_to_overwrite(path, then)
            else:
                self._write(path, then)

        self._sheets.open = TextSheet("Save as", str(path), take)

    def open_other(self) -> None:
        """Ask which layout to draw on, once the drawing is saved or given up."""
        self._ask_to_save(self._choose_layout)

    def new(self) -> None:
        """Make a new board, once the drawing is saved or given up."""
        self._ask_to_save(self._make)

    def leave(self, then: Then) -> None:
        """Do `then`, once the drawing is saved or given up."""
        self._ask_to_save(then)

    def use_in_assignment(self) -> None:
        """Ask for a file, and add the position to it as a test."""
        editor = self.editor
        title, board = self.name, str(editor.board)

        def take(text: str) -> None:
            path = Path(text)
            add_position_test(path, board, title)
            editor.message = f"added a test to {path}; see its points there"

        subtitle = "A file with tests, or an assignment: the position is added to its last question"
        self._sheets.open = TextSheet("Use the position", f"{title}.toml", take, subtitle)

    def _ask_to_save(self, then: Then) -> None:
        if self.is_saved:
            then()
            return
        answers: dict[str, Then] = {
            "save": partial(self.save, then),
            "don't save": then,
            "go on drawing": lambda: None,
        }
        self._ask(f"Save {self.editor.path or 'the layout'}?", answers)

    def _ask_to_overwrite(self, path: Path, then: Then) -> None:
        answers: dict[str, Then] = {
            "choose another name": partial(self.save_as, then),
            "overwrite it": partial(self._try_to_write, path, then),
            "go on drawing": lambda: None,
        }
        self._ask(f"{path} has something else in it", answers)

    def _ask(self, title: str, answers: dict[str, Then]) -> None:
        chosen = [*answers.values()]
        rows = [SheetRow(answer) for answer in answers]
        self._sheets.open = ChoiceSheet(title, rows, lambda row: chosen[row]())

    def _try_to_write(self, path: Path, then: Then) -> None:
        try:
            self._write(path, then)
        except LayoutError as error:
            self.editor.message = f"{error}; A saves elsewhere"

    def _write(self, path: Path, then: Then) -> None:
        """Raises LayoutError."""
        editor = self.editor
        self._files.write(editor.board, path)
        editor.path = path
        wrong = sum(f.severity is Severity.WRONG for f in editor.check().findings)
        draft = f" as a draft: {wrong} {'things' if wrong > 1 else 'thing'} wrong" if wrong else ""
        editor.message = f"saved {path}{draft}"
        then()

    def _make(self) -> None:
        path = self.editor.path
        path = None if path and path.exists() else path

        def done() -> None:
            self._name = FIRST_NAME

        self._sheets.open = NewBoard(self.editor, path, FIRST_SIZE, done).sheet()

    def _choose_layout(self) -> None:
        folders = {Path(), self.editor.path.parent if self.editor.path else Path()}
        names = [name for folder in sorted(folders) for name in layout_files(folder)]
        rows = [SheetRow("a name or a path"), *(SheetRow(name, "file") for name in names)]
        shipped = Layout.shipped()
        rows += (SheetRow(name, "shipped") for name in shipped)

        def choose(row: int) -> None:
            if row:
                self._open_or_say([*names, *shipped][row - 1])
            else:
                self._sheets.open = TextSheet("Get a layout", "", self._open)

        self._sheets.open = ChoiceSheet("Get a layout", rows, choose)

    def _open_or_say(self, source: str) -> None:
        try:
            self._open(source)
        except LayoutError as error:
            self.editor.message = str(error)

    def _open(self, source: str) -> None:
        """Raises LayoutError."""
        board, path = self._files.read(source)
        self.editor.begin(board, path)
        self._first, self._name = board, _name_of(source)


def _name_of(source: str) -> str:
    """What to call a layout that has no file."""
    return FIRST_NAME if not source or is_maze_name(source) else Path(source).stem
