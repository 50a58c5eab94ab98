"""Text from strangers, put everywhere it can stand, through every command and every output."""

import csv
import io
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from unicodedata import category
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from pacgrid import Action, Layout, cli
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.model.grade import Grade, QuestionGrade
from pacgrid.autograder.model.outcome import Aim, Outcome
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.common.failure import Failure
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.record import Record
from pacgrid.records.thought import Move, Thought
from pacgrid.render.web.page_data import page_data
from pacgrid.session.frame import Overlay
from pacgrid.session.game_session import GameSession
from pacgrid.session.playback import ReplayedGame

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="file names there hold anything")

HOSTILE = (
    '=cmd|\' /C calc\'!A0 [red]markup[/red] :red_circle: <script>alert(1)</script> ]]> """ '
    "\x1b]52;c;aGk=\x07\x1b[2J\x9b31m\r\b\x7f\x85\u202e\u2066\u200b\u2028\ufeff\U000e0041\ud800\0."
)
NAME = HOSTILE.replace("/", "").replace("\0", "").replace("\ud800", "\udcff")
"""As much of it as the name of a file can hold."""
TYPE = HOSTILE.replace("\0", "").replace("\ud800", "")
"""The same for a class."""
IN_TOML = "".join(
    c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}"
    for c in HOSTILE
    if category(c) != "Cs"
)

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
        self.report = Report(
            features={{{HOSTILE!r}: 1}},
            action_details={{{HOSTILE!r}: {{state.legal_actions()[0]: 1}}}},
            details={{{HOSTILE!r}: 1}},
        )
        return state.legal_actions()[0]
    def explain(self, state, action): raise ValueError({HOSTILE!r})
"""
FAILS_ON_IMPORT = f"raise ValueError({HOSTILE!r})"
FAILS_TO_BUILD = RAISES + f"    def __init__(self): raise ValueError({HOSTILE!r})"
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
RECORD = Record(
    *(PacmanSetup(Layout(Layout.parse(LAYOUT).rows, HOSTILE), 2), (HOSTILE, HOSTILE), 0),
    (Move(Action.EAST, 0, 0, thought=Thought(features={HOSTILE: 1.0}, trouble=HOSTILE)),),
    *(-491, Ending.RAISED, 0, HOSTILE, f"{HOSTILE}\n  line"),
)


def saved_record(**changes: object) -> str:
    """Its lines, written past all cleaning, with changes wherever they belong."""
    RECORD.save("record.jsonl")
    header, move, result = map(json.loads, Path("record.jsonl").read_text().splitlines())
    header |= {"agents": [HOSTILE, HOSTILE], "layout": header["layout"] | {"name": HOSTILE}}
    move["thought"] = {"features": {HOSTILE: 1.0}, "trouble": HOSTILE}
    result |= {"message": HOSTILE, "details": f"{HOSTILE}\n  line"}
    changed = (
        {key: changes.get(key, line[key]) for key in line} for line in (header, move, result)
    )
    return "".join(json.dumps(line) + "\n" for line in changed)


# What is checked.


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


def assert_clean_files(folder: Path) -> None:
    """Files and their names are clean, also as programs read them that know the format."""
    for path in folder.rglob("*"):
        assert_clean(str(path.relative_to(folder)))
        if path.is_dir():
            continue
        text = path.read_text("utf-8-sig")
        assert_clean(text)
        match path.suffix:
            case ".json":
                assert_clean("".join(texts_in(json.loads(text))))
            case ".jsonl":
                assert_clean("".join(texts_in([*map(json.loads, text.splitlines())])))
            case ".html":
                assert "<script>alert" not in text
            case ".xml":
                for element in ET.fromstring(text).iter():
                    assert_clean("".join([*element.attrib.values(), element.text or ""]))
            case ".csv":
                cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
                assert not any(cell.lstrip().startswith(("=", "+", "@")) for cell in cells)
            case ".md":
                assert "<script>" not in re.sub(r"(`+).+?\1", "", text, flags=re.DOTALL)


Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in a folder with hostile files. Gives all that it printed, which is clean, as
    is all that it wrote into `out`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "4000")
    for name, text in {
        "good.lay": LAYOUT,
        f"{NAME}.lay": LAYOUT,
        "assignment.toml": ASSIGNMENT,
        f"{NAME}.py": RAISES,
        f"{NAME} reports.py": REPORTS,
        "record.jsonl": saved_record(),
    }.items():
        Path(name).write_text(text, errors="surrogateescape")
    Path("out").mkdir()

    def call(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["pacgrid", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = "".join(capsys.readouterr())
        assert ended.value.code in (None, 0, 1), printed
        assert_clean(printed)
        assert_clean_files(Path("out"))
        return printed

    return call


def strange_grade(submission: Submission) -> Grade:
    failure = Failure(HOSTILE, f"{HOSTILE}\n{HOSTILE}")
    outcome = Outcome(
        *(HOSTILE, HOSTILE, 1, 2, (Aim(HOSTILE, 1, reached=False),), failure, HOSTILE),
        *(f"{HOSTILE}: pacgrid {HOSTILE}\n{HOSTILE}", "visible", 5, f"{HOSTILE}\n{HOSTILE}"),
    )
    question = QuestionGrade("mine", "Mine", 2, HOSTILE, (outcome, outcome))
    return Grade(
        *(submission.name, (question,), None, submission.missing),
        *(submission.student or HOSTILE, submission.identifier or HOSTILE, HOSTILE, HOSTILE),
    )


@pytest.fixture
def grader(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grader that lets the worst through, at once."""

    def grade(_: Grader, submissions: Sequence[Submission]) -> list[Grade]:
        return [strange_grade(submission) for submission in submissions]

    monkeypatch.setattr(Grader, "grade", grade)


