"""The files that layouts are read from and saved to."""

import errno
import os
from pathlib import Path

from pacgrid.common.files import atomic_write, read_regular_file
from pacgrid.layout import MAX_BYTES, Layout, LayoutError, layout_text
from pacgrid.maze_generator.maze_name import is_maze_name
from pacgrid.session.draft_board import DraftBoard

SUFFIX = ".lay"
FIRST_SIZE = 21, 11
"""Columns and rows of an empty board."""


class LayoutFiles:
    """Reads and writes boards, and knows what it has read and written."""

    def __init__(self) -> None:
        self._boards: dict[Path, DraftBoard] = {}
        self._texts: dict[Path, bytes] = {}

    def read(self, source: str) -> tuple[DraftBoard, Path | None]:
        """The board of that name or in that file, however defective; and the file it belongs to.

        Shipped layouts and mazes from a seed belong to no file. A `.lay` file that isn't there has
        an empty board. Raises LayoutError.
        """
        if is_maze_name(source):
            return DraftBoard.of(Layout.load(source).rows), None
        path = Path(source)
        if path.suffix == SUFFIX and _is_missing(path):
            return DraftBoard.empty(*FIRST_SIZE), path
        text, name = layout_text(source)
        board = DraftBoard.read(text, name)
        if source in Layout.shipped():
            return board, None
        self._boards[path], self._texts[path] = board, read_regular_file(path, MAX_BYTES)
        return board, path

    def is_saved(self, board: DraftBoard, path: Path) -> bool:
        """Whether the board is as it was read from the file, or written to it, last."""
        return self._boards.get(path) == board

    def would_lose(self, path: Path) -> bool:
        """Whether the file has something in it that wasn't read from it, or written to it, here."""
        try:
            return read_regular_file(path, MAX_BYTES) != self._texts.get(path)
        except FileNotFoundError:
            return False
        except OSError:
            return os.path.isfile(path)  # noqa: PTH113 - also takes long names

    def write(self, board: DraftBoard, path: Path) -> None:
        """Save the board, whole or not at all, whatever is wrong with it. Raises LayoutError."""
        text = f"{board}\n"
        write_text(path, text)
        self._boards[path], self._texts[path] = board, text.encode()


def _is_missing(path: Path) -> bool:
    """Whether there is no such file; not if that can't be known, so that reading it says why."""
    try:
        return not path.exists()
    except OSError:
        return False


def write_text(path: Path, text: str) -> None:
    """Write a file, whole or not at all; not one that is read-only. Raises LayoutError."""
    try:
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, "it is read-only", path)
        atomic_write(path, text)
    except OSError as error:
        raise LayoutError(f"{path}: can't be saved: {error.strerror}") from None
    except ValueError:
        raise LayoutError(f"{str(path)!r} is not a valid file name") from None


def layout_files(folder: Path) -> list[str]:
    """The layouts in a folder, sorted."""
    return sorted(str(path) for path in folder.glob(f"*{SUFFIX}") if path.is_file())
