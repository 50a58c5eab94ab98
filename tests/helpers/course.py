"""An assignment with hidden tests, in a folder with layouts and ghosts of its own."""

from pathlib import Path

from pacgrid.autograder.assignments.assignment import Assignment

COURSE = """\
# Nobody SECRETLY reads this.
title = "A course"
file = "answers.py"

[limits]
load = {cpu_seconds = 4, seconds = 40}

[[questions]]
name = "reflex"
agent = "Reflex"
points = 5

[[questions.tests]]
kind = "games"
title = "in the arena"
layout = "maps/arena.lay"
ghosts = ["ghosts/hunter.py:Hunter:attack=0.7"]
games = 2
seed = 3
rounds = 20
thresholds = [{average_score = -10000, points = 2}]

[[questions.tests]]  # SECRET
kind = "positions"
title = "SECRET corner"
visibility = "after_published"
search = "minimax"
depth = 1
options = {caution = 46368}
points = 3
positions = ['''
%%%%%%%%%%%%%%
%P1 .........%
%%%%%%%%%%%%%%
''']

[[questions]]
name = "minimax"
agent = "Minimax"
points = 3

[[questions.tests]]
kind = "search"
search = "minimax"
depth = 1
points = 1.5
partial = true
positions = ['''
%%%%%%
%.P1 %
%%%%%%
''', '''
%%%%%%
%. 1P%
%%%%%%
ghost 1: (3, 1) east, scared 3, home (1, 1)
''']

[[questions.tests]]
kind = "search"
title = "SECRET and deep"
visibility = "hidden"
search = "minimax"
depth = 2
nodes = 28657
points = 1.5
move = {cpu_seconds = 17.711, seconds = 177.11}
positions = ['''
%%%%%%%
%.P 1 %
%%%%%%%
''']

[[questions]]
name = "evaluation"
function = "evaluate"
points = 1

[[questions.tests]]
kind = "games"
layout = "vault.lay"
visibility = "after_due_date"
ghosts = ["ghosts/warden.py"]
games = 1
seed = 75025
rounds = 20
search = "alpha_beta"
thresholds = [{average_score = -10946, points = 1}]
"""

SECRETS = (
    *("SECRET", "corner", "deep", "vault", "warden", "Warden", "75025", "10946", "28657", "17.711"),
    *("177.11", "46368", "%P1 .........%", "%.P 1 %", "%P...1%", "after_published"),
)
"""What students must not see yet."""

ARENA = "%%%%%%%\n%P.. 1%\n%%%%%%%\n"
VAULT = "%%%%%%%\n%P...1%\n%%%%%%%\n"
HUNTER = """\
import random
from pacgrid import ChanceAgent
from even import evenly

class Hunter(ChanceAgent):
    def __init__(self, attack=0.5): self.attack = attack
    def distribution(self, state): return evenly(state)
"""
EVEN = "def evenly(state): return dict.fromkeys(state.legal_actions(), 1)\n"
WARDEN = "from pacgrid.agents.random_ghost import RandomGhost\nclass Warden(RandomGhost): ...\n"


def write_course(folder: Path) -> str:
    """Write the assignment and its files into `folder`; returns the assignment's path."""
    for name, text in {
        "course.toml": COURSE,
        "maps/arena.lay": ARENA,
        "vault.lay": VAULT,
        "ghosts/hunter.py": HUNTER,
        "ghosts/even.py": EVEN,
        "ghosts/warden.py": WARDEN,
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(folder / "course.toml")


def course(folder: Path) -> Assignment:
    return Assignment.load(write_course(folder))
