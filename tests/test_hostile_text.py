"""Text from strangers, put everywhere it can stand, through every command and every output."""

import csv
import io
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from unicodedata import category
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from pacgrid import Action, Layout, cli
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.grade import Aim, Grade, Outcome, QuestionGrade
from pacgrid.autograder.grader import Grader
from pacgrid.autograder.submission import Submission
from pacgrid.common.failure import Failure
from pacgrid.records.record import Ending, Move, Record
from pacgrid.records.thought import Thought
from pacgrid.view.caption import caption_of
from pacgrid.view.page.reel import reel
from pacgrid.view.player import Player
from pacgrid.view.show import Replay

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="file names there hold anything")

HOSTILE = (
    '=cmd|\' /C calc\'!A0 [red]markup[/red] :red_circle: <script>alert(1)</script> ]]> """ '
    "\x1b]52;c;aGk=\x07\x1b[2J\x9b31m\r\b\x7f\x85\u202e\u2066\u200b\u2028\ufeff\U000e0041\ud800\0."
)
NAME = HOSTILE.replace("/", "").replace("\0", "").replace("\ud800", "\udcff")
"""As much of it as the name of a file can hold."""

TYPE = HOSTILE.replace("\0", "").replace("\ud800", "")
"""The same for a class."""

LAYOUT = "%%%%%%\n%P..1%\n%%%%%%\n"
RAISES = f"""
from pacgrid import Agent
class Odd(Exception): ...
Odd.__name__ = {TYPE!r}
class Mine(Agent):
    name = {HOSTILE!r}
    def act(self, state):
        raise Odd({HOSTILE!r})
"""
PRINTS = RAISES.replace("    raise", f"    print({TYPE!r})\n        raise")
REPORTS = f"""
from pacgrid import Agent
from pacgrid.agent import Report
class Mine(Agent):
    name = {HOSTILE!r}
    def act(self, state):
        self.report = Report(features={{{HOSTILE!r}: 1}})
        return state.legal_actions()[0]
    def explain(self, state, action): raise ValueError({HOSTILE!r})
"""
FAILS_ON_IMPORT = f"raise ValueError({HOSTILE!r})"
FAILS_TO_BUILD = RAISES + f"    def __init__(self): raise ValueError({HOSTILE!r})"
IN_TOML = "".join(
    c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}"
    for c in HOSTILE
    if category(c) != "Cs"
)
ASSIGNMENT = f"""
title = "{IN_TOML}"
[limits]
load = {{cpu_seconds = 4, seconds = 40}}
[[questions]]
name = "mine"
agent = "Mine"
points = 1
[[questions.tests]]
kind = "games"
title = "{IN_TOML}"
layout = "good.lay"
ghosts = ["random_ghost"]
rounds = 5
thresholds = [{{average_score = 10000, points = 1}}]
"""

Run = Callable[..., str]


def assert_clean(text: str) -> None:
    """Nothing in it controls a terminal, reorders text or hides some."""
    bad = {c for c in text if category(c) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}} - {"\n"}
    assert not bad, (bad, text)


