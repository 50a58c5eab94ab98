"""How the points of a question follow from its test cases."""

from collections.abc import Mapping, Sequence
from typing import Literal

from .amount import worth
from .case_result import CaseResult

Rule = Literal["sum", "all", "partial", "weighted", "count", "unknown"]
"""`sum` adds up the points of the tests; see `points_by` for the others."""

UnansweredRule = Literal["zero", "left out"]
"""How a question without an answer counts: with zero points, or not at all."""

_TEXTS: Mapping[Rule, str] = {
    "sum": "",
    "all": "all tests must pass",
    "partial": "partial credit, or nothing if a test fails",
    "weighted": "the points of the tests that pass",
    "count": "a point for each test that passes",
    "unknown": "no points: the class of the question is unknown",
}


def rule_text(rule: Rule, extra: float) -> str:
    """What `rule` says, for reports; "" if points simply add up."""
    if not extra:
        return _TEXTS[rule]
    if rule == "sum":
        return f"{worth(extra)} extra"
    return f"{_TEXTS[rule]}; {worth(extra)} extra for full points"


def points_by(rule: Rule, full: float, extra: float, cases: Sequence[CaseResult]) -> float:
    """The points for these `cases`, all those of a question that is worth `full` points, by a
    `rule` other than `sum`.

    An exception in any case costs all points. By the rule `all`, `extra` points come on top.
    """
    if not cases or any(case.status == "raised" for case in cases):
        return 0
    all_pass = all(case.passed for case in cases)
    earned = sum(case.earned for case in cases)
    match rule:
        case "all":
            return full + extra if all_pass else 0
        case "partial":
            points = earned if all_pass else 0
        case "count":
            points = earned + sum(case.passed for case in cases)
        case "weighted":
            points = earned + _weights(full, cases)
        case _:
            points = 0
    return points


def _weights(full: float, cases: Sequence[CaseResult]) -> int:
    """The weights of the passed cases, without fractions. A case without a weight must pass, but
    only for full points."""
    weights = int(sum(case.weight or 0 for case in cases if case.passed))
    lacks_required = any(case.weight is None and not case.passed for case in cases)
    return 0 if weights == full and lacks_required else weights
