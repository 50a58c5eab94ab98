"""Hostile submissions: the files of `attacks/`, and what is expected of them."""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, Self

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.assignments.case_folder import load_test_cases
from pacgrid.autograder.kinds.cs188.course_game_tree import CourseGameTree
from pacgrid.autograder.kinds.cs188.course_games import CourseGames
from pacgrid.autograder.kinds.cs188.course_trees import CourseTrees, TreeCase
from pacgrid.autograder.kinds.kind import GradedTest
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.layout import Layout

FOLDER = Path(__file__).parents[1] / "attacks"
PLAYS_ON = "plays on"
SUCCEEDED = "AssertionError: succeeded: "
MOST_LETTERS = 1000
"""Nobody reads a longer line."""

_SEARCHED = """
kind = "{kind}"
search = "minimax"
depth = 1
points = 1
positions = ['''
%%%%%%
%.P1 %
%%%%%%
''', '''
%%%%%%
% 1P.%
%%%%%%
''']
"""

_ROOM = """'''
%%%%%%%
%.P   %
%%%%%%%
%  1..%
%%%%%%%
'''"""

_LINES = f"""
kind = "search"
search = "minimax"
depth = 1
points = 1
positions = [{", ".join([_ROOM] * 44)}]
move.cpu_seconds = 3
move.seconds = 30
"""

_GAMES = """
kind = "games"
layout = "pocket"
ghosts = ["random_ghost"]
seed = 5
rounds = 20
thresholds = [{{average_score = {score}, points = 1}}]
"""

_GHOSTS = """
kind = "ghosts"
layout = "medium"
pacman = "random_agent"
seed = 5
rounds = 20
thresholds = [{average_score = 2329, points = 1}]
"""
"""The highest score there is 2330, which a forfeited game counts as."""

_POSITIONS = _SEARCHED.format(kind="positions")

TESTS = {
    "positions": _POSITIONS,
    "search": _SEARCHED.format(kind="search")
    + "nodes = 5001\nmove.cpu_seconds = 2\nmove.seconds = 3",
    "observed": _SEARCHED.format(kind="search") + "nodes = 200",
    "repair": _SEARCHED.format(kind="search") + "nodes = 200",
    "lines": _LINES,
    "games": _GAMES.format(score=-498),
    "evaluate": _GAMES.format(score=0) + 'search = "alpha_beta"',
    "many games": _GAMES.format(score=-498) + "games = 40",
    "hidden games": _GAMES.format(score=-9999).replace("pocket", "arena") + 'visibility = "hidden"',
    "ghosts": _GHOSTS,
    "inspect": _POSITIONS,
    "batch": _POSITIONS,
}
"""By name: the tests that an attack can choose. An honest agent gets 1 point in each. `inspect`
only loads the submission, and `batch` and `repair` grade it as a command does."""

_SOLVED = load_test_cases(FOLDER.parent / "course_tests").question("q3").tests
COURSE_TESTS: Mapping[str, GradedTest] = {
    "course search": next(
        test.model_copy(update={"agent": "AlphaBetaAttacker"})
        for test in _SOLVED
        if isinstance(test, CourseGameTree)
    ),
    "course tree": CourseTrees(
        name="q1/tree",
        agent="Attacker",
        cases=[
            TreeCase(
                name="q1/tree",
                depth=1,
                num_agents=1,
                start="a",
                wins=["b"],
                losses=["c"],
                successors=[("a", "Left", "b"), ("a", "Right", "c")],
                evaluation={"b": 1, "c": 0},
                action="Left",
                generated="a b c",
            )
        ],
    ),
    "course game": CourseGames(
        name="q1/game",
        agent="Attacker",
        layout=Layout.load("pocket"),
        ghosts="[RandomGhost(1)]",
        games=1,
        seed=0,
        max_time=1,
        score_thresholds=[-498],
    ),
}
"""Tests as in a course's test-case files."""

_HIDDEN = """
[[questions.tests]]
visibility = "hidden"
options = {{secret = {secret}}}
"""

HIDDEN_BOARDS = (("%.P 1%", "%1 P.%", "trap"), ("%. P1%", "%1P .%", "duel"))
"""Two choices of what a test is about: rows of two positions, and a layout."""


def on_hidden_boards(test: str, choice: int) -> str:
    """A `test` as students see it later, on others of the `HIDDEN_BOARDS`. No game of it is won."""
    for known, hidden in zip(("%.P1 %", "% 1P.%", "pocket"), HIDDEN_BOARDS[choice], strict=True):
        test = test.replace(known, hidden)
    test = re.sub(r"average_score = [-\d]+", "average_score = 9999", test)
    return f'visibility = "after_due_date"\n{test}'


LIMITS = """
title = "Attacked"
[limits]
load = {{cpu_seconds = 1.5, seconds = 60}}
move = {{cpu_seconds = 0.3, seconds = {patience}}}
game = {{cpu_seconds = {game}, seconds = 60}}
test = {{cpu_seconds = 60, seconds = {budget}}}
memory_mb = {memory}
processes = {processes}
file_mb = 1
open_files = 32
output_kb = 64
[[questions]]
name = "attack"
{answer}
points = {points}
{tests}
"""

HONEST = """
from honest import Honest

class Attacker(Honest):
    pass
"""


