"""A question on a tree: its parts, its key, and what becomes of answers to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pacgrid.quizzes.key import Key
from pacgrid.quizzes.quiz_error import QuizError
from pacgrid.quizzes.quiz_tree import QuizTree
from pacgrid.tree.search_tree import SearchTree


@dataclass(frozen=True)
class QuizPart:
    """One thing that a question asks for."""

    name: str
    """Which one, in a word or two: `B`, `alpha at C`. No other part of the question has it."""
    prompt: str
    """What is asked, as a phrase: `The value of B`."""
    key: Key
    node: str = ""
    """The label of the node that it is about, if it is about one."""


@dataclass(frozen=True)
class PartResult:
    """What became of an answer to a part."""

    part: QuizPart
    given: str | None
    """As it was written; None without an answer."""
    share: Fraction
    """How much of it is right."""
    problem: str = ""
    """Why it can't be read; empty if it can."""

    @property
    def is_right(self) -> bool:
        return self.share == 1


@dataclass(frozen=True)
class QuizQuestion:
    """A question on a tree."""

    kind: str
    """A name in `quiz_kinds.KINDS`."""
    prompt: str
    """One or two sentences."""
    tree: QuizTree = field(compare=False)
    parts: tuple[QuizPart, ...]
    search: SearchTree = field(compare=False, repr=False)
    """The search that the key is taken from, which explains it."""

    def check(self, answers: Mapping[str, str]) -> Sequence[PartResult]:
        """What becomes of answers, by name of the part; in the order of the parts.

        Raises QuizError for an answer to what isn't asked.
        """
        names = [part.name for part in self.parts]
        for name in answers:
            if name not in names:
                raise QuizError(f"{name!r:.40} isn't asked for; the parts are {', '.join(names)}")
        return [self._result(part, answers.get(part.name)) for part in self.parts]

    def _result(self, part: QuizPart, given: str | None) -> PartResult:
        if given is None:
            return PartResult(part, None, Fraction(0))
        try:
            answer = part.key.read(given)
        except QuizError as error:
            return PartResult(part, given, Fraction(0), f"{part.name}: {error}")
        return PartResult(part, given, part.key.share(answer))
