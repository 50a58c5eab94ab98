import pickle
from dataclasses import replace

from pacgrid.autograder.submission import Submission
from pacgrid.common.failure import Failure

FILES = (("agent.py", b"import helpers.maze\n"), ("helpers/maze.py", b"\xff\0\r\n"))
ANN = Submission("ann", FILES, "agent.py", "submissions/ann/agent.py", "Ann", "123")


def test_its_files_are_written_as_they_were_handed_in_and_are_gone_afterwards():
    with ANN.written() as main:
        assert main.read_bytes() == b"import helpers.maze\n"
        assert (main.parent / "helpers" / "maze.py").read_bytes() == b"\xff\0\r\n"
        assert main.name == "agent.py"
    assert not main.parent.exists()
    assert not main.parent.parent.exists()


def test_its_files_are_gone_also_after_an_error():
    folders = []
    try:
        with ANN.written() as main:
            folders.append(main.parent.parent)
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        pass
    assert not folders[0].exists()


def test_two_that_are_written_at_once_lie_in_different_folders_without_neighbours():
    with ANN.written() as one, ANN.written() as two:
        assert one.parent != two.parent
        assert [entry.name for entry in one.parent.parent.iterdir()] == ["submission"]


def test_the_main_file_may_lie_in_a_folder():
    deep = Submission("deep", (("src/agent.py", b"x"), ("data.txt", b"y")), "src/agent.py")
    with deep.written() as main:
        assert main.read_bytes() == b"x"
        assert (main.parent.parent / "data.txt").read_bytes() == b"y"


def test_a_submission_can_be_sent_to_another_process():
    assert pickle.loads(pickle.dumps(ANN)) == ANN
    assert pickle.loads(pickle.dumps(ANN)).digest == ANN.digest


def test_the_digest_is_of_what_was_handed_in_and_of_nobodys_name():
    other = replace(ANN, name="bob", path="elsewhere.py", student="Bob", identifier="7")
    assert other.digest == ANN.digest
    assert replace(ANN).digest == ANN.digest


def test_the_digest_is_another_when_anything_that_is_graded_is_another():
    problem = Failure("is not a Python file")
    (agent, _), rest = FILES[0], FILES[1:]
    others = [
        replace(ANN, main="helpers/maze.py"),
        replace(ANN, files=FILES[:1]),
        replace(ANN, files=((agent, b"import helpers.maze"), *rest)),
        replace(ANN, files=(("agent2.py", FILES[0][1]), *rest)),
        replace(ANN, problem=problem),
        replace(ANN, problem=Failure("is too large")),
        Submission("nothing"),
    ]
    digests = {submission.digest for submission in [ANN, *others]}
    assert len(digests) == 1 + len(others)


def test_bytes_that_move_from_one_file_to_the_next_change_the_digest():
    one = Submission("x", (("a", b"12"), ("b", b"3")), "a")
    two = Submission("x", (("a", b"1"), ("b", b"23")), "a")
    sly = Submission("x", (("a", b"12\0b\x001\x003"),), "a")
    assert len({one.digest, two.digest, sly.digest}) == 3
