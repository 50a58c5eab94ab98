"""Layouts and test cases of a course, as files of ours."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pacgrid.common.files import leads_out
from pacgrid.errors import PacgridError
from pacgrid.layout import Layout, LayoutError, layout_notes

from ..assignments.case_folder import load_test_cases
from ..kinds.cs188.own_board import own_layout
from ..kinds.cs188.own_names import NoCounterpartError
from .conversion import Conversion


class ConversionError(PacgridError):
    """Files that can't be converted."""


@dataclass
class ConvertedFiles:
    """Files of ours, made from those of a course."""

    files: dict[str, bytes] = field(default_factory=dict)
    """By the name."""
    notes: list[str] = field(default_factory=list)
    """What was mended, or has no counterpart: a line each."""

    def add(self, path: Path, layouts: Path | None = None) -> None:
        """Adds the layout `path`, or what is in that folder: layouts, test cases, or the folders
        `layouts` and `test_cases` of a course. Test cases may also name `layouts`.

        Raises ConversionError, LayoutError, TestCaseError or AssignmentError.
        """
        if not path.is_dir():
            self._add_layout(path)
            return
        found = list(_layouts(path))
        for each in found:
            try:
                if leads_out(each, path):
                    raise ConversionError(
                        f"{each}: a link leads out of {path}; put the file itself there"
                    )
                self._add_layout(each)
            except (LayoutError, ConversionError) as error:
                self.notes.append(f"left out: {error}")
        cases = next(filter(_has_test_cases, (path / "test_cases", path)), None)
        if cases:
            conversion = Conversion.of(load_test_cases(cases, layouts, note=self.notes.append))
            self.notes += conversion.notes
            for name, content in conversion.files.items():
                self._add_file(name, content)
        if not (found or cases):
            raise ConversionError(f"{path}: has neither layouts (.lay) nor test cases (CONFIG)")

    def _add_layout(self, path: Path) -> None:
        with layout_notes(self.notes.append):
            layout = Layout.load(path, lenient=True)
        try:
            own = own_layout(layout)
        except NoCounterpartError as error:
            raise ConversionError(f"{path}: {error}") from None
        if own != layout:
            self.notes.append(f"{path}: left out: food that Pac-Man can't reach")
        self._add_file(f"{path.stem}.lay", f"{own}\n".encode())

    def _add_file(self, name: str, content: bytes) -> None:
        if self.files.setdefault(name, content) != content:
            raise ConversionError(f"two files would be called {name}; convert them separately")


def _layouts(folder: Path) -> Iterator[Path]:
    for each in (folder, folder / "layouts"):
        yield from sorted(each.glob("*.lay"))


def _has_test_cases(folder: Path) -> bool:
    return (folder / "CONFIG").is_file() or any(folder.glob("*/CONFIG"))
