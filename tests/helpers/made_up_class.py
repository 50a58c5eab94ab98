"""A made-up class of 120 students: what they handed in, and the files of their course."""

import csv
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unicodedata import normalize
from zoneinfo import ZoneInfo

from pacgrid.autograder.model.toml_reader import parse_toml

AGENTS = Path(__file__).parents[2] / "benchmarks" / "agents"
ZONE = "Europe/Berlin"
DUE = datetime(2026, 10, 30, 23, 59, tzinfo=ZoneInfo(ZONE))
TITLE = "Look ahead"
MISSING, UNREADABLE, LATE, GROUPS = 5, 3, 6, 8

_FIRST = [
    "Ada",
    "Åse",
    "Bob",
    "Chloé",
    "Dmitri",
    "Émile",
    "Fatima",
    "Göran",
    "Hana",
    "Ines",
    "Jiří",
    "Karl",
    "Lena",
    "Mei",
    "Núria",
    "Omar",
]
_LAST = ["Abel", "de la Cruz", "Ericsson", "Ngô", "O'Neil", "Özil", "Van den Berg", "Zhang"]
_ASSIGNMENT = f"""\
title = "{TITLE}"
unanswered = "left out"
salt = "3e2b59992d52f199a1f8404381813d09"

[[questions]]
name = "reflex"
agent = "Reflex"
points = 4

[[questions.tests]]
kind = "games"
layout = "training"
ghosts = ["random_ghost"]
games = 10
seed = 100
thresholds = [{{wins = 5, points = 2}}, {{wins = 8, points = 2}}]
"""
_SEARCH = """
[[questions]]
name = "{name}"
agent = "{agent}"
points = 5

[[questions.tests]]
kind = "search"
search = "{name}"
depth = 1
points = 2
trees = ['''
MAX
  south: MIN (eval 4): 3 12
  west: MIN (eval 9): 2 8
''']
positions = ['''
%%%%%%%
%.P 1 %
%%%%%%%
''']

[[questions.tests]]
kind = "search"
title = "other trees and positions"
visibility = "hidden"
search = "{name}"
depth = 2
points = 3
partial = true
generate = 10
"""
_AGENTS = {"minimax": "Minimax", "alpha_beta": "AlphaBeta", "expectimax": "Expectimax"}
_BROKEN = {"agent.zip": b"PK\x03\x04 cut off", "agent.pdf": b"%PDF-1.7", "agent.py": b"def act(:\n"}


@dataclass(frozen=True)
class MadeUpStudent:
    """One of the class, named as Canvas does."""

    number: int
    name: str
    section: str

    @property
    def login(self) -> str:
        return f"student{self.number}"

    @property
    def canvas_name(self) -> str:
        """With which Canvas begins the names of their files."""
        letters = normalize("NFKD", self.name).encode("ascii", "ignore").decode().lower()
        return "".join(filter(str.isalpha, letters))

    def file(self, name: str, *, late: bool = False) -> str:
        """The name of their file in a download."""
        return f"{self.canvas_name}{'_LATE' * late}_{self.number}_{self.number + 5000}_{name}"


@dataclass
class MadeUpClass:
    """Who did what; `students` are all."""

    students: Sequence[MadeUpStudent]
    missing: Sequence[MadeUpStudent] = ()
    unreadable: Sequence[MadeUpStudent] = ()
    late: Sequence[MadeUpStudent] = ()
    groups: Sequence[Sequence[MadeUpStudent]] = ()
    """The first of each group hands in for all."""


