"""Large seeds for hidden tests: a submission that guesses a seed can predict the ghosts, or
recognise the positions that it is asked about."""

import json
from collections.abc import Iterable
from hashlib import pbkdf2_hmac, sha256
from typing import Any, TypeGuard

from pacgrid.autograder.question import Games, Question, Search, Test

SMALLEST = 10**15
"""Smaller seeds can be guessed."""
LARGEST = 2**63 - 10**6
"""The seeds of the games after it must also fit a TOML file, which has 64-bit integers."""

_ITERATIONS = 300_000
"""Makes the key slow to derive, so that a submission that knows most of an assignment can try only
a few guesses."""


def with_hidden_seeds(questions: Iterable[Question], data: Any) -> list[Question]:
    """`questions`, with large seeds for hidden games and searches that have small ones. They depend
    on the small seed and on the whole assignment, whose parsed TOML is `data`."""
    questions = list(questions)
    if not any(_is_guessable(test) for question in questions for test in question.tests):
        return questions
    text = json.dumps(data, sort_keys=True, default=str).encode()
    key = pbkdf2_hmac("sha256", text, b"hidden seeds", _ITERATIONS)

    def changed(test: Test) -> Test:
        if not _is_guessable(test):
            return test
        digest = sha256(key + str(test.seed).encode()).digest()
        seed = SMALLEST + int.from_bytes(digest) % (LARGEST - SMALLEST)
        return test.model_copy(update={"seed": seed})

    return [
        question.model_copy(update={"tests": [changed(test) for test in question.tests]})
        for question in questions
    ]


def _is_guessable(test: Test) -> TypeGuard[Games | Search]:
    """Whether `test` is hidden and has a seed that a submission could guess."""
    return isinstance(test, Games | Search) and test.is_hidden and test.seed < SMALLEST
