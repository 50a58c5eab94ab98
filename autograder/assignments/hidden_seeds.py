"""Large seeds for hidden tests: a submission that guesses a seed can predict the ghosts, or
recognise the positions that it is asked about."""

import hmac
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeGuard

from pacgrid.agent_loader import AgentSpec

from ..kinds.games import Games
from ..kinds.search import Search
from .question import Question, Test

SMALLEST = 10**15
"""Smaller seeds can be guessed."""
LARGEST = 2**63 - 10**6
"""The seeds of the games after it must also fit a TOML file, which has 64-bit integers."""


def with_hidden_seeds(questions: Iterable[Question], salt: str) -> list[Question]:
    """`questions`, with large seeds for hidden games and searches that have small ones. A seed
    depends only on the `salt`, which makes it secret, and on what its test asks: see `_content`."""

    def changed(question: Question, test: Test) -> Test:
        if not _has_small_seed(test):
            return test
        text = json.dumps([question.asks_for, test.kind, test.seed, *_content(test)])
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
    return {
        n: test.seed for n, test in _hidden_tests(questions) if isinstance(test, Games | Search)
    }


def _content(test: Games | Search) -> list[object]:
    """What `test` asks. How this is counted, limited, titled and shown isn't in it, so that none of
    that changes a seed; nor is the number of games."""
    if isinstance(test, Games):
        return [str(test.layout), [_without_folder(spec) for spec in test.ghosts]]
    return [test.search, test.depth, [*map(str, test.positions)], [*map(str, test.trees)]]


def _without_folder(ghost: str) -> str:
    """The spec of a ghost, the same wherever its file is."""
    source = AgentSpec.parse(ghost).source
    return Path(source).name + ghost.removeprefix(source)


def _hidden_tests(questions: Iterable[Question]) -> Iterator[tuple[str, Test]]:
    for question in questions:
        for test in question.numbered_tests:
            if test.is_hidden:
                yield f"{question.name}.{test.number}", test


def _has_small_seed(test: Test) -> TypeGuard[Games | Search]:
    """Whether `test` is hidden and has a seed that a submission could guess."""
    return isinstance(test, Games | Search) and test.is_hidden and test.seed < SMALLEST
