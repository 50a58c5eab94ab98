"""Every attack in `attacks/`, at the sandbox levels that this system supports."""

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from helpers.attack import FOLDER, attacks, honest, wrong
from helpers.attack_grading import Grading
from helpers.sandbox_levels import LEVELS, needs
from pacgrid.autograder.sandbox.level import Level, strongest

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
    """Each attack at the weakest level, and at the stronger ones, too, if that doesn't hold it.

    Each level only adds walls. So what a process holds is held everywhere, by what all levels
    share; of these attacks, every fourth is tried at the strongest level as well.
    """
    for number, attack in enumerate(attacks()):
        is_held_by_process = Level.PROCESS not in attack.not_held
        for level in LEVELS:
            is_fast = attack.name in FAST and level is strongest()
            is_tried_again = number % 4 == 0 and level is strongest()
            if (
                is_held_by_process
                and level is not Level.PROCESS
                and not (is_fast or is_tried_again)
            ):
                continue
            marks = [needs(level), *([] if is_fast else [pytest.mark.slow])]
            yield pytest.param(attack, level, id=f"{attack.name}-{level}", marks=marks)


@pytest.mark.parametrize(("attack", "level"), [*cases()])
def test_an_attack_has_the_result_that_its_file_expects(grading, attack, level):
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