def write_class(folder: Path, seed: int = 0) -> MadeUpClass:
    """Writes `look_ahead.toml`, `gradebook.csv`, `dates.toml`, `groups.csv`, `extensions.csv`,
    `submissions.json` and `submissions/` into `folder`."""
    rng = random.Random(seed)
    students = list(_students(120))
    order = rng.sample(students, len(students))
    take = iter(order)
    made_up = MadeUpClass(students)
    made_up.groups = [[next(take) for _ in range(2 + number % 2)] for number in range(GROUPS)]
    made_up.missing = [next(take) for _ in range(MISSING)]
    made_up.unreadable = [next(take) for _ in range(UNREADABLE)]
    others = list(take)
    made_up.late = rng.sample(others, LATE)
    _write_course(folder, made_up)
    _write_times(folder, made_up, rng)
    (folder / "submissions").mkdir()
    working = [*others, *(group[0] for group in made_up.groups)]
    files = rng.sample(list(_files()), len(working))
    for student, source in zip(working, files, strict=True):
        _hand_in(folder, made_up, student, "agent.py", source.encode())
    for student, (name, content) in zip(made_up.unreadable, _BROKEN.items(), strict=True):
        _hand_in(folder, made_up, student, name, content)
    return made_up


def _students(count: int) -> Iterator[MadeUpStudent]:
    for number in range(count):
        first, last = _FIRST[number % len(_FIRST)], _LAST[number // len(_FIRST) % len(_LAST)]
        yield MadeUpStudent(1001 + number, f"{last}, {first}", "ABCD"[number % 4])


def _files() -> Iterator[str]:
    """Answers to the questions of the assignment, in many styles, right and wrong."""
    for folder in ("shown", "shown_too"):
        labels: Any = parse_toml((AGENTS / folder / "labels.toml").read_text("utf-8"))
        for one in labels["agents"]:
            if one["question"] != "evaluation":
                yield (AGENTS / folder / one["file"]).read_text("utf-8")


def _hand_in(
    folder: Path, made_up: MadeUpClass, student: MadeUpStudent, name: str, content: bytes
) -> None:
    file = student.file(name, late=student in made_up.late)
    (folder / "submissions" / file).write_bytes(content)


def _write_course(folder: Path, made_up: MadeUpClass) -> None:
    searches = (_SEARCH.format(name=name, agent=agent) for name, agent in _AGENTS.items())
    (folder / "look_ahead.toml").write_text(_ASSIGNMENT + "".join(searches), "utf-8")
    (folder / "dates.toml").write_text(
        f'zone = "{ZONE}"\nlate_days = 1\npercent_per_day = 10\n\n[[assignments]]\n'
        f'title = "{TITLE}"\ndue = {DUE.replace(tzinfo=None).isoformat()}\ngrace_minutes = 15\n'
        "group_size = 3\n",
        "utf-8",
    )
    heading = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"{TITLE} (77)"]
    points = ["    Points Possible", "", "", "", "", "5"]
    rows = [
        [s.name, str(s.number), f"S{s.number}", s.login, s.section, ""] for s in made_up.students
    ]
    _write_csv(folder / "gradebook.csv", [heading, points, *rows])
    members = [
        [student.login, f"group {number}"]
        for number, group in enumerate(made_up.groups, 1)
        for student in group
    ]
    _write_csv(folder / "groups.csv", [["login", "group"], *members])
    extended = made_up.late[0].login
    _write_csv(
        folder / "extensions.csv",
        [["login", "until", "days", "assignment", "reason"], [extended, "", "7", TITLE, "ill"]],
    )


def _write_csv(path: Path, rows: Sequence[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def _write_times(folder: Path, made_up: MadeUpClass, rng: random.Random) -> None:
    """As Canvas's API has them."""
    times = []
    for student in made_up.students:
        if student in made_up.missing:
            continue
        hours = rng.expovariate(1 / 20)
        time = (
            DUE + timedelta(hours=hours + 1)
            if student in made_up.late
            else DUE - timedelta(hours=hours)
        )
        submitted = time.astimezone(ZoneInfo("UTC")).strftime("%Y-%m-%dT%H:%M:%SZ")
        times.append({"user_id": student.number, "submitted_at": submitted})
    (folder / "submissions.json").write_text(json.dumps(times), "utf-8")