def texts_in(data: object) -> Iterator[str]:
    """All text in parsed JSON, keys too."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from (text for pair in data.items() for part in pair for text in texts_in(part))
    elif isinstance(data, list | tuple):
        yield from (text for part in data for text in texts_in(part))


def assert_clean_file(suffix: str, text: str) -> None:
    """Text in a file is clean, also as programs read it that know the format."""
    assert_clean(text)
    if suffix == ".json":
        for part in texts_in(json.loads(text)):
            assert_clean(part)
    elif suffix == ".html":
        assert "<script>alert" not in text
    elif suffix == ".xml":
        for element in ET.fromstring(text).iter():
            assert_clean("".join([*element.attrib.values(), element.text or ""]))
    elif suffix == ".csv":
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        assert not any(cell.lstrip().startswith(("=", "+", "@")) for cell in cells)
    elif suffix == ".md":
        assert "<script>" not in re.sub(r"(`+).+?\1", "", text, flags=re.DOTALL)


def assert_clean_files(folder: Path) -> None:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    for path in files:
        assert_clean(str(path.relative_to(folder)))
        assert_clean_file(path.suffix, path.read_text("utf-8-sig"))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in a folder of its own. Gives all that it printed, which is clean."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "4000")
    Path("good.lay").write_text(LAYOUT)
    Path("assignment.toml").write_text(ASSIGNMENT)

    def call(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["pacgrid", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = "".join(capsys.readouterr())
        assert ended.value.code in (None, 0, 1), printed
        assert_clean(printed)
        return printed

    return call


# Records.


def record() -> Record:
    thought = Thought(features={HOSTILE: 1.0}, trouble=HOSTILE)
    moves = (Move(Action.EAST, 0, 0, thought=thought),)
    layout = Layout(Layout.parse(LAYOUT).rows, HOSTILE)
    agents = (HOSTILE, HOSTILE)
    return Record(layout, agents, 0, moves, -491, Ending.RAISED, 0, HOSTILE, f"{HOSTILE}\n  line")


@pytest.fixture
def saved(tmp_path: Path) -> str:
    """A record's file, written past all cleaning."""
    path = tmp_path / "record.json"
    record().save(path)
    data = json.loads(path.read_text())
    data["layout"]["name"] = data["message"] = HOSTILE
    data["details"] = f"{HOSTILE}\n  line"
    data["agents"] = [HOSTILE, HOSTILE]
    data["moves"][0][4] = {"features": {HOSTILE: 1.0}, "trouble": HOSTILE}
    path.write_text(json.dumps(data))
    return str(path)


def test_a_record_is_replayed(run: Run, saved: str) -> None:
    printed = run("replay", saved, "--view", "none")
    assert "[red]markup[/red] :red_circle:" in printed
    assert "\n  line" in printed
    assert "[red]markup" in run("replay", saved, "--view", "terminal")


