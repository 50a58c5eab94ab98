"""A course of two assignments and a ladder, in a folder."""

from collections.abc import Mapping
from pathlib import Path

from helpers.ladders import HEAD, HUNGRY, LOOSE

COURSE = """
title = "A small course"
late_days = 3
percent_per_day = 10
grace_minutes = 5

[[assignments]]
folder = "1_trees"
weight = 25
opens = "week 1 Monday 09:00"
due = "week 1 Friday 23:59"

[[assignments]]
folder = "2_minimax"
weight = 50
opens = "week 2 Monday 09:00"
due = "week 2 Friday 23:59"
late_days = 2

[[assignments]]
folder = "3_ladder"
weight = 25
opens = "week 3 Monday 09:00"
due = "week 3 Friday 23:59"
ladder = {beats = {random_agent = 2}, rank = 2}
"""

TREES = """
title = "Trees"

[[questions]]
name = "book"
file = "book.toml"
points = 4

[[questions.tests]]
kind = "exercise"
title = "The tree of the book"
ask = ["values"]
trees = ["book"]
points = 4

[[questions]]
name = "own"
file = "own.toml"
points = 4

[[questions.tests]]
kind = "exercise"
title = "Pruning"
visibility = "after_due_date"
ask = ["pruning"]
individual = true
points = 4
"""

MINIMAX = """
title = "Minimax"

[[questions]]
name = "minimax"
agent = "Minimax"
points = 3

[[questions.tests]]
kind = "search"
search = "minimax"
depth = 1
points = 2
trees = ['''
MAX
  north: MIN: 3 12
  east: MIN: 9 -2
''']

[[questions.tests]]
kind = "search"
title = "SECRET title"
visibility = "hidden"
search = "minimax"
depth = 1
points = 1
trees = ['''
MAX
  north: MIN: 28657 46368
  east: MIN: 75025 17711
''']
"""

RIGHT = """
from pacgrid.search import Searcher

SOLUTION = "the reference"

class Minimax(Searcher):
    def act(self, state):
        plies = self.depth * state.num_agents - 1
        return max(
            state.legal_actions(), key=lambda action: self.value(state.successor(action), plies)
        )

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        best = max if state.to_move == 0 else min
        return best(self.value(state.successor(a), plies - 1) for a in state.legal_actions())
"""
WORST = RIGHT.replace("return max(", "return min(")
LADDER = """
title = "Contest"
layouts = ["tiny.lay"]
anchors = ["random_agent", "random_ghost"]
rounds = 10
"""
BOOK = '[question_1]\nA = "3"\nB = "3"\nC = "2"\nD = "2"\n'

FILES: Mapping[str, str] = {
    "course.toml": COURSE,
    "staff.md": "# How to run it\n\nRead the *guides*.\n",
    "1_trees/assignment.toml": TREES,
    "1_trees/handout.md": "Read chapter 5.\n\n![The book's tree](tree:book)\n",
    "1_trees/staff.md": "An hour.\n",
    "1_trees/solutions/book.toml": BOOK,
    "1_trees/wrong/slip/book.toml": BOOK.replace('B = "3"', 'B = "12"'),
    "1_trees/wrong/expected.toml": "[slip]\npoints = 3\n",
    "2_minimax/assignment.toml": MINIMAX,
    "2_minimax/handout.md": (
        "# Look ahead\n\n![A board](layout:pocket)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    ),
    "2_minimax/staff.md": "The hidden tree has large numbers.\n",
    "2_minimax/solutions/agent.py": RIGHT,
    "2_minimax/wrong/worst.py": WORST,
    "2_minimax/wrong/expected.toml": (
        '[worst]\npoints = 0\nmistakes = ["chooses the action with the lowest value"]\n'
    ),
    "3_ladder/ladder.toml": LADDER,
    "3_ladder/tiny.lay": "%%%%%%%\n%P..  %\n% %% 1%\n%%%%%%%\n",
    "3_ladder/handout.md": "Beat us.\n",
    "3_ladder/staff.md": "Short games.\n",
    "3_ladder/solutions/hungry.py": HEAD + HUNGRY + LOOSE,
    "3_ladder/wrong/nothing.py": "x = 1\n",
    "3_ladder/wrong/expected.toml": '[nothing]\npoints = 0\nmistakes = ["has no agent"]\n',
}


def write_files(folder: Path, files: Mapping[str, str] = FILES) -> Path:
    """Writes the files of a course into `folder`, which is returned."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder
