from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from pacgrid.cli.grading_watch import SavedFiles


def pauses(*steps: Callable[[], object]) -> Callable[[], None]:
    """A pause in which the next of `steps` happens; after the last, the test has waited in vain."""
    left: Iterator[Callable[[], object]] = iter(steps)

    def pause() -> None:
        next(left)()

    return pause


def nothing() -> None:
    pass


@pytest.mark.parametrize("name", ["agent.py", "beside.py"])
def test_it_waits_until_a_file_or_one_beside_it_is_saved(tmp_path: Path, name: str) -> None:
    (tmp_path / "agent.py").write_text("")
    save = partial(Path.write_text, (tmp_path / name), "x = 1")
    files = SavedFiles([tmp_path / "agent.py"], pauses(nothing, save, nothing))
    files.wait()
    assert not files.have_changed


def test_a_file_that_an_editor_replaces_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text("")
    save = partial(Path.write_text, file, "x = 1")
    SavedFiles([file], pauses(file.unlink, nothing, nothing, save, nothing)).wait()
    assert file.exists()


def test_files_in_folders_count_and_other_files_do_not(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    other = partial(Path.write_text, (tmp_path / "notes.txt"), "x")
    save = partial(Path.write_text, (tmp_path / "deep" / "agent.py"), "x = 1")
    SavedFiles([tmp_path], pauses(other, nothing, save, nothing)).wait()
    with pytest.raises(StopIteration):
        SavedFiles([tmp_path], pauses(other)).wait()
