"""Hashes of what tests ask: they say which tests of an assignment have changed."""

from collections.abc import Iterable
from hashlib import sha256

from .question import Question

_LOOKS = {"title", "visibility", "points"}
"""What a test is called, who sees it, and what it is worth: another thing than what it asks."""
_DIGITS = 16


def content_hashes(questions: Iterable[Question]) -> dict[str, str]:
    """A hash of what each test asks, by its name, such as `minimax.2`."""
    return {
        f"{question.name}.{test.number}": sha256(
            f"{question.asks_for} {test.model_dump_json(exclude=_LOOKS)}".encode()
        ).hexdigest()[:_DIGITS]
        for question in questions
        for test in question.numbered_tests
    }
