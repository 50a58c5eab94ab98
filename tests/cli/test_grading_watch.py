import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers.grading import GOES_WEST, TINY, replace_workers, write
from pacgrid.cli import app, grading
from pacgrid.cli.grading import SavedFiles

MINIMAX = f"{GOES_WEST}\nclass Minimax(Reflex):\n    def __init__(self, **_):\n        pass\n"


@pytest.fixture
def watch(tmp_path, monkeypatch):
    """Watches agent.py while these texts are saved, and returns what each grading shows."""
    replace_workers(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def watch(*texts, options=(), assignment=TINY):
        write(tmp_path, assignment, "tiny.toml")
        write(tmp_path, texts[0])
        left = iter(texts[1:])

        def pause(_):
            if getattr(pause, "is_saving", False):
                pause.is_saving = False  # nothing changes while it is looked at again
                return
            if (text := next(left, None)) is None:
                raise KeyboardInterrupt
            Path("agent.py").write_text(f"{text}# {len(text)}\n")
            pause.is_saving = True

        monkeypatch.setattr(grading.time, "sleep", pause)
        arguments = ["grade", "agent.py", "-a", "tiny.toml", "-j", "1", "--sandbox", "process"]
        result = CliRunner().invoke(app, [*arguments, "--watch", *options])
        assert result.exit_code == 0, result.output
        return result.stdout.split("waiting for a file to be saved; Ctrl-C stops")

    return watch


def points(shown):
    return re.findall(r"\d of \d points?", shown)


def test_a_file_is_graded_again_when_it_is_saved_until_an_interrupt(watch):
    first, second, end = watch(GOES_WEST, MINIMAX)
    assert points(first) == ["2 of 4 points", "2 of 2 points"]
    assert points(second)[0] == "3 of 4 points"
    assert "since the last time" not in first
    assert "since the last time: 2 → 3 of 4 points" in second
    assert end.strip() == ""


def test_a_slip_while_saving_is_shown_and_it_goes_on(watch):
    _, broken, mended, _ = watch(GOES_WEST, "import nowhere", GOES_WEST)
    assert "can't be imported: no module named nowhere" in broken
    assert points(mended)[0] == "2 of 4 points"


def test_a_selection_and_a_first_look_can_be_watched(watch):
    shown, _ = watch(GOES_WEST, options=("--only", "reflex.1"))
    assert points(shown) == ["1 of 1 point"]
    assert "only reflex.1; this is no grade" in shown


def pauses(*steps):
    """A pause in which the next of `steps` happens; after the last, the test has waited in vain."""
    left: Iterator[Callable[[], object]] = iter(steps)

    def pause():
        next(left)()

    return pause


def nothing():
    pass


@pytest.mark.parametrize("name", ["agent.py", "beside.py"])
def test_it_waits_until_a_file_or_one_beside_it_is_saved(tmp_path, name):
    (tmp_path / "agent.py").write_text("")
    save = partial(Path.write_text, (tmp_path / name), "x = 1")
    files = SavedFiles([tmp_path / "agent.py"], pauses(nothing, save, nothing))
    files.wait()
    assert not files.have_changed


def test_a_file_that_an_editor_replaces_is_waited_for(tmp_path):
    file = tmp_path / "agent.py"
    file.write_text("")
    save = partial(Path.write_text, file, "x = 1")
    SavedFiles([file], pauses(file.unlink, nothing, nothing, save, nothing)).wait()
    assert file.exists()


def test_files_in_folders_count_and_other_files_do_not(tmp_path):
    (tmp_path / "deep").mkdir()
    other = partial(Path.write_text, (tmp_path / "notes.txt"), "x")
    save = partial(Path.write_text, (tmp_path / "deep" / "agent.py"), "x = 1")
    SavedFiles([tmp_path], pauses(other, nothing, save, nothing)).wait()
    with pytest.raises(StopIteration):
        SavedFiles([tmp_path], pauses(other)).wait()
