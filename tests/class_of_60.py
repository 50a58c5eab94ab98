"""A made-up class of 60 with all that can go wrong, as each LMS gives it to the staff.

To look at it, write it into a folder, and follow what is printed:

    python tests/class_of_60.py FOLDER
"""

import io
import shutil
import stat
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Files = Mapping[str, bytes]

ASSIGNMENT = """
title = "Made up"

[limits]
load = {cpu_seconds = 3, seconds = 60}
move = {cpu_seconds = 0.5, seconds = 10}
game = {cpu_seconds = 3, seconds = 60}

[[questions]]
name = "reflex"
agent = "Reflex"
points = 2

[[questions.tests]]
kind = "positions"
title = "food to the west"
search = "minimax"
depth = 1
points = 1
positions = ['''
%%%%%%
%.P1 %
%%%%%%
''']

[[questions.tests]]
kind = "positions"
title = "food to the east"
visibility = "hidden"
search = "minimax"
depth = 1
points = 1
positions = ['''
%%%%%%
% 1P.%
%%%%%%
''']
"""

_AGENT = """from pacgrid import Action, Agent

class Reflex(Agent):
    def act(self, state):
        {}
"""
RIGHT = _AGENT.format(
    "return max(state.legal_actions(), key=lambda action: state.successor(action).score)"
).encode()
_WEST = _AGENT.format("return Action.WEST").encode()


