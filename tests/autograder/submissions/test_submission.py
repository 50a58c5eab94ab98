import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pacgrid.autograder.submissions.submission import Submission, unfit_classes
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
    assert pickle.loads(pickle.dumps(ANN)) == ANN
    assert pickle.loads(pickle.dumps(ANN)).digest == ANN.digest


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
    found = unfit_classes(submission)
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
