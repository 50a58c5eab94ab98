"""Every attack of `attacks/`, at every level of the sandbox that this system has.

`python tests/attack_table.py` prints what came of them.
"""

import os
import sys
from collections.abc import Iterator

import pytest

import attack_table
from helpers.attack import FOLDER, Attack, Grading, attacks, honest, wrong
from helpers.levels import needs
from pacgrid.autograder.sandbox.level import Level, available

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the sandboxes are Linux's")

USUAL = {
    "answers_in_advance",
    "forges_points",
    "kills_the_grader",
    "reads_the_tests",
    "imports_a_reference_agent",
}
"""The attacks in the default run; the others are slow tests."""


@pytest.fixture(scope="module")
def grading() -> Iterator[Grading]:
    """A grader that is used up; in the end, it must grade an honest submission as ever."""
    with Grading() as grader:
        yield grader
        for level in available():
            assert not wrong(honest(), level, grader.result(honest(), level))


@pytest.mark.parametrize("level", [pytest.param(at, marks=needs(at)) for at in Level])
@pytest.mark.parametrize(
    "attack",
    [
        pytest.param(attack, id=attack.name, marks=[] if usual else pytest.mark.slow)
        for attack in attacks()
        for usual in [attack.name in USUAL]
    ],
)
def test_an_attack_comes_to_what_its_file_says(
    grading: Grading, attack: Attack, level: Level
) -> None:
    before = dict(os.environ), sorted(FOLDER.iterdir())
    assert not wrong(attack, level, grading.result(attack, level))
    assert before == (dict(os.environ), sorted(FOLDER.iterdir()))


def test_every_attack_says_what_it_tries_and_why_it_is_not_held() -> None:
    assert len(attacks()) >= 45
    for attack in attacks():
        assert attack.tries.endswith("."), attack.name
        assert set(attack.not_held) <= set(Level), attack.name
        assert all(attack.not_held.values()), attack.name
        assert Level.BUBBLEWRAP not in attack.not_held, attack.name


@pytest.mark.slow
def test_the_table_tells_what_is_held_and_what_is_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(sys, "argv", ["attack_table.py", "reads_the_tests"])
    assert attack_table.main() == 0
    printed = capsys.readouterr().out
    assert "NOT HELD" in printed
    assert "process: a process may read what its user may" in printed
    assert f"1 attacks at {len(available())} levels; 0 came out otherwise" in printed