@dataclass(frozen=True)
class Attack:
    """A file of `attacks/`. Its constants are read here; it is never run here."""

    name: str
    tries: str
    """What it tries, in a sentence."""
    expect: str
    """A regular expression for the expected failure; `plays on` for none."""
    points: float | None = 1
    """The points that it must get; None for any."""
    not_held: Mapping[str, str] = field(default_factory=dict)
    """By level: why the attack works there."""
    may_hold: bool = False
    """Whether it fails at those levels too on some systems."""
    test: str = "positions"
    files: tuple[tuple[str, str], ...] = ()
    """The files of the submission, with their contents."""
    processes: int = 1
    memory: int = 256
    repeats: int = 1
    """How often it is graded; each time, the result must be the same."""
    pair: str = ""
    """If its hidden test sends a secret to its visible one: `batch` if both are in one batch,
    `later` if the visible test is also graded in a later batch."""
    tells_by: str = ""
    """If it tells students which hidden board it got: the part of the `Outcome` that says so."""

    @classmethod
    def load(cls, path: Path) -> Self:
        """The constants of the file have the names of the fields, but of the first two."""
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        names = {each.name.upper() for each in fields(cls)[2:]}
        values = {
            node.targets[0].id.lower(): ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id in names
        }
        values.setdefault("points", _points(values))
        beside = {"honest.py": (FOLDER / "honest.py").read_text("utf-8"), **values.pop("files", {})}
        files = tuple(sorted({**beside, "attack.py": text}.items()))
        return cls(path.stem, ast.get_docstring(tree) or "", files=files, **values)

    @property
    def touches_others(self) -> bool:
        """Whether it could affect other submissions."""
        return bool(self.not_held) or "library" in self.name

    @property
    def patience(self) -> float:
        """Seconds on the clock for a move. Only what sleeps or waits gets few: on a busy machine,
        what computes may need long to reach its CPU limit."""
        if "the other side doesn't read" in self.expect:
            return 5
        return 1.5 if re.search("1.5.* seconds (for a move|to)", self.expect) else 30

    def assignment(
        self, secret: int = 0, *, hidden_first: bool = False, boards: int | None = None
    ) -> Assignment:
        """The assignment with the attack's test; with a `secret`, also with a hidden test whose
        options contain it; with `boards`, an index of `HIDDEN_BOARDS`, also with one on these."""
        evaluates = self.test == "evaluate"
        tests = [f"[[questions.tests]]\n{TESTS.get(self.test, _POSITIONS)}"]
        if secret:
            tests.append(f"{_HIDDEN.format(secret=secret)}{TESTS[self.test]}")
        if boards is not None:
            tests.append(f"[[questions.tests]]\n{on_hidden_boards(TESTS[self.test], boards)}")
        text = LIMITS.format(
            answer='function = "evaluate"' if evaluates else 'agent = "Attacker"',
            points=len(tests),
            tests="\n".join(reversed(tests) if hidden_first else tests),
            processes=self.processes,
            memory=self.memory,
            patience=self.patience,
            game=20 if self.test == "lines" else 1,
            budget=3 if "3 seconds in one test" in self.expect else 120,
        )
        assignment = Assignment.parse(text, "attacked.toml")
        if course_test := COURSE_TESTS.get(self.test):
            assignment.questions[0].tests[:] = [course_test]
        return assignment

    def submission(self, targets: Mapping[str, object]) -> Submission:
        """The attack, with the names of its targets replaced by the `targets`."""
        files = dict(self.files)
        for name, target in targets.items():
            files["attack.py"] = files["attack.py"].replace(f"@{name}@", str(target))
        written = tuple((path, text.encode()) for path, text in sorted(files.items()))
        return Submission(self.name, written, "attack.py")


def _points(values: Mapping[str, Any]) -> float:
    """The points of an attack whose file doesn't say it: those that are possible, if it plays on,
    but none in a hidden test."""
    if values["expect"] != PLAYS_ON or "tells_by" in values:
        return 0
    return 2 if "pair" in values else 1


@cache
def attacks() -> tuple[Attack, ...]:
    """All attacks, by name. Read once: there are hundreds of files."""
    others = {"honest.py", "conftest.py"}
    return tuple(
        Attack.load(path) for path in sorted(FOLDER.glob("*.py")) if path.name not in others
    )


@dataclass(frozen=True)
class Result:
    """The result of an attack."""

    cause: str
    """The failure that the grader reports."""
    points: float
    worked: tuple[str, ...] = ()
    """The signs, seen from outside, that the attack worked."""
    printed: str = ""

    @property
    def held(self) -> bool:
        return not self.worked


def wrong(attack: Attack, level: Level, result: Result) -> str:
    """How the result differs from what the attack's file expects; "" if it doesn't."""
    if level in attack.not_held:
        unseen = result.held and not attack.may_hold
        return "it is stopped, though it is expected to work" if unseen else ""
    if result.worked:
        return "; ".join(result.worked)
    if not re.fullmatch(attack.expect, result.cause):
        return f"says {result.cause!r}, not {attack.expect!r}"
    if attack.points not in (None, result.points):
        return f"gets {result.points:g} points, not {attack.points:g}"
    return ""


def honest() -> Attack:
    """An honest submission in the form of an attack."""
    beside = (FOLDER / "honest.py").read_text("utf-8")
    files = (("attack.py", HONEST), ("honest.py", beside))
    return Attack("honest", "Plays well.", PLAYS_ON, files=files)