def test_a_record_is_made_a_page_and_saved_again(run: Run, saved: str, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    run("replay", saved, "--view", "none", "--html", "out/page.html", "--save", "out/again.json")
    assert_clean_files(folder)


@pytest.mark.slow
def test_pictures_get_names_that_hold_anything(run: Run, saved: str) -> None:
    run("replay", saved, "--sheet", f"{NAME}.png", "--record", f"{NAME}.gif")
    assert Path(f"{NAME}.png").is_file()


def test_what_the_views_show_of_a_record_is_clean() -> None:
    caption = caption_of(Player(Replay(record())))
    for text in texts_in([vars(caption), reel(record())]):
        assert_clean(text)


@pytest.mark.parametrize("key", ["version", "ending", "moves", "agents"])
def test_a_bad_record_is_one_clean_line(run: Run, saved: str, key: str) -> None:
    data = json.loads(Path(saved).read_text())
    Path(NAME).write_text(json.dumps({**data, key: HOSTILE}))
    assert run("replay", NAME).count("\n") == 1


# Agents.


def test_an_agent_that_fails_is_played_and_compared(run: Run) -> None:
    Path(f"{NAME}.py").write_text(RAISES, errors="surrogateescape")
    agent, layout = f"{NAME}.py:Mine", ("--layout", "good.lay", "--view", "none")
    printed = run("play", "-p", agent, *layout, "--save", "game.json")
    assert printed.startswith("Forfeit")
    assert "Pac-Man (=cmd" in printed
    assert_clean_file(".json", Path("game.json").read_text())
    assert "[red]markup" in run("play", "-p", agent, *layout, "-n", "2", "-j", "1")
    assert "[red]markup" in run("compare", agent, agent, *layout, "-n", "2", "-j", "1")
    run("play", "-p", agent, *layout, "--json", "-")


@pytest.mark.slow
def test_an_agents_games_are_plotted(run: Run) -> None:
    Path("agent.py").write_text(RAISES, errors="surrogateescape")
    run("play", "-p", "agent.py", "-l", "good.lay", "-n", "2", "-j", "1", "--plot", "plot.png")


def test_what_an_agent_reports_is_saved_and_shown(run: Run) -> None:
    Path("agent.py").write_text(REPORTS, errors="surrogateescape")
    words = ("play", "-p", "agent.py", "-l", "good.lay", "--rounds", "2")
    run(*words, "--view", "none", "--save", "game.json", "--html", "game.html")
    assert_clean_file(".json", Path("game.json").read_text())
    assert_clean_file(".html", Path("game.html").read_text())
    run(*words, "--view", "terminal", "--overlay", "features")


@pytest.mark.parametrize("text", [FAILS_ON_IMPORT, FAILS_TO_BUILD, "x = ", ""])
def test_an_agent_that_cannot_be_loaded_is_an_error(run: Run, text: str) -> None:
    Path(f"{NAME}.py").write_text(text, errors="surrogateescape")
    assert "[red]markup" in run("play", "-p", f"{NAME}.py", "--view", "none")


def test_plug_ins_are_listed_and_their_errors_told(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = EntryPoint(HOSTILE, HOSTILE, "pacgrid.agents")
    for module in ("agent_loader", "cli.lists", "view.takeover"):
        monkeypatch.setattr(f"pacgrid.{module}.plugins", lambda: (plugin,))
    assert "[red]markup" in run("agents")
    assert "[red]markup" in run("play", "-p", "nobody", "--view", "none")
    assert "[red]markup" in run("play", "-p", HOSTILE, "--view", "none")


@pytest.mark.parametrize(
    "words",
    [
        ("play", "-p"),
        ("play", "-l"),
        ("play", "--view", "none", "-p", "reflex", "--save"),
        ("compare", "reflex"),
        ("replay",),
        ("grade",),
        ("grade", "good.lay", "-a"),
        ("grade", "good.lay", "-q"),
        ("assignment", "kit", "-o", "kit"),
        ("gradescope",),
        ("new",),
    ],
    ids=" ".join,
)
def test_what_is_typed_is_told_in_errors(run: Run, words: tuple[str, ...]) -> None:
    assert "[red]markup" in run(*words, f"{NAME}/nowhere")


def test_a_new_file_is_told(run: Run) -> None:
    run("new", "\x1b[2J\u202e/new.py")
    Path("\x1b[2J\u202e").mkdir()
    assert "[2J" in run("new", "\x1b[2J\u202e/new.py")


# Layouts.


def test_a_layout_is_named_by_its_file(run: Run) -> None:
    Path(f"{NAME}.lay").write_text(LAYOUT)
    words = ("-l", f"{NAME}.lay", "-p", "reflex")
    assert "[red]markup" in run("play", *words, "--view", "none")
    assert "[red]markup" in run("play", *words, "-n", "2", "-j", "1")
    assert "[red]markup" in run("play", *words, "--view", "terminal", "--rounds", "1")


@pytest.mark.parametrize("mark", "\x1b\x9b\r\u202e\u2028\ufeff\ud800\0")
def test_a_character_that_no_layout_has_is_one_clean_line(run: Run, mark: str) -> None:
    Path(f"{NAME}.lay").write_text(LAYOUT.replace(".", mark, 1), "utf-8", "surrogatepass")
    assert run("play", "-l", f"{NAME}.lay").count("\n") == 1


# Submissions and assignments.


def hostile_grade(submission: Submission) -> Grade:
    failure = Failure(HOSTILE, f"{HOSTILE}\n{HOSTILE}")
    outcome = Outcome(
        *(HOSTILE, HOSTILE, 1, 2, (Aim(HOSTILE, 1, reached=False),), failure, HOSTILE),
        *(f"{HOSTILE}: pacgrid {HOSTILE}\n{HOSTILE}", "visible", 5, f"{HOSTILE}\n{HOSTILE}"),
    )
    question = QuestionGrade("mine", "Mine", 2, HOSTILE, (outcome, outcome))
    return Grade(
        submission.name, (question,), None, submission.missing, submission.student or HOSTILE,
        submission.identifier or HOSTILE, HOSTILE, HOSTILE,
    )  # fmt: skip


@pytest.fixture
def grader(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grader that lets the worst through, at once."""

    def grade(_: Grader, submissions: Sequence[Submission]) -> list[Grade]:
        return [hostile_grade(submission) for submission in submissions]

    monkeypatch.setattr(Grader, "grade", grade)


def hand_in(folder: Path, text: str) -> Path:
    """A batch whose files, folders and students are called what they like."""
    students = folder / f"{NAME}_11_assignsubmission_file_"
    students.mkdir(parents=True)
    (students / "agent.py").write_text(text, errors="surrogateescape")
    (folder / f"{NAME}.py").write_text(text, errors="surrogateescape")
    (folder / f"{NAME}.txt").write_text("")
    return folder


def grade_everywhere(run: Run, tmp_path: Path, text: str) -> None:
    """Grade a batch and a single submission into every output there is."""
    batch = hand_in(tmp_path / "batch", text)
    single = str(next(batch.rglob("agent.py")))
    grade = ("grade", "-a", "assignment.toml", "-j", "1", "--sandbox", "process")
    journal = ("--journal", f"{NAME}.sqlite")
    printed = run(*grade, str(batch), *journal, "--json", "all.json", "--out", "out")
    assert ".txt" in printed
    assert "[red]markup" in printed
    assert_clean_file(".json", Path("all.json").read_text())
    assert_clean_files(tmp_path / "out")
    assert "[red]markup" in run(*grade, single, "--show-hidden")
    run(*grade, single, "--gradescope", "gradescope.json")
    assert_clean_file(".json", Path("gradescope.json").read_text())
    Path("assignment.toml").write_text(ASSIGNMENT.replace("10000", "-10000"))
    run(*grade, str(batch), *journal, "--compare")


@pytest.mark.usefixtures("grader")
def test_submissions_are_graded(run: Run, tmp_path: Path) -> None:
    grade_everywhere(run, tmp_path, "")


@pytest.mark.slow
@pytest.mark.parametrize("text", [PRINTS, FAILS_ON_IMPORT, FAILS_TO_BUILD])
def test_submissions_are_graded_by_workers(run: Run, tmp_path: Path, text: str) -> None:
    grade_everywhere(run, tmp_path, text)
    assert ": =cmd|' /C calc'!A0 [red]markup" in Path("all.json").read_text()


@pytest.mark.usefixtures("grader")
def test_an_assignment_is_checked_and_made_a_kit(run: Run, tmp_path: Path) -> None:
    assert "[red]markup" in run("assignment", "check", "assignment.toml")
    run("assignment", "kit", "assignment.toml", "-o", f"{NAME}")
    Path(NAME).rename("kit")
    assert_clean_files(tmp_path / "kit")
    compile((tmp_path / "kit" / "agent.py").read_text(), "agent.py", "exec")


def test_an_assignment_is_bundled(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = Package("./pacgrid.whl", ("pacgrid.whl", b""))
    monkeypatch.setattr("pacgrid.autograder.authoring.package.package", lambda: packed)
    run("gradescope", "assignment.toml", "-o", f"{NAME}.zip")
    with ZipFile(f"{NAME}.zip") as bundle:
        for name in bundle.namelist():
            assert_clean(name)
            assert_clean(bundle.read(name).decode())


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('name = "mine"', f'name = "{IN_TOML}"'),
        ('agent = "Mine"', f'agent = "{IN_TOML}"'),
        ("points = 1\n", f'"{IN_TOML}" = 1\n'),
        ('layout = "good.lay"', f'layout = "{IN_TOML}"'),
        ('ghosts = ["random_ghost"]', f'ghosts = ["{IN_TOML}"]'),
        ("rounds = 5", "rounds = \x1b[2J"),
    ],
)
def test_a_bad_assignment_is_one_clean_line(run: Run, right: str, wrong: str) -> None:
    assert right in ASSIGNMENT
    Path(f"{NAME}.toml").write_text(ASSIGNMENT.replace(right, wrong, 1))
    assert run("assignment", "check", f"{NAME}.toml").count("\n") == 1
