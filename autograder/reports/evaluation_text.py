"""A report on an evaluation as text: for terminals and text fields."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import fill, indent

from ..model.aim import counted
from ..model.evaluation_report import (
    EvaluationReport,
    EvaluationWarning,
    GamesResult,
    Sense,
    SenseSign,
)

COLUMNS = 76
_GAP = "   "
_SIGNS: Sequence[SenseSign] = ("higher", "lower", "varies", "the same")


def evaluation_notes(report: EvaluationReport) -> Iterator[tuple[str, str]]:
    """What is to be said about an evaluation: a heading and some lines, for each of the costliest
    warnings, for what it sees, and for the features."""
    for warning in report.shown:
        yield heading(warning), _warning_text(warning)
    if report.senses:
        yield senses_heading(report), senses_text(report)
    if report.features:
        yield features_heading(report), features_text(report)


def heading(warning: EvaluationWarning) -> str:
    """`your evaluation ignores the ghosts`."""
    note = "worth knowing: " if warning.is_remark else ""
    return f"{note}your evaluation {warning.finding.title}"


def said(warning: EvaluationWarning) -> Iterator[tuple[str, str]]:
    """The explanation of a warning: labels and sentences."""
    finding = warning.finding
    for label, words in (
        ("Observed", warning.evidence),
        ("Perhaps you thought", finding.thought),
        ("Hint", finding.hint),
        ("To read", finding.section),
    ):
        if words:
            yield label, words


def drawings(warning: EvaluationWarning) -> str:
    """The positions side by side."""
    return side_by_side(warning.positions)


def _warning_text(warning: EvaluationWarning) -> str:
    lines = [fill(f"{label}: {words}", COLUMNS) for label, words in said(warning)]
    return "\n".join([*lines, indent(drawings(warning), "  ")]).rstrip()


def side_by_side(texts: Sequence[str]) -> str:
    """The `texts` in columns."""
    columns = [text.splitlines() for text in texts]
    widths = [max(map(len, column), default=0) for column in columns]
    return "\n".join(
        _GAP.join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in zip_longest(*columns, fillvalue="")
    )


def senses_heading(report: EvaluationReport) -> str:
    """What the signs of its changes show."""
    where = f"in {counted(report.positions, 'position')} of the games"
    return f"what its value does when one thing changes, {where}"


def senses_by_sign(report: EvaluationReport) -> Iterator[tuple[str, str]]:
    """For each sign that occurs, the changes that have it: `higher` and `food nearer; …`."""
    for sign in _SIGNS:
        alike = [sense for sense in report.senses if sense.sign == sign]
        if alike:
            yield sign, "; ".join(map(_sense, alike))


def _sense(sense: Sense) -> str:
    usual = "higher" if sense.usual > 0 else "lower"
    return f"{sense.change} (usually {usual})" if sense.is_odd else sense.change


def senses_text(report: EvaluationReport) -> str:
    """What the value does when one thing changes, in a line or two for each sign."""
    lines = [f"{sign:10}{changes}" for sign, changes in senses_by_sign(report)]
    return "\n".join(fill(line, COLUMNS, subsequent_indent=10 * " ") for line in lines)


def features_heading(report: EvaluationReport) -> str:
    """What the table of features shows."""
    where = f"features in {counted(report.positions, 'position')}"
    if not report.baseline:
        return where
    games = counted(report.baseline.games, "game")
    return f"{where}; of {games}, how many are won and the average score, with each weight changed"


def feature_rows(report: EvaluationReport) -> list[list[str]]:
    """The table of features: a row of headings; a row for each feature; and, if games were played
    with other weights, one for the games with none of them changed."""
    head = ["feature", "weight", "mean", "least", "most"]
    rows = [
        [row.name, *(f"{number:.4g}" for number in (row.weight, row.mean, row.least, row.most))]
        for row in report.features
    ]
    if not report.baseline:
        return [head, *rows]
    varied = [[_result(row.without), _result(row.doubled)] for row in report.features]
    as_it_is = ["as it is", "", "", "", "", *[_result(report.baseline)] * 2]
    return [
        [*head, "weight × 0", "weight × 2"],
        *([*row, *results] for row, results in zip(rows, varied, strict=True)),
        as_it_is,
    ]


def _result(result: GamesResult | None) -> str:
    """`1 won, 6`."""
    if result is None:
        return "–"
    return f"{result.wins} won, {result.average:.0f}"


def features_text(report: EvaluationReport) -> str:
    """The table of features in aligned columns."""
    return side_by_side(["\n".join(column) for column in zip(*feature_rows(report), strict=True)])
