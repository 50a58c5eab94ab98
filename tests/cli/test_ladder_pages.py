from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from helpers.grading import write
from helpers.ladder_tables import made_table
from helpers.ladders import CHASE, HEAD, HUNGRY, TINY, replace_ladder_workers
from pacgrid.autograder.ladder.ladder_folder import dump_table
from pacgrid.cli import app, ladder_pages


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a ladder in `out` and nothing in `empty`."""
    monkeypatch.chdir(tmp_path)
    for name in ("out", "empty"):
        (tmp_path / name).mkdir()
    (tmp_path / "out" / "ladder.json").write_text(dump_table(made_table()), "utf-8")
    return tmp_path


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["ladder", *words])


@pytest.mark.parametrize("options", [[], ["--no-pages"]])
def test_a_ladder_ends_with_its_pages(folder, monkeypatch, options):
    replace_ladder_workers(monkeypatch)
    write(folder, HEAD + HUNGRY + CHASE, "ann.py")
    write(folder, str(TINY), "tiny.lay")
    words = ["run", "ann.py", "-l", "tiny.lay", "--rounds", "20", "-j", "1", "-o", "new"]
    anchors = ["--anchor", "random_agent", "--anchor", "random_ghost", "--sandbox", "process"]
    result = run(*words, *anchors, *options)
    assert result.exit_code == 0
    assert not (folder / "new" / "live.json").exists()
    pages = [path.name for path in (folder / "new").rglob("*.html")]
    assert ("index.html" in pages) is ("ann.html" in pages) is (not options)


def test_pages_are_written_again(folder):
    result = run("page", "out")
    assert result.exit_code == 0
    assert "out/pages/index.html" in result.stderr
    assert "ada" in (folder / "out" / "pages" / "entrants" / "ada.html").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["page", "empty"], "empty/ladder.json: no such file; name the folder of a ladder"),
        (["page", "out", "--journal", "no.sqlite"], "no.sqlite: no such journal"),
        (["watch", "nowhere"], "nowhere: no such folder; name that of a ladder"),
    ],
)
def test_bad_input_gets_one_clear_line(folder, words, message):
    assert str(run(*words).exception) == message


@pytest.mark.parametrize("name", ["out", "empty"])
def test_a_watch_says_where_it_is_and_ends_with_ctrl_c(folder, monkeypatch, name):
    pytest.importorskip("websockets", reason="websockets is not installed")
    looks: list[float] = []

    def interrupted(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) > 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(ladder_pages, "sleep", interrupted)
    result = run("watch", name, "--no-browser")
    assert result.exit_code == 0
    assert "Watch at  http://127.0.0.1:" in result.stderr
    assert result.stderr.splitlines()[-1] == "ended"
