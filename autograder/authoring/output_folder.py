"""A folder of files that a command writes."""

from collections.abc import Mapping
from pathlib import Path

from pacgrid.common.files import atomic_file
from pacgrid.errors import PacgridError


class FolderError(PacgridError):
    """Files that can't be written to their folder."""


def check_is_folder(folder: Path) -> None:
    """Raises FolderError if something else is there."""
    if folder.exists() and not folder.is_dir():
        raise FolderError(f"{folder}: is not a folder; name another one")


def write_folder(folder: Path, files: Mapping[str, bytes], *, force: bool = False) -> None:
    """Writes `files`, by their paths relative to `folder`, and creates folders as needed.

    Each file is written whole or not at all. Raises FolderError if a file exists and `force` is
    false, or a file can't be written.
    """
    check_is_folder(folder)
    paths = {folder / name: content for name, content in files.items()}
    if not force and (existing := [path for path in paths if path.exists()]):
        raise FolderError(f"{existing[0]}: exists; choose another folder, or add --force")
    for path, content in paths.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_file(path) as file:
                file.write_bytes(content)
        except OSError as error:
            raise FolderError(f"{path}: can't be written: {error.strerror}") from None
