"""What the tests of a search say together."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeGuard

from ...diagnosis.catalogue import known_mistakes
from ...diagnosis.diagnose import diagnose
from ...diagnosis.evidence import Evidence
from ...diagnosis.further_questions import Ask
from ...diagnosis.observation import ObservedTest
from ...model.conclusion import Conclusion
from ...model.outcome import Outcome
from ..kind import GradedTest
from .examiner import is_optimal
from .search import Search


def is_observed(test: GradedTest) -> TypeGuard[Search]:
    """Whether it is evidence of how a search works."""
    return isinstance(test, Search) and test.is_observed


def concluded(
    tests: Sequence[Search], outcomes: Mapping[int, Outcome], ask: Ask = lambda _: None
) -> Conclusion:
    """What `tests` of one question say together about its search, by their outcomes; `ask` asks it
    about further probes."""
    seen = {
        test.number: test.what_was_observed(outcomes[test.number].observed)
        for test in tests
        if outcomes[test.number].observed
    }
    tests = [test for test in tests if test.number in seen]
    if not tests:
        return Conclusion()
    files = dict.fromkeys(Path(file) for test in tests for file in test.mistakes)
    strict = any(test.pruning == "strict" for test in tests)
    known = known_mistakes(tests[0].search, files)
    explain = partial(diagnose, pruning="strict" if strict else "either")
    diagnosis = explain([*seen.values()], known, ask=ask)
    # What contradicts another test doesn't count in this one either.
    named = [each for each in known if each.finding in diagnosis.findings]

    def accuses(observed: ObservedTest) -> bool:
        """Whether this test shows a mistake by itself."""
        if not named and Evidence((observed,)).instability:
            return True
        return explain([observed], named or known, together=bool(named)).accuses

    example = diagnosis.counterexample
    changed = tuple(
        test.accused(outcomes[test.number], seen[test.number].observations)
        for test in tests
        # If all its choices are right, it costs points only if it shows a mistake by itself.
        if diagnosis.accuses and sum(map(is_optimal, seen[test.number].observations)) == test.size
        if accuses(seen[test.number])
    )
    return Conclusion(diagnosis, (example and example.test) or tests[0].number, changed)
