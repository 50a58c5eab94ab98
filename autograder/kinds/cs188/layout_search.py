"""Finds the layouts that test cases name."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pacgrid.common.files import leads_out
from pacgrid.layout import Layout, LayoutError, layout_notes

from .parser import CaseFile

_LEVELS = 3
"""How many folders above the test cases may have layouts."""


@dataclass(frozen=True)
class LayoutSearch:
    """Where layouts are looked for: in the folder of the test cases and in
    those above it, then among the shipped ones."""

    test_cases: Path
    note: Callable[[str], None]

    def load(self, test: CaseFile, key: str) -> Layout:
        """The layout that `test` names under `key`. Raises TestCaseError."""
        name = test.text(key).removesuffix(".lay")
        files = self._files(name)
        folder, found = next(filter(_is_there, files), (None, None))
        if found and folder and leads_out(found, folder):
            message = f"{found}: a link leads out of {folder}; put the file itself there"
            raise test.error(key, message)
        if not (found or name in Layout.shipped()):
            message = (
                f"no layout {name!r:.60}; put {name:.60}.lay into layouts/ beside the test cases"
            )
            raise test.error(key, message)
        try:
            with layout_notes(self.note):
                return Layout.load(found or name, lenient=True)
        except LayoutError as error:
            raise test.error(key, str(error)) from None

    def _files(self, name: str) -> Iterator[tuple[Path, Path]]:
        """Where the layout may be: a folder, and a file in it."""
        folder = self.test_cases.resolve()
        for each in (folder, *folder.parents[:_LEVELS]):
            for file in (each / "layouts" / f"{name}.lay", each / f"{name}.lay"):
                yield each, file


def _is_there(place: tuple[Path, Path]) -> bool:
    return os.path.isfile(place[1])  # noqa: PTH113 - also takes long names
