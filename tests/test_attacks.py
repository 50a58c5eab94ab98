"""Every attack in `attacks/`, at the sandbox levels that this system supports.

`python tests/attack_table.py` prints the results as a table.
"""

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import attack_table
from helpers.attack import FOLDER, Attack, attacks, honest, wrong
from helpers.attack_grading import Grading
from helpers.sandbox_levels import LEVELS, needs
from pacgrid.autograder.sandbox.level import Level, available, strongest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the sandboxes are Linux's")

FAST = {"kills_the_grader", "raises_a_hidden_board", "reads_the_tests"}
"""The attacks in the default run, at the strongest level; the others are slow tests."""


@pytest.fixture(scope="module")
def grading() -> Iterator[Grading]:
    """A grader for all attacks. In the end, it must still grade an honest submission."""
    with Grading() as grader:
        yield grader
        assert not wrong(honest(), strongest(), grader.result(honest(), strongest()))


def cases() -> Iterator[Any]:
    """Each attack at the strongest and the weakest level. Landlock adds to what a process holds, so
    there it is tried with what a process doesn't hold; `attack_table.py` tries it with all."""
    for attack in attacks():
        for level in LEVELS:
            if level is Level.LANDLOCK and Level.PROCESS not in attack.not_held:
                continue
            is_fast = attack.name in FAST and level is strongest()
            marks = [needs(level), *([] if is_fast else [pytest.mark.slow])]
            yield pytest.param(attack, level, id=f"{attack.name}-{level}", marks=marks)


@pytest.mark.parametrize(("attack", "level"), [*cases()])
def test_an_attack_has_the_result_that_its_file_expects(
    grading: Grading, attack: Attack, level: Level
) -> None:
    before = dict(os.environ), sorted(FOLDER.iterdir())
    assert not wrong(attack, level, grading.result(attack, level))
    assert before == (dict(os.environ), sorted(FOLDER.iterdir()))


def test_every_attack_says_what_it_tries_and_why_it_works_where_it_does() -> None:
    assert len(attacks()) >= 240
    for attack in attacks():
        assert attack.tries.endswith("."), attack.name
        assert set(attack.not_held) <= set(Level), attack.name
        assert all(attack.not_held.values()), attack.name
        assert Level.BUBBLEWRAP not in attack.not_held, attack.name


@pytest.mark.slow
def test_the_table_shows_which_attacks_are_stopped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(sys, "argv", ["attack_table.py", "reads_the_tests"])
    assert attack_table.main() == 0
    printed = capsys.readouterr().out
    assert "WORKS" in printed
    assert "process: a process may read what its user may" in printed
    assert f"1 attacks at {len(available())} levels; 0 unexpected results" in printed
