import pickle
import re
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers.students import SEARCHES, student_agents
from pacgrid.autograder.submissions.collection import collect
from pacgrid.autograder.submissions.submission import Submission, class_notes
from pacgrid.cli import app
from pacgrid.common.failure import Failure

FILES = (("agent.py", b"import helpers.maze\n"), ("helpers/maze.py", b"\xff\0\r\n"))
ANN = Submission("ann", FILES, "agent.py", "submissions/ann/agent.py", "Ann", "123")


@pytest.mark.parametrize("main", ["agent.py", "helpers/maze.py"])
def test_its_files_are_written_as_they_were_handed_in_and_removed_even_after_an_error(main):
    folders = []

    def interrupted() -> None:
        with replace(ANN, main=main).written() as path:
            root = path.parents[main.count("/")]
            assert path == root / main
            assert [entry.name for entry in root.parent.iterdir()] == ["submission"]
            for name, content in FILES:
                assert (root / name).read_bytes() == content
            with ANN.written() as other:
                assert other.parent != root
            folders.append(root.parent)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not folders[0].exists()


def test_a_submission_can_be_sent_to_another_process():
    sent = pickle.loads(pickle.dumps(ANN))
    assert (sent, sent.digest) == (ANN, ANN.digest)


def test_the_digest_depends_on_what_is_graded_and_on_nothing_else():
    same = replace(ANN, name="bob", path="elsewhere.py", student="Bob", identifier="7")
    assert same.digest == ANN.digest
    (agent, _), rest = FILES[0], FILES[1:]
    others = [
        replace(ANN, main="helpers/maze.py"),
        replace(ANN, files=FILES[:1]),
        replace(ANN, files=((agent, b"import helpers.maze"), *rest)),
        replace(ANN, files=(("agent2.py", FILES[0][1]), *rest)),
        replace(ANN, problem=Failure("is not a Python file")),
        replace(ANN, problem=Failure("is too large")),
        Submission("nothing"),
        # Bytes that move from one file to the next:
        Submission("x", (("a", b"12"), ("b", b"3")), "a"),
        Submission("x", (("a", b"1"), ("b", b"23")), "a"),
        Submission("x", (("a", b"12\0b\x001\x003"),), "a"),
    ]
    assert len({submission.digest for submission in [ANN, *others]}) == 1 + len(others)


PLACEHOLDER = "return max(values) if state.to_move == 0 else values[0]"


def template(folder: Path, kind: str) -> str:
    file = folder / f"my_{kind}.py"
    assert CliRunner().invoke(app, ["new", str(file), "--kind", kind]).exit_code == 0
    return file.read_text()


def unfit(text: str, *, ghosts: bool = False) -> dict[str, str]:
    submission = Submission("mine.py", (("mine.py", text.encode()),), "mine.py")
    found = class_notes(submission)
    return dict(found.ghosts if ghosts else found.pacman)


def test_a_template_that_is_not_filled_in_is_no_answer_whatever_its_name(tmp_path):
    text = template(tmp_path, "search")
    assert unfit(text) == {"MySearch": "MySearch is not written yet; fill in value()"}
    named = text.replace("class MySearch", "class Minimax").replace("Value of", "The value of")
    assert unfit(named) == {"Minimax": "Minimax is not written yet; fill in value()"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (PLACEHOLDER, "return max(values) if state.to_move == 0 else min(values)"),
        (PLACEHOLDER, "return max(values)"),
        ("    def value(", "    def act(self, state):\n        return None\n\n    def value("),
    ],
)
def test_what_is_filled_in_is_graded_right_or_wrong(tmp_path, old, new):
    text = template(tmp_path, "search")
    assert old in text
    assert unfit(text.replace(old, new)) == {}


def test_the_code_of_a_search_mostly_shows_which_one_it_is_whatever_its_name():
    found = []
    for file, agents in groupby(student_agents("wrong"), lambda agent: agent.file):
        (name, *others) = (agent.name for agent in agents)
        if not others:
            text = re.sub(rf"\b{name}\b", "Mine", file.read_text()).encode()
            submission = Submission("mine.py", (("mine.py", text),), "mine.py")
            found.append(class_notes(submission).search == SEARCHES[name])
    assert len(found) > 50
    assert sum(found) > 0.85 * len(found)


def test_a_working_template_is_an_answer_and_so_is_a_file_that_cannot_be_read(tmp_path):
    assert unfit(template(tmp_path, "agent")) == {}
    assert unfit("class Broken(:") == {}
    assert unfit("\0") == {}


def test_a_ghost_is_no_answer_and_its_author_learns_how_to_measure_it(tmp_path):
    command = "pacgrid play alpha_beta --ghosts mine.py --games 20"
    for kind, noun in (("ghost", "ghost"), ("team", "team of ghosts")):
        text = template(tmp_path, kind)
        (reason,) = unfit(text).values()
        assert reason.endswith(f"is a {noun}; measure it with {command}")
        assert unfit(text, ghosts=True) == {}


HELPERS = ("game.py", "helper.py", "other.py", "pacman.py", "queue.py", "util.py")


GRADED = "graded without helper.py"
TOGETHER = "which it imports; to grade them together"


@pytest.mark.parametrize(
    ("name", "code", "note"),
    [
        (
            *("mine.py", "import sys, helper\nfrom queue import Queue\n"),
            f"{GRADED} and queue.py, {TOGETHER}, rename it to agent.py and name their folder",
        ),
        (
            *("agent.py", "def f():\n    import helper as h  # other\n"),
            f"{GRADED}, {TOGETHER}, name their folder",
        ),
        (
            *("multiAgents.py", "import game, helper, util\nfrom pacman import GameState\n"),
            f"{GRADED}, {TOGETHER}, name their folder",
        ),
        ("mine.py", "import helpers, numpy\n# import helper\nx = 'from queue'\n", None),
    ],
)
def test_a_note_names_the_modules_that_a_single_file_leaves_behind(tmp_path, name, code, note):
    for helper in HELPERS:
        (tmp_path / helper).touch()
    (tmp_path / name).write_text(code)
    assert collect([tmp_path / name]).notes == ((f"{name} is {note}",) if note else ())
