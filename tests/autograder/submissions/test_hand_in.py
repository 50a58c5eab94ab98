import pytest

from pacgrid.autograder.submissions.collection import collect

HELPERS = ("game.py", "helper.py", "other.py", "pacman.py", "queue.py", "util.py")


@pytest.mark.parametrize(
    ("name", "code", "note"),
    [
        (
            "mine.py",
            "import sys, helper\nfrom queue import Queue\n",
            "mine.py is graded without helper.py and queue.py, which it imports; to grade them "
            "together, rename it to agent.py and name their folder",
        ),
        (
            "agent.py",
            "def f():\n    import helper as h  # other\n",
            "agent.py is graded without helper.py, which it imports; to grade them together, "
            "name their folder",
        ),
        (
            "multiAgents.py",
            "import game, helper, util\nfrom pacman import GameState\n",
            "multiAgents.py is graded without helper.py, which it imports; to grade them together, "
            "name their folder",
        ),
        ("mine.py", "import helpers, numpy\n# import helper\nx = 'from queue'\n", None),
    ],
)
def test_a_note_names_the_modules_that_a_single_file_leaves_behind(tmp_path, name, code, note):
    for helper in HELPERS:
        (tmp_path / helper).touch()
    (tmp_path / name).write_text(code)
    assert collect([tmp_path / name]).notes == ((note,) if note else ())
