"""Which mistakes explain all that was observed of an agent."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from .combination import LikelyCombinations
from .evidence import Evidence
from .hypothesis import Hypothesis, Misfit, misfit, replies_to_all, simplest
from .mistake import Mistake
from .reference import ReferenceSearch
from .right_styles import STYLES

_CONFIDENCE = 0.95
"""How probable it must be that one of those that are told is true, if one of all is."""


@dataclass(frozen=True)
class Explanation:
    """Hypotheses that explain the same, and what they leave unexplained."""

    hypotheses: tuple[Hypothesis, ...]
    left: Misfit = field(default_factory=Misfit)

    @property
    def accused(self) -> tuple[frozenset[str], ...]:
        """The different mistakes that they name."""
        return tuple(dict.fromkeys(each.names for each in self.hypotheses))

    @property
    def common(self) -> tuple[Mistake, ...]:
        """The mistakes that each of them has, so that they are certain whichever is true."""
        names = frozenset.intersection(*self.accused)
        return tuple(m for m in self.hypotheses[0].serious if m.finding.mistake in names)

    def likeliest(self, evidence: Evidence) -> "Explanation":
        """The fewest of which one is true with enough confidence, if all were equally probable
        before: they are told apart by what the agent chose where several actions are equal."""
        odds = [probability(each, evidence) for each in self.hypotheses]
        least = _least_of_the_likeliest(odds)
        kept = (each for each, odd in zip(self.hypotheses, odds, strict=True) if odd >= least)
        return Explanation(tuple(kept), self.left)

    def after(self, evidence: Evidence) -> "Explanation":
        """The hypotheses that explain what was observed since, too."""
        still = (h for h in self.hypotheses if is_exact(h.mutant, evidence))
        return Explanation(tuple(still), self.left)


@dataclass(frozen=True)
class Explainer:
    """Looks for mistakes that explain everything: every choice, every reported value, and every
    state that was searched. First one mistake, then one in another style or with a remark, then
    two."""

    evidence: Evidence
    mistakes: tuple[Mistake, ...]

    def explanation(self) -> Explanation | None:
        """The best one, if there is any."""
        looks: tuple[Callable[[], Iterable[Hypothesis]], ...] = (
            lambda: map(Hypothesis.of, self.mistakes),
            lambda: self._varied(self._agreeing),
            self._combinations.pairs,
            self._combinations.triples,
        )
        for look in looks[: 2 if self._always_raises else None]:
            if found := simplest(list(self._exact(look()))):
                return Explanation(tuple(found))
        return self._nearly()

    def _exact(self, hypotheses: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
        return (
            each
            for each in hypotheses
            if each.can_be_built and is_exact(each.mutant, self.evidence)
        )

    @cached_property
    def _agreeing(self) -> list[Hypothesis]:
        """Single mistakes that explain all choices and values."""
        singles = map(Hypothesis.of, self.mistakes)
        return [each for each in singles if self._agrees(each.mutant)]

    def _agrees(self, search: type[ReferenceSearch]) -> bool:
        left = misfit(search, self.evidence, 0)
        return not left.choices and not left.values

    @property
    def _always_raises(self) -> bool:
        """Then two mistakes don't explain it if neither does."""
        failures = [each.decision.failure for each in self.evidence.decisions]
        return all(each and not each.message.startswith("returned ") for each in failures)

    @cached_property
    def _combinations(self) -> LikelyCombinations:
        return LikelyCombinations(self.mistakes, self.evidence)

    def _varied(self, hypotheses: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
        """Each of them with each mistake that costs nothing by itself, and in other styles."""
        remarks = [each for each in self.mistakes if each.is_remark]
        for each in hypotheses:
            for remark in remarks:
                yield Hypothesis((*each.mistakes, remark))
            for style in STYLES[self.mistakes[0].search]:
                yield Hypothesis(each.mistakes, style)

    def _nearly(self) -> Explanation | None:
        """A single mistake that explains all choices and values, and nearly all states."""
        left_by = [(misfit(each.mutant, self.evidence), each) for each in self._agreeing]
        if not left_by:
            return None
        least = min(left for left, _ in left_by)
        if least.states > self._most_states:
            return None
        return Explanation(
            tuple(each for left, each in left_by if left.states == least.states), least
        )

    @property
    def _most_states(self) -> int:
        """How many states may stay unexplained."""
        return sum(len(each.decision.log.nodes) for each in self.evidence.decisions) // 16


def _least_of_the_likeliest(odds: Sequence[float]) -> float:
    ordered = sorted(odds, reverse=True)
    enough = _CONFIDENCE * sum(odds)
    return next(
        odd for odd, so_far in zip(ordered, accumulate(ordered), strict=True) if so_far >= enough
    )


def probability(hypothesis: Hypothesis, evidence: Evidence) -> float:
    """How probable it was that an agent with these mistakes chooses as it did, where several
    actions are equal to it: it may take the first, the last, or a random one of them."""
    first, last, random = 1.0, 1.0, 1.0
    for observed, reply in replies_to_all(hypothesis.mutant, evidence):
        if len(reply.choices) > 1:
            first *= observed.chosen == reply.choices[0]
            last *= observed.chosen == reply.choices[-1]
            random /= len(reply.choices)
    return (first + last + random) / 3


def is_exact(search: type[ReferenceSearch], evidence: Evidence) -> bool:
    """Whether it explains everything to the last state."""
    return all(
        reply.misfit(observed) == Misfit()
        for observed, reply in replies_to_all(search, evidence, is_judged=True)
    )
