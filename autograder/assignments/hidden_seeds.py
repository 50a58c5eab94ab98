"""Large seeds for hidden tests: a submission that guesses a seed can predict the ghosts, or
recognise the positions that it is asked about."""

import hmac
import json
from collections.abc import Iterable, Iterator

from ..kinds.kind import GradedTest
from .question import Question

SMALLEST = 10**15
"""Smaller seeds can be guessed."""
LARGEST = 2**63 - 10**6
"""The seeds of the games after it must also fit a TOML file, which has 64-bit integers."""


def with_hidden_seeds(questions: Iterable[Question], salt: str) -> list[Question]:
    """`questions`, with large seeds for hidden games and searches that have small ones. A seed
    depends only on the `salt`, which makes it secret, and on what its test asks: its
    `seeded_by`."""

    def changed(question: Question, test: GradedTest) -> GradedTest:
        if not _has_small_seed(test):
            return test
        text = json.dumps([question.asks_for, test.kind, test.own_seed, *test.seeded_by])
        digest = hmac.digest(salt.encode(), text.encode(), "sha256")
        seed = SMALLEST + int.from_bytes(digest) % (LARGEST - SMALLEST)
        return test.model_copy(update={"seed": seed})

    return [
        question.model_copy(update={"tests": [changed(question, test) for test in question.tests]})
        for question in questions
    ]


def small_seeds(questions: Iterable[Question]) -> tuple[str, ...]:
    """The hidden tests with small seeds, such as `minimax.2`."""
    hidden = _hidden_tests(questions)
    return tuple(name for name, test in hidden if _has_small_seed(test))


def hidden_seeds(questions: Iterable[Question]) -> dict[str, int]:
    """The seed of each hidden test that has one, by its name, such as `minimax.2`."""
    hidden = ((name, test.own_seed) for name, test in _hidden_tests(questions))
    return {name: seed for name, seed in hidden if seed is not None}


def _hidden_tests(questions: Iterable[Question]) -> Iterator[tuple[str, GradedTest]]:
    for question in questions:
        for test in question.numbered_tests:
            if test.is_hidden:
                yield f"{question.name}.{test.number}", test


def _has_small_seed(test: GradedTest) -> bool:
    """Whether `test` is hidden and has a seed that a submission could guess."""
    return test.is_hidden and test.own_seed is not None and test.own_seed < SMALLEST
