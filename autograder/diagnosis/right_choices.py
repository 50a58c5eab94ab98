"""What there is to say of an agent whose choices are all optimal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from ..model.diagnosis import Finding
from ..model.searches import Pruning
from .combination import LikelyCombinations
from .evidence import Evidence
from .explanation import is_exact
from .hypothesis import Hypothesis, misfit, replies, simplest
from .mistake import Mistake, entry_of
from .mistakes.pruning import (
    MIN_ON_EQUALITY,
    PRUNES_ON_EQUALITY,
    RETURNS_BOUND,
    TAKES_PRUNED_FOR_TIE,
    EqualityPruning,
    FailHard,
)
from .observation import Decision
from .path import Path
from .reference import RIGHT_SEARCHES, ReferenceSearch
from .right_styles import right_styles


@dataclass(frozen=True)
class RightChoices:
    """Explains how an agent searches that chooses right.

    It makes a mistake only if it searches exactly what one of `mistakes` would in every decision,
    and no right search does. If a right search might, that is a remark.
    """

    evidence: Evidence
    mistakes: tuple[Mistake, ...]
    pruning: Pruning
    together: bool
    """Whether it may make two or three mistakes."""

    def explain(self) -> tuple[list[Hypothesis], bool]:
        """What explains how it searches, if it isn't what a right search does; and whether that is
        only a remark."""
        if not any(each.decision.generated for each in self.evidence.decisions):
            return [], True  # nothing was searched, so nothing shows how
        search = self.evidence.decisions[0].probe.search
        if any(is_exact(each, self.evidence) for each in right_styles(search)):
            return [], True
        singles = map(Hypothesis.of, map(_without_ties, self.mistakes))
        exact = [each for each in singles if is_exact(each.mutant, self.evidence)]
        if remarks := [each for each in exact if self.is_remark(each.mistakes[0])]:
            return [r for r in remarks if not _is_fail_hard(r.mistakes[0])] or remarks, True
        is_certain = any(_prunes_on_equality(each.mistakes[0]) for each in exact)
        if not is_certain and not self._is_style_excluded():
            return exact, True
        if exact:
            return simplest(exact), False
        found = self._exact_combination() if self.together else None
        return [found] if found else [], False

    def is_remark(self, mistake: Mistake) -> bool:
        """Whether that mistake costs nothing, as long as the choices are right."""
        if self.pruning == "strict" and _prunes_on_equality(mistake):
            return False
        if self.pruning == "strict" and issubclass(mistake.variation, EqualityPruning):
            return mistake.is_remark
        return mistake.is_remark or _is_fail_hard(mistake)

    def _exact_combination(self) -> Hypothesis | None:
        """Two or three mistakes, not all of them remarks, that together explain everything. Each
        alone explains the choices: as these are right, no other mistake could undo it."""
        singles = ((each, misfit(each.mutant, self.evidence, 0)) for each in self.mistakes)
        likely = [each for each, left in singles if not left.choices and not left.values]
        found = LikelyCombinations(likely, self.evidence)
        for hypothesis in chain(found.pairs(), found.triples()):
            is_remark = all(map(self.is_remark, hypothesis.mistakes))
            if is_remark or not hypothesis.can_be_built:
                continue
            if is_exact(hypothesis.mutant, self.evidence):
                return hypothesis
        return None

    def _is_style_excluded(self) -> bool:
        """Whether it uses a state that a right search doesn't need, or does without one that is
        needed though it has not searched an equal one, which it could remember."""
        for observation in self.evidence.observations:
            search = RIGHT_SEARCHES[observation.probe.search]
            for decision, right in replies(search, observation):
                used, needed = decision.footprint.used, right.decision.footprint.used
                if used - needed or (needed - used) & _new_states(decision):
                    return True
        return False


def _finding(forms: Sequence[type[ReferenceSearch]]) -> Finding:
    entry = entry_of(forms[0])
    assert entry
    return entry.finding


_ON_EQUALITY, _BOUND = _finding(PRUNES_ON_EQUALITY), _finding(RETURNS_BOUND)
_TIE = _finding(TAKES_PRUNED_FOR_TIE)


def _without_ties(mistake: Mistake) -> Mistake:
    """What is left of it where no pruned branch was taken for a tie: how the search prunes."""
    if mistake.finding not in (_TIE, _BOUND):
        return mistake
    is_equal = issubclass(mistake.variation, (EqualityPruning, MIN_ON_EQUALITY))
    return replace(mistake, finding=_ON_EQUALITY if is_equal else _BOUND, is_remark=True)


def _prunes_on_equality(mistake: Mistake) -> bool:
    return mistake.finding == _ON_EQUALITY


def _is_fail_hard(mistake: Mistake) -> bool:
    """Whether it searches as the right search may, though it allows more choices."""
    return issubclass(mistake.variation, FailHard)


def _new_states(decision: Decision) -> set[Path]:
    """The states that it generated that differ from all that it used as many plies ahead."""
    log, used = decision.log, decision.footprint.used
    states = [(len(path), node.state) for path, node in zip(log.paths, log.nodes, strict=True)]
    known = {state for path, state in zip(log.paths, states, strict=True) if path in used}
    return {path for path, state in zip(log.paths, states, strict=True) if state not in known}
