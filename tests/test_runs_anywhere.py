"""The core imports no compiled package but pydantic-core, so that it runs in a browser."""

import subprocess
import sys

COMPILED = ("gymnasium", "numba", "numpy", "pettingzoo", "PIL", "psutil", "pygame")

CORE = f"""
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {COMPILED}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocked())

from pacgrid import Layout, play, quiz
from pacgrid.agent_loader import load_agent
from pacgrid.autograder.assignments.assignment import Assignment, select
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.reports.pages import as_page
from pacgrid.autograder.reports.terminal_report import as_text
from pacgrid.autograder.reports.json_reports import to_json
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.render.web.frame_json import ElementTable, frame_json
from pacgrid.render.web.page import page
from pacgrid.session.game_session import GameSession
from pacgrid.session.playback import ReplayedGame
import pacgrid.tree.tree_text

record = play(Layout.load("training"), [load_agent("alpha_beta:depth=2")], seed=1, thoughts=True)
assert record.ending == "won"
assert "<title>" in page(record)
frame = GameSession(ReplayedGame(record)).frame()
assert frame_json(frame, ElementTable())["boards"]

assert Layout.load("random:seed=7").food
assert quiz("book").questions

text = open(sys.argv[1], "rb").read()
submission = Submission("student", (("my_agent.py", text),), "my_agent.py")
assignment = Assignment.load("pacman")
questions = select(assignment, ["alpha_beta.1"])
grader = Grader(assignment, level=Level.IN_PROCESS, questions=questions, jobs=1)
(grade,) = grader.grade([submission])
view = student_view(assignment, grade)
assert "your search mixes up alpha and beta" in as_text(view)
assert "smallest tree" in as_page(view)
assert to_json(assignment, [grade])["submissions"]
print("done")
"""


def test_games_sessions_pages_grading_and_reports_need_no_compiled_package() -> None:
    student = "tests/students/wrong/alpha_beta_swapped_call.py"
    command = [sys.executable, "-c", CORE, student]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "done\n", done.stderr[-2000:]
