"""Which mistakes explain all that was observed of an agent."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from .evidence import Evidence
from .hypothesis import Hypothesis, Misfit, likely_pairs, misfit, replies_to_all, simplest
from .mistake import Mistake
from .reference import ReferenceSearch
from .right_styles import STYLES


@dataclass(frozen=True)
class Explanation:
    """Hypotheses that explain the same, and what they leave unexplained."""

    hypotheses: tuple[Hypothesis, ...]
    left: Misfit = field(default_factory=Misfit)

    @property
    def accused(self) -> tuple[frozenset[str], ...]:
        """The different mistakes that they name."""
        return tuple(dict.fromkeys(each.names for each in self.hypotheses))

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
            lambda: self._exact(map(Hypothesis.of, self.mistakes)),
            lambda: self._exact(self._varied(self._agreeing)),
            lambda: self._exact(self._pairs),
            lambda: self._exact(self._varied(h for h in self._pairs if self._agrees(h.mutant))),
        )
        for look in looks:
            if found := simplest(list(look())):
                return Explanation(tuple(self._strictest(found)))
        return self._nearly()

    def _exact(self, hypotheses: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
        return (each for each in hypotheses if is_exact(each.mutant, self.evidence))

    @cached_property
    def _agreeing(self) -> list[Hypothesis]:
        """Single mistakes that explain all choices and values."""
        singles = map(Hypothesis.of, self.mistakes)
        return [each for each in singles if self._agrees(each.mutant)]

    def _agrees(self, search: type[ReferenceSearch]) -> bool:
        left = misfit(search, self.evidence, 0)
        return not left.choices and not left.values

    @cached_property
    def _pairs(self) -> list[Hypothesis]:
        return list(likely_pairs(self.mistakes, self.evidence))

    def _varied(self, hypotheses: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
        """Each of them with each mistake that costs nothing by itself, and in other styles."""
        remarks = [each for each in self.mistakes if each.is_remark]
        for each in hypotheses:
            for remark in remarks:
                yield Hypothesis((*each.mistakes, remark))
            for style in STYLES[self.mistakes[0].search]:
                yield Hypothesis(each.mistakes, style)

    def _strictest(self, hypotheses: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
        """Those that allow the fewest other choices."""
        ties = [misfit(each.mutant, self.evidence).ties for each in hypotheses]
        fewest = min(ties)
        return (each for each, many in zip(hypotheses, ties, strict=True) if many == fewest)

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


def is_exact(search: type[ReferenceSearch], evidence: Evidence) -> bool:
    """Whether it explains everything to the last state."""
    return all(
        reply.misfit(observed) == Misfit() for observed, reply in replies_to_all(search, evidence)
    )
