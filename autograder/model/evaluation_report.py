"""A report on an evaluation: what is odd about its values, its features and their weights."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from pacgrid.common.sanitize import sanitize_fields

from .diagnosis import Finding

SenseSign = Literal["higher", "lower", "the same", "varies"]

CLEAR_SHARE = 0.75
"""Of the pairs of positions that show a sign."""
MOST_SHOWN = 3
"""How many warnings are shown."""


@dataclass(frozen=True)
class EvaluationWarning:
    """Something odd about an evaluation, with evidence."""

    finding: Finding
    evidence: str
    """What was observed, in a line."""
    positions: tuple[str, ...] = ()
    """One drawn position, or two to compare."""
    is_remark: bool = False
    """Whether it may be intended."""
    is_general: bool = False
    """Whether it says that something never happens, so that other games can refute it."""
    cost: int = 0
    """The most important warning has the highest."""
    change: str = ""
    """The change for which its sign is odd, if it says so."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["evidence"])


@dataclass(frozen=True)
class Sense:
    """What an evaluation's value does in pairs of positions that differ in one thing."""

    change: str
    """`an active ghost nearer`."""
    higher: int
    """In how many pairs the change makes the value higher."""
    lower: int
    pairs: int
    usual: int
    """1 if most evaluations become higher, -1 if lower, 0 if there is no usual sign."""

    @property
    def sign(self) -> SenseSign:
        """What it does in a clear majority of the pairs, if there is one."""
        if not self.higher and not self.lower:
            return "the same"
        if max(self.higher, self.lower) < CLEAR_SHARE * self.pairs:
            return "varies"
        return "higher" if self.higher > self.lower else "lower"

    @property
    def is_odd(self) -> bool:
        """Whether it has the other sign than most evaluations."""
        return self.sign == {1: "lower", -1: "higher"}.get(self.usual)


@dataclass(frozen=True)
class GamesResult:
    """What came out of some games."""

    wins: int
    games: int
    average: float


@dataclass(frozen=True)
class FeatureSummary:
    """A feature: its weight, and its values in the positions of played games."""

    name: str
    weight: float
    mean: float
    least: float
    most: float
    without: GamesResult | None = None
    """The same games with weight 0, if they were played."""
    doubled: GamesResult | None = None
    """The same games with twice the weight."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["name"])


@dataclass(frozen=True)
class EvaluationReport:
    """What was observed of an evaluation in the games of one test, or of several."""

    positions: int
    """How many positions of the games were looked at."""
    warnings: tuple[EvaluationWarning, ...] = ()
    refuted: tuple[str, ...] = ()
    """The names of general warnings that are wrong."""
    features: tuple[FeatureSummary, ...] = ()
    """None if the submission doesn't name its features and weights."""
    baseline: GamesResult | None = None
    """The games of the features' summaries, with the weights as they are."""
    senses: tuple[Sense, ...] = ()
    """What its values do when one thing changes."""

    @property
    def as_remarks(self) -> "EvaluationReport":
        """The same, with all that is odd as remarks: of a test that it has passed."""
        remarks = tuple(replace(warning, is_remark=True) for warning in self.warnings)
        return replace(self, warnings=remarks)

    @property
    def shown(self) -> tuple[EvaluationWarning, ...]:
        """The costliest warnings; remarks come last."""
        ordered = sorted(self.warnings, key=lambda each: (each.is_remark, -each.cost))
        return tuple(ordered[:MOST_SHOWN])

    def to_json(self) -> dict[str, Any]:
        """What is odd, and the features, as JSON."""
        data = asdict(self)
        return {
            "positions": self.positions,
            "warnings": [
                {**vars(warning.finding), "evidence": warning.evidence}
                | {"drawings": [*warning.positions], "is_remark": warning.is_remark}
                for warning in self.warnings
            ],
            "features": [*data["features"]],
            "baseline": data["baseline"],
            "senses": [*data["senses"]],
        }


def merged(reports: Sequence[EvaluationReport]) -> EvaluationReport | None:
    """One report on the same evaluation in several tests; None without any. Each warning is there
    once, unless another test refutes it; as a remark if it is one in all of them. The features are
    those of the first test that has the most games with other weights."""
    if not reports:
        return None
    refuted = {name for report in reports for name in report.refuted}
    warnings: dict[str, EvaluationWarning] = {}
    for report in reports:
        for warning in report.warnings:
            name = warning.finding.mistake
            known = warnings.setdefault(name, warning)
            if known.is_remark and not warning.is_remark:
                warnings[name] = warning
    senses = tuple(_summed([sense for report in reports for sense in report.senses]))
    odd = {"", *(sense.change for sense in senses if sense.is_odd)}
    warnings = {
        name: warning
        for name, warning in warnings.items()
        if warning.change in odd and not (warning.is_general and name in refuted)
    }
    most = max(reports, key=lambda report: (len(report.features), _games(report)))
    return EvaluationReport(
        positions=sum(report.positions for report in reports),
        warnings=tuple(warnings.values()),
        refuted=tuple(sorted(refuted)),
        features=most.features,
        baseline=most.baseline,
        senses=senses,
    )


def _summed(senses: Sequence[Sense]) -> Iterator[Sense]:
    """Each change once, with all its pairs."""
    by_change: dict[str, list[Sense]] = {}
    for sense in senses:
        by_change.setdefault(sense.change, []).append(sense)
    for change, alike in by_change.items():
        counts = (sum(each.higher for each in alike), sum(each.lower for each in alike))
        yield Sense(change, *counts, sum(each.pairs for each in alike), alike[0].usual)


def _games(report: EvaluationReport) -> int:
    return report.baseline.games if report.baseline else 0