# Every command.


STRANGE = {
    "MINE": [f"{NAME}.py:Mine"],
    "REPORTS": [f"{NAME} reports.py"],
    "LAYOUT": [f"{NAME}.lay"],
    "OVERLAYS": ["--overlay", "features", "--overlay", "values", "--overlay", "expanded"],
}
"""What stands for words with strange text, and for some overlays."""
SHOWING = """
replay record.jsonl --view none --save out/p.html --save out/r.jsonl
replay record.jsonl --view terminal
play -l good.lay MINE --view none --save out/game.jsonl
play -l good.lay MINE --view none --json -
play -l good.lay MINE -n 2 -j 1
compare MINE MINE -l good.lay -n 2 -j 1
play -l good.lay REPORTS --view terminal OVERLAYS --rounds 2 --save out/g.jsonl --save out/g.html
play -l LAYOUT reflex --view none
play -l LAYOUT reflex -n 2 -j 1
play -l LAYOUT reflex --view terminal --rounds 1
tree -l good.lay -a MINE --save out/tree.svg --save out/tree.html
tree -l good.lay -a REPORTS
assignment check assignment.toml
"""


@pytest.mark.parametrize("command", SHOWING.strip().splitlines())
@pytest.mark.usefixtures("grader")
def test_every_command_shows_strange_text_as_it_is(run: Run, command: str) -> None:
    assert "[red]markup" in run(*(w for word in command.split() for w in STRANGE.get(word, [word])))


@pytest.mark.parametrize(
    "words",
    [
        ("play",),
        ("play", "-l"),
        ("play", "--view", "none", "reflex", "--save"),
        ("compare", "reflex"),
        ("replay",),
        ("tree",),
        ("tree", "-a"),
        ("tree", "--position"),
        ("tree", "book", "--save"),
        ("grade",),
        ("grade", "good.lay", "-a"),
        ("grade", "good.lay", "-q"),
        ("assignment", "kit", "-o", "kit"),
        ("assignment", "gradescope"),
        ("new",),
    ],
    ids=" ".join,
)
def test_errors_show_what_was_typed(run: Run, words: tuple[str, ...]) -> None:
    assert "[red]markup" in run(*words, f"{NAME}/nowhere")


BAD_FILES = [
    *((".jsonl", {key: HOSTILE}) for key in ("version", "ending", "action", "agents")),
    *((".py", text) for text in (FAILS_ON_IMPORT, FAILS_TO_BUILD, "x = ", "")),
    *((".lay", LAYOUT.replace("P", mark)) for mark in "\x1b\x9b\r\u202e\u2028\ufeff\ud800\0"),
    *(
        (".toml", ASSIGNMENT.replace(right, wrong, 1))
        for right, wrong in (
            ('name = "mine"', f'name = "{IN_TOML}"'),
            ('agent = "Mine"', f'agent = "{IN_TOML}"'),
            ("points = 1\n", f'"{IN_TOML}" = 1\n'),
            ('layout = "good.lay"', f'layout = "{IN_TOML}"'),
            ('ghosts = ["random_ghost"]', f'ghosts = ["{IN_TOML}"]'),
            ("rounds = 5", "rounds = \x1b[2J"),
        )
    ),
]
COMMANDS = {
    ".jsonl": ("replay",),
    ".py": ("play", "--view", "none"),
    ".lay": ("play", "-l"),
    ".toml": ("assignment", "check"),
}


