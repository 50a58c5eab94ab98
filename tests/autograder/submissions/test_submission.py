import pickle
from dataclasses import replace

import pytest

from pacgrid.autograder.submissions.submission import Submission
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
