"""A report on an evaluation: what is odd about its values, its features and their weights."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pacgrid.common.sanitize import sanitize_fields

from .diagnosis import Finding


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

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["evidence"])


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
        }


def merged(reports: Sequence[EvaluationReport]) -> EvaluationReport | None:
    """One report on the same evaluation in several tests; None without any. Each warning is there
    once, unless another test refutes it. The features are those of the first test that has the most
    games with other weights."""
    if not reports:
        return None
    refuted = {name for report in reports for name in report.refuted}
    warnings: dict[str, EvaluationWarning] = {}
    for report in reports:
        for warning in report.warnings:
            if not (warning.is_general and warning.finding.mistake in refuted):
                warnings.setdefault(warning.finding.mistake, warning)
    most = max(reports, key=lambda report: (len(report.features), _games(report)))
    return EvaluationReport(
        positions=sum(report.positions for report in reports),
        warnings=tuple(warnings.values()),
        refuted=tuple(sorted(refuted)),
        features=most.features,
        baseline=most.baseline,
    )


def _games(report: EvaluationReport) -> int:
    return report.baseline.games if report.baseline else 0