@pytest.mark.parametrize(("suffix", "content"), BAD_FILES, ids=range(len(BAD_FILES)))
def test_a_bad_file_is_a_clean_error(run: Run, suffix: str, content: object) -> None:
    text = content if isinstance(content, str) else saved_record(**content)
    Path(NAME + suffix).write_text(text, "utf-8", "surrogatepass")
    printed = run(*COMMANDS[suffix], NAME + suffix)
    assert "[red]markup" in printed
    assert printed.count("\n") == 1 or suffix == ".py", "only agents have lines of their own"


@pytest.mark.slow
def test_pictures_are_drawn_of_anything_and_named_anything(run: Run) -> None:
    run("replay", "record.jsonl", "--save", f"{NAME}.gif")
    assert Path(f"{NAME}.gif").is_file()


def test_the_views_show_clean_text() -> None:
    session = GameSession(ReplayedGame(RECORD))
    for overlay in Overlay:
        session.press(overlay.key)
    frame = session.frame()
    board = frame.boards[0]
    session.press("t")
    sheet = session.frame().sheet
    assert board.insight
    assert sheet
    parts = [asdict(part) for part in (frame.caption, board.insight, sheet, *board.cards)]
    assert_clean("".join(texts_in([*parts, page_data(RECORD)])))


def test_the_path_of_a_new_agent_is_shown(run: Run) -> None:
    run("new", "\x1b[2J\u202e/new.py")
    Path("\x1b[2J\u202e").mkdir()
    assert "[2J" in run("new", "\x1b[2J\u202e/new.py")


# Submissions and assignments.


def grade_everywhere(run: Run, text: str) -> None:
    """Grade submissions with strange names into every output there is."""
    single = Path(f"batch/{NAME}_11_assignsubmission_file_/agent.py")
    single.parent.mkdir(parents=True)
    for path in (single, Path(f"batch/{NAME}.py"), Path(f"batch/{NAME}.txt")):
        path.write_text(text, errors="surrogateescape")
    grade = ("grade", "-a", "assignment.toml", "-j", "1", "--sandbox", "process")
    journal = ("--journal", f"{NAME}.sqlite")
    printed = run(*grade, "batch", *journal, "--json", "out/all.json", "--out", "out")
    assert "[red]markup" in printed
    assert "[red]markup" in run(*grade, str(single), "--all")
    run(*grade, str(single), "--gradescope", "out/gradescope.json")
    Path("assignment.toml").write_text(ASSIGNMENT.replace("10000", "-10000"))
    run(*grade, "batch", *journal)


@pytest.mark.usefixtures("grader")
def test_submissions_are_graded(run: Run) -> None:
    grade_everywhere(run, "")


@pytest.mark.slow
@pytest.mark.parametrize("text", [PRINTS, FAILS_ON_IMPORT, FAILS_TO_BUILD])
def test_submissions_are_graded_by_workers(run: Run, text: str) -> None:
    grade_everywhere(run, text)
    assert ": =cmd|' /C calc'!A0 [red]markup" in Path("out/all.json").read_text()


@pytest.mark.usefixtures("grader")
def test_an_assignment_is_packed_for_students_and_for_gradescope(run, monkeypatch):
    packed = Package("./pacgrid.whl", ("pacgrid.whl", b""))
    monkeypatch.setattr("pacgrid.autograder.authoring.package.package", lambda: packed)
    run("assignment", "kit", "assignment.toml", "-o", NAME)
    assert_clean_files(Path(NAME))
    compile((Path(NAME) / "agent.py").read_text(), "agent.py", "exec")
    run("assignment", "gradescope", "assignment.toml", "-o", f"{NAME}.zip")
    with ZipFile(f"{NAME}.zip") as bundle:
        for name in bundle.namelist():
            assert_clean(name)
            assert_clean(bundle.read(name).decode())
