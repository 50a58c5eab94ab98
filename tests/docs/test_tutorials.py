"""Each tutorial, followed word by word in an empty folder."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path

import pytest

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_SAVE = re.compile(r"[Ss]ave\s+this\s+as\s+`([^`]+)`[^`]*:\s*$")
_REPLACE = re.compile(r"[Ii]n\s+`([^`]+)`,\s+replace[^`]*:\s*$")


@dataclass(frozen=True)
class Save:
    """A file that the reader writes, or lines of a file that the reader replaces."""

    name: str
    text: str
    old: str = ""

    def follow(self, folder: Path) -> None:
        path, text = folder / self.name, self.text
        if self.old:
            before = path.read_text("utf-8")
            assert before.count(self.old) == 1, f"{self.name} hasn't these lines once:\n{self.old}"
            text = before.replace(self.old, text)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


@dataclass(frozen=True)
class Run:
    """Commands that the reader types, and what the page says that they print."""

    commands: str
    output: str | None

    def follow(self, folder: Path) -> None:
        printed = run(self.commands, folder)
        if self.output is not None:
            checker, flags = OutputChecker(), ELLIPSIS | NORMALIZE_WHITESPACE
            assert checker.check_output(self.output, printed, flags), f"{self.commands}\n{printed}"


def steps(page: str) -> Iterator[Save | Run]:
    """The steps of a tutorial, in order. Raises ValueError for a block that is no step."""
    found = [*_BLOCK.finditer(page)]
    blocks = iter(zip(found, [0, *(block.end() for block in found)], strict=False))
    waiting = next(blocks, None)
    while waiting:
        block, start = waiting
        before, (language, text) = page[start : block.start()], block.groups()
        waiting = next(blocks, None)
        if save := _SAVE.search(before):
            yield Save(save[1], text)
        elif (replace := _REPLACE.search(before)) and waiting:
            yield Save(replace[1], waiting[0][2], old=text)
            waiting = next(blocks, None)
        elif language == "sh":
            has_output = waiting and waiting[0][1] == "text"
            yield Run(text, waiting[0][2] if waiting and has_output else None)
            waiting = next(blocks, None) if has_output else waiting
        else:
            raise ValueError(f"a reader can't know what to do with this block:\n{text}")


def run(commands: str, folder: Path) -> str:
    """What the commands print, where there is no screen. They must succeed."""
    lines = [line for line in commands.splitlines() if " -m pip install " not in f" {line} "]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    variables = {**os.environ, "PATH": path, "COLUMNS": "80", "PYTHONUTF8": "1"}
    variables.pop("DISPLAY", None)
    result = subprocess.run(
        ["bash", "-e", "-c", "\n".join(lines)],
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, f"{commands}\n{result.stdout}\n{result.stderr}"
    return result.stdout


FOLDER = Path(__file__).parents[2] / "docs" / "tutorials"
PAGES = sorted(page for page in FOLDER.glob("*.md") if page.stem != "index")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_block_is_a_step_of_the_reader(page: Path) -> None:
    assert any(isinstance(step, Run) for step in steps(page.read_text("utf-8")))


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_reader_gets_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    for step in steps(page.read_text("utf-8")):
        step.follow(tmp_path)
