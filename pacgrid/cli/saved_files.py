"""Notices when files are saved."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

_PAUSE = 0.2
"""Seconds between two looks at the files."""

_SUFFIXES = (".py", ".test", ".solution", ".lay")

_Snapshot = dict[Path, tuple[int, int]]


class SavedFiles:
    """The Python files, assignments, test cases and layouts at `paths`: files with what is beside
    them, and folders. `pause` is called between two looks at them."""

    def __init__(
        self, paths: Iterable[Path], pause: Callable[[], None] = lambda: time.sleep(_PAUSE)
    ) -> None:
        self._paths = list(paths)
        self._pause = pause
        self._seen = self._snapshot()

    @property
    def have_changed(self) -> bool:
        """Whether one has changed since the last `wait`."""
        return self._snapshot() != self._seen

    def wait(self) -> None:
        """Wait until one has changed, all that are named are there, and nothing changes any more:
        an editor may delete a file before it writes it again."""
        while not self.have_changed:
            self._pause()
        before, now = self._seen, self._snapshot()
        while now != before or not all(path.exists() for path in self._paths):
            self._pause()
            before, now = now, self._snapshot()
        self._seen = now

    def _snapshot(self) -> _Snapshot:
        """For each file, when it was changed, and its size."""
        found: _Snapshot = {}
        for path in self._files():
            with suppress(OSError):
                status = path.stat()
                found[path] = (status.st_mtime_ns, status.st_size)
        return found

    def _files(self) -> Iterator[Path]:
        for path in self._paths:
            if path.is_dir():
                yield from (file for file in path.rglob("*") if _is_read(file))
            else:
                yield path
                yield from path.parent.glob("*.py")


def _is_read(file: Path) -> bool:
    """Whether a grade may depend on this file of a folder."""
    return file.suffix in _SUFFIXES or file.name == "CONFIG"
