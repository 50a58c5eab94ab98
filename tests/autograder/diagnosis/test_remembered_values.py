"""What is said of a search that remembers what it found before."""

from functools import partial

import pytest

from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.diagnose import diagnose
from pacgrid.autograder.diagnosis.generator import generate
from pacgrid.autograder.diagnosis.hypothesis import build
from pacgrid.autograder.diagnosis.observation import ObservedTest, observe


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("memo_without_depth", "; it remembers the value of the state after "),
        ("keeps_values", "; it has played "),
    ],
)
def test_it_is_said_from_where_a_value_is(name: str, words: str) -> None:
    known = known_mistakes("minimax")
    mutant = next(each.mutant for each in known if each.finding.mistake == name)
    probes = generate("minimax", 44, 1)
    observed = [observe(probe, partial(build, mutant, probe)) for probe in probes]
    example = diagnose([ObservedTest(tuple(observed))], known).counterexample
    assert example
    assert words in example.difference