def packed(files: Files, symlink: str = "") -> bytes:
    """A zip; the member `symlink` is a link to the file that its content names."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (stat.S_IFLNK if name == symlink else stat.S_IFREG | 0o644) << 16
            archive.writestr(info, content)
    return data.getvalue()


def _agent(line: str) -> Files:
    return {"agent.py": _AGENT.format(line).encode()}


WRONG: list[Files] = [
    *({"agent.py": _WEST} for _ in range(4)),
    _agent("return 1 / 0"),
    _agent("return 'west'"),
    {"agent.py": b"class Reflex(:\n"},
    {"agent.py": b"import nowhere\n"},
    {"agent.py": b"def play(state): ...\n"},
    {"a.py": RIGHT, "b.py": RIGHT},
]
HOSTILE: list[Files] = [
    _agent("import os; os._exit(0)"),
    _agent("while True: pass"),
    _agent("raise SystemExit('2 of 2 points')"),
    _agent("print('<b>2 / 2</b>' * 100_000); return Action.WEST"),
    {"Ann Lee_9012_assignsubmission_file_agent.py": RIGHT},
    {"HW 1_login12_attempt_2026-01-31-12-00-00_agent.py": RIGHT},
    {"9012-1 - Ann Lee - Jan 31, 2026 1200 PM - agent.py": RIGHT},
    {"hw.zip": packed({f"{who}_assignsubmission_file_/agent.py": RIGHT for who in ("A_1", "B_2")})},
    {"hw.zip": packed({"agent.py": RIGHT, "../../9012/agent.py": b""})},
    {"hw.zip": packed({"agent.py": RIGHT, "/etc/passwd": b""})},
    {"hw.zip": packed({"agent.py": RIGHT, "bomb.txt": bytes(5 << 20)})},
    {"hw.zip": packed({"agent.py": RIGHT, "data.txt": b"/etc/passwd"}, symlink="data.txt")},
    {"hw.zip": packed({"agent.py": RIGHT, "Agent.py": b""})},
    {"hw.zip": packed({"agent.py": RIGHT, "con.txt": b""})},
]
UNREADABLE: list[Files] = [
    {"essay.docx": packed({"word/document.xml": b"<agent/>"})},
    {"agent.7z": b"7z\xbc\xaf'\x1c"},
    {"hw.zip": packed({"agent.py": RIGHT})[:-30]},
]
MISSING = 5
RIGHTS: list[Files] = [
    {"agent.py": RIGHT},
    {"my_agent.py": RIGHT},
    {"agent.py": RIGHT, "notes.txt": b"Done."},
    {"hw.zip": packed({"hw/agent.py": RIGHT, "hw/lib/x.py": b"", "__MACOSX/._agent.py": b""})},
]
NAMES = ["Zoë Müller", "王小明", "Anne-Marie O'Brien", "José de la Cruz", "=1+1", "attempt 2026"]
_FIRST = ("Ada", "Ben", "Cem", "Dora", "Eli", "Fay", "Gus", "Hana")
_LAST = ("Ito", "Jones", "Kaya", "Lopez", "Moore", "Novak", "Okoye")


@dataclass(frozen=True)
class Student:
    """Somebody in the class, and what they handed in."""

    number: int
    name: str
    kind: str
    files: Files

    @property
    def identifier(self) -> str:
        """Their number at the university; 00 in front must not get lost."""
        return f"00{self.number}"

    @property
    def login(self) -> str:
        return f"login{self.number}"

    @property
    def lms_number(self) -> str:
        return f"90{self.number}"


def students() -> list[Student]:
    """The class; the first two have the same name."""
    hand_ins = [("wrong", files) for files in WRONG]
    hand_ins += [("hostile", files) for files in HOSTILE]
    hand_ins += [("unreadable", files) for files in UNREADABLE]
    hand_ins += [("missing", {})] * MISSING
    hand_ins += [("right", RIGHTS[number % 4]) for number in range(60 - len(hand_ins))]
    names = ["Ann Lee", "Ann Lee", *NAMES, *(f"{a} {b}" for a in _FIRST for b in _LAST)]
    hand_ins.insert(0, hand_ins.pop())  # so that one Ann Lee is right and the other wrong
    return [
        Student(number, name, kind, files)
        for number, (name, (kind, files)) in enumerate(zip(names, hand_ins, strict=False), start=12)
    ]


def roster() -> str:
    """A CSV with the numbers that the university and the LMS use."""
    rows = [f"{one.name};{one.identifier};{one.login};{one.lms_number}" for one in students()]
    return "\n".join(["Name;Student number;Username;User ID", *rows]) + "\n"


# Each LMS's form: the paths of the files of a student, and what it writes itself.

_DATE = "2026-01-31-12-00-00"


def _moodle_folders(one: Student) -> Iterator[tuple[str, bytes]]:
    for name, content in one.files.items():
        yield f"{one.name}_{one.lms_number}_assignsubmission_file_/{name}", content


def _moodle_flat(one: Student) -> Iterator[tuple[str, bytes]]:
    for name, content in one.files.items():
        yield f"{one.name}_{one.lms_number}_assignsubmission_file_{name}", content


def _canvas(one: Student) -> Iterator[tuple[str, bytes]]:
    squeezed = "".join(filter(str.isalnum, one.name)).lower()
    for count, (name, content) in enumerate(one.files.items()):
        late = "_LATE" * (one.number % 3 == 0)
        yield f"{squeezed}{late}_{one.lms_number}_{70000 + count}_{name}", content


def _blackboard(one: Student) -> Iterator[tuple[str, bytes]]:
    prefix = f"HW_1_{one.login}_attempt_{_DATE}"
    for name, content in one.files.items():
        yield f"{prefix}_{name}", content
    if one.files:
        yield f"{prefix}.txt", f"Name: {one.name} ({one.login})\nAssignment: HW_1\n".encode()


def _brightspace(one: Student) -> Iterator[tuple[str, bytes]]:
    for name, content in one.files.items():
        yield f"{one.lms_number}-5 - {one.name} - Jan 31, 2026 1200 PM/{name}", content


def _gradescope(one: Student) -> Iterator[tuple[str, bytes]]:
    for name, content in one.files.items():
        yield f"assignment_5_export/submission_{one.lms_number}1/{name}", content


def _gradescope_metadata() -> bytes:
    rows = [
        f'submission_{one.lms_number}1:\n  :submitters:\n  - :name: "{one.name}"\n'
        f"    :sid: '{one.identifier}'\n    :email: {one.login}@example.org\n"
        for one in students()
        if one.files
    ]
    return "".join(["---\n", *rows]).encode()


_FORMS: Mapping[str, Callable[[Student], Iterator[tuple[str, bytes]]]] = {
    "moodle_folders": _moodle_folders,
    "moodle_flat": _moodle_flat,
    "canvas": _canvas,
    "blackboard": _blackboard,
    "brightspace": _brightspace,
    "gradescope": _gradescope,
}
FORMS = tuple(_FORMS)


def download(form: str) -> Files:
    """By path: what is in the download."""
    files = {path: content for one in students() for path, content in _FORMS[form](one)}
    if form == "gradescope":
        files["assignment_5_export/submission_metadata.yml"] = _gradescope_metadata()
    if form == "brightspace":
        files["index.html"] = b"<html>"
    return files


def write(folder: Path, form: str) -> tuple[Path, Path]:
    """Writes the download into `folder`: unpacked and as a zip. Returns both paths."""
    for path, content in download(form).items():
        file = folder / form / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    archive = folder / f"{form}.zip"
    archive.write_bytes(packed(download(form)))
    return folder / form, archive


def main(folder: Path) -> None:
    for form in FORMS:
        shutil.rmtree(folder / form, ignore_errors=True)
        write(folder, form)
    (folder / "roster.csv").write_text(roster(), "utf-8")
    (folder / "made_up.toml").write_text(ASSIGNMENT, "utf-8")
    command = "pacgrid grade canvas.zip -a made_up.toml --roster roster.csv --out results/"
    sys.stdout.write(f"cd {folder}\n{command}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
