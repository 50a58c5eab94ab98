"""A class of a dozen, from the download and the roster to the files that the LMS imports."""

import csv
import json
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

from helpers.grading import replace_workers
from pacgrid.cli import app
from pacgrid.cli.grade import course_register

ASSIGNMENT = """
title = "Made up"

[[questions]]
name = "reflex"
agent = "Reflex"
points = 2
""" + "".join(
    f"""
[[questions.tests]]
kind = "positions"
title = "food to the {side}"
visibility = "{visibility}"
search = "minimax"
depth = 1
points = 1
positions = ["%%%%%%\\n{row}\\n%%%%%%"]
"""
    for side, visibility, row in (("west", "visible", "%.P1 %"), ("east", "hidden", "% 1P.%"))
)

RIGHT = b"""
from pacgrid import Agent

class Reflex(Agent):
    def act(self, state):
        return max(state.legal_actions(), key=lambda action: state.successor(action).score)
"""
DATES = """
zone = "Europe/Berlin"
late_days = 2
grace_minutes = 15
percent_per_day = 12.5
percent_at_most = 50
group_size = 2
extensions = "extensions.csv"

[[assignments]]
title = "Made up"
due = 2026-10-30T23:59:00
earlier = ["hw0.csv"]
groups = "groups.csv"
"""
HEADINGS = (
    "OrgDefinedId,Username,Last Name,First Name,Email,User ID,"
    "Made up Points Grade <Numeric MaxPoints:2>,Late days,End-of-Line Indicator"
)
NAMES = ["Ito,Ada", "Kaya,Ben", "Lee,Cem", "Moe,Dora", "Ost,Eli", "Poe,Fay", "Qin,Gus", "Roy,Hana"]
NAMES += ["Sol,Ian", "Lee,Jo", '"=1+1, ","-Kim"', "Lee,Jo"]
LOGINS = ["ada", "ben", "cem", "dora", "eli", "fay", "gus", "hana", "ian", "jo", "kim", "lou"]
STUDENTS = dict(zip(LOGINS, NAMES, strict=True))
"""By login: last name and first name."""
LATE_DAYS = {"gus": "0"}
BAD = b"import nowhere\n"
HAND_INS = [
    ("ada", "Oct 30, 2026 1130 PM", RIGHT),
    ("ben", "Oct 31, 2026 1205 AM", RIGHT),
    ("cem", "Oct 31, 2026 1000 AM", RIGHT),
    ("dora", "Nov 3, 2026 1000 AM", RIGHT),
    ("eli", "Nov 2, 2026 1000 AM", RIGHT),
    ("fay", "Nov 1, 2026 1000 AM", RIGHT),
    ("gus", "Oct 30, 2026 1000 AM", BAD),
    ("gus", "Nov 1, 2026 1000 AM", RIGHT),
    ("hana", "Oct 31, 2026 1000 AM", RIGHT),
    ("kim", "Oct 30, 2026 1000 AM", RIGHT),
    ("mallory", "Oct 30, 2026 1000 AM", RIGHT),
]
EXPECTED = {
    "ada": ("2", "on time"),
    "ben": ("2", "grace: 6 min late"),
    "cem": ("2", "1 late day used"),
    "dora": ("1.25", "1 late day used; 37.5 % off: 4 days late"),
    "eli": ("2", "extension until 2026-11-02 23:59 (ill); on time"),
    "fay": ("2", "extension until 2026-11-03 12:29; on time"),
    "gus": ("1.5", "25 % off: 2 days late"),
    "hana": ("2", "1 late day used"),
    "ian": ("2", "1 late day used"),
    "kim": ("2", "on time"),
    "jo": ("", "nothing handed in"),
    "lou": ("", "nothing handed in"),
}
"""By login: the points that count, and the rule."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with all files of the course; nothing that is handed in is run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    replace_workers(monkeypatch)
    numbers = {login: number for number, login in enumerate(STUDENTS, start=11)}
    for login, time, content in HAND_INS:
        number = numbers.get(login, 99)
        path = tmp_path / "download" / f"90{number}-5 - {login} - {time}" / "agent.py"
        path.parent.mkdir(parents=True)
        path.write_bytes(content)
    rows = [
        f"#00{numbers[login]},{login},{name},{login}@x.edu,90{numbers[login]},,"
        f"{LATE_DAYS.get(login, '')},#"
        for login, name in STUDENTS.items()
    ]
    roster = "\r\n".join([HEADINGS, *rows, ""])
    (tmp_path / "roster.csv").write_bytes(roster.encode("utf-8-sig"))
    (tmp_path / "a.toml").write_text(ASSIGNMENT)
    (tmp_path / "dates.toml").write_text(DATES)
    (tmp_path / "hw0.csv").write_text("identifier,late days used\n0014,1\n")
    (tmp_path / "groups.csv").write_text("username,group\nhana,H\nian,H\n")
    (tmp_path / "extensions.csv").write_text(
        "username,until,reason\neli,2026-11-02 23:59,ill\nfay,2026-11-03 12:29,\n"
    )
    return tmp_path


def grade(*options: str):
    common = ["-a", "a.toml", "-j", "1", "--sandbox", "process", "--roster", "roster.csv"]
    dates = ["--dates", "dates.toml"]
    return CliRunner().invoke(app, ["grade", "download", *common, *dates, *options])


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_a_class_is_graded_from_its_download_to_the_files_that_the_lms_imports(folder):
    before = (folder / "roster.csv").read_bytes()
    done = grade("--out", "out", "--upload", "up", "--json", "grades.json")
    assert done.exit_code == 0, done.exception
    assert "roster: 12 students, 2 handed in nothing" in done.stderr
    assert "not in the roster, but graded: mallory" in done.stderr
    assert "no grades are filled in for mallory; see their rows" in done.stderr
    rows = {row["identifier"]: row for row in read(folder / "out" / "gradebook.csv")}
    logins = dict(zip((f"00{n}" for n in range(11, 23)), STUDENTS, strict=True))
    counted = {number: (row["points that count"], row["rule"]) for number, row in rows.items()}
    assert {logins[number]: counted[number] for number in logins} == EXPECTED
    assert {row["total"] for row in rows.values()} == {"2", ""}
    assert rows["0018"]["with"] == "Ian Sol (0019)"
    assert rows["0021"]["student"] == "'-Kim =1+1"
    lateness = {row["identifier"]: row for row in read(folder / "out" / "lateness.csv")}
    left = [lateness[number]["late days left"] for number in ("0013", "0014", "0019")]
    assert left == ["1", "0", "1"]
    # The roster comes back with the grades, and nothing else is changed.
    after = (folder / "up" / "roster.csv").read_bytes()
    expected = before
    for login, (points, _) in EXPECTED.items():
        number = next(n for n, who in logins.items() if who == login)[2:].encode()
        old = b"90" + number + b",,"
        assert expected.count(old) == 1
        expected = expected.replace(old, b"90" + number + b"," + points.encode() + b",")
    found, wanted = (csv.reader(each.decode().splitlines()) for each in (after, expected))
    assert list(found) == list(wanted)
    assert (folder / "roster.csv").read_bytes() == before
    with ZipFile(folder / "up" / "feedback.zip") as archive:
        names = archive.namelist()
    assert len(names) == 9  # Ian's feedback has no folder of his own
    assert "9017-5 - gus - Nov 1, 2026 1000 AM/feedback.html" in names
    data = json.loads((folder / "grades.json").read_text("utf-8"))["submissions"]
    assert {one["points_that_count"] for one in data} == {2.0, 1.25, 1.5, None}
    feedback = (folder / "out" / "feedback" / "Dora-Moe.html").read_text("utf-8")
    assert "1 late day used; 37.5 % off: 4 days late" in feedback  # a test is hidden
    assert "1.25" not in re.sub(r"(?s)<(style|script).*?</\1>|<[^>]*>", "", feedback)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dates.toml", DATES.replace("due = 2026-10-30", "due = 2026-03-29T02:30:00 #")),
        ("extensions.csv", "username,until\nzoe,2026-11-02 23:59\n"),
        ("roster.csv", HEADINGS + "\n#1,a,A,A,,901,,,,#\n#1,b,B,B,,902,,,,#\n"),
        ("hw0.csv", "identifier,late days used\n0014,x\n"),
    ],
)
def test_what_is_wrong_stops_before_anything_is_graded(folder, name, text):
    (folder / name).write_text(text)
    failed = grade("--out", "out", "--upload", "up")
    assert failed.exit_code == 1
    assert name in str(failed.exception)
    assert "\n" not in str(failed.exception)
    assert not (folder / "out").exists()
    assert not (folder / "pacgrid-journal.sqlite").exists()


def test_groups_and_times_may_stand_in_files(folder):
    (folder / "groups.csv").write_text("username,group\nada,A\nben,A\n")
    (folder / "times.csv").write_text("username,submitted\nada,2026-10-30 12:00\n")
    earlier = 'earlier = ["hw0.csv"]'
    (folder / "dates.toml").write_text(DATES.replace(earlier, f'{earlier}\ntimes = "times.csv"'))
    register = course_register(folder / "roster.csv", folder / "dates.toml", "Made up")
    assert [one.name for one in register.times] == ["Ada Ito"]
    assert [len(group) for group in register.groups] == [2]
