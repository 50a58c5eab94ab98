"""The lines to show of a repair: where a submission's search is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from pacgrid.cs188 import is_course_file

from ...model.diagnosis import (
    Certainty,
    Diagnosis,
    Finding,
    RepairedLine,
    RepairedLines,
    SearchName,
    Verdict,
)
from ..mistakes.textbook import ALPHA_BETA
from ..search_task import SearchTask
from .edits import Edit
from .names import are_in_bounds, mistake_of
from .search import Repair, RepairSearch, Trials

MOST_LINES = 3
"""More places say nothing, so the likeliest are shown."""
_NEIGHBOURS = 1
_MOST_OF_A_CHANGE = 120
_FROM_LINES = "The small change that makes your search right shows this."
_UNCERTAIN = (
    "Everything it did fits this. The small change that makes your search right hints at another"
    " mistake, so it isn't certain."
)
_TWO_PARTS = "two small changes"
_NEEDLESS = (
    "A change in any of {} lines makes its choices right, but then it looks at needless states."
)


def repaired_lines(
    files: Mapping[str, bytes],
    search: SearchName,
    trials: Trials,
    asked: Sequence[SearchTask],
) -> RepairedLines | None:
    """Where the submission with these `files` is wrong, or why that isn't known; None if nothing
    that can be tried is wrong.

    Args:
        search: which search it should be.
        trials: where changes to it are tried.
        asked: the tasks of its tests.
    """
    scores_finished = any(is_course_file(source) for source in files.values())
    work = RepairSearch(files, search, trials, asked, scores_finished)
    found = work.repair()
    if not isinstance(found, Repair):
        return RepairedLines(note=found) if found else None
    parts = [found, found.beside] if found.beside else [found]
    likeliest = [edit for part in parts for edit in part.edits[0]]
    together = len(likeliest) > 1
    alone = (each for each in found.edits if len(each) == 1)
    by_line: dict[tuple[str, int], RepairedLine] = {}
    for edit in likeliest if together else chain.from_iterable(alone):
        shown = _shown(edit)
        by_line.setdefault((shown.file, shown.number), shown)
    if found.prunes_less and len(by_line) > MOST_LINES:
        return RepairedLines(note=_NEEDLESS.format(len(by_line)))
    lines = [*by_line.values()][:MOST_LINES]
    if len(files) == 1:
        lines = [replace(each, file="") for each in lines]
    if together and len(lines) == 1:
        changes = map(_change, likeliest)
        lines = [replace(lines[0], part=_TWO_PARTS, change="; ".join(changes))]
    told = (mistake_of(_telling(each, together=together), search, each.effect) for each in parts)
    return RepairedLines(
        tuple(sorted(lines, key=lambda each: (each.file, each.number))),
        together and len(lines) > 1,
        found.positions,
        found.prunes_less,
        mistakes=tuple(filter(None, told)),
        in_bounds=all(are_in_bounds(part.edits, search) for part in parts),
    )


def with_lines(
    diagnosis: Diagnosis, lines: RepairedLines | None, known: Mapping[str, Finding]
) -> Diagnosis:
    """`diagnosis` with these lines, and with the name of the `known` mistake that they show, if it
    has none. If it names several mistakes, and a change at one place is enough, it doesn't name
    them."""
    if not lines or not lines.lines:
        return replace(diagnosis, repair=lines)
    named = [each for each in diagnosis.findings if each.mistake in known]
    is_refuted = diagnosis.verdict is Verdict.COMBINED and not lines.together
    is_refuted |= lines.in_bounds and any(each.section != ALPHA_BETA for each in named)
    is_named = bool(named) and not is_refuted
    findings = tuple(each for name, each in known.items() if name in lines.mistakes)
    if is_named or not (findings or is_refuted):
        likelier = tuple(each for each in diagnosis.findings if each in findings)
        if likelier and diagnosis.verdict is Verdict.NAMED:
            diagnosis = replace(diagnosis, findings=likelier)
        elif is_named and findings and not likelier:
            diagnosis = replace(diagnosis, evidence=_UNCERTAIN)
        return replace(diagnosis, repair=lines)
    example = diagnosis.counterexample
    verdict = Verdict.COMBINED if len(findings) > 1 else Verdict.NAMED
    is_part = len(findings) == 1 and lines.together
    return replace(
        diagnosis,
        verdict=verdict if findings else Verdict.UNEXPLAINED,
        findings=findings,
        certainty=Certainty.PART if is_part else Certainty.CERTAIN,
        counterexample=example and replace(example, explained=()),
        evidence=_FROM_LINES if findings and not is_part else "",
        repair=lines,
    )


def _telling(part: Repair, *, together: bool) -> Sequence[Sequence[Edit]]:
    """The changes that tell of a mistake: beside another one, those to the line that is shown
    and to its neighbours."""
    line = part.edits[0][0].line
    return [each for each in part.edits if not together or abs(each[0].line - line) <= _NEIGHBOURS]


def _shown(edit: Edit) -> RepairedLine:
    """The line of a change, with its neighbours."""
    source = edit.scope.source
    number = source.line_at(edit.start)
    first = max(1, number - _NEIGHBOURS)
    lines = [line.rstrip() for line in source.lines[first - 1 : number + _NEIGHBOURS]]
    if not lines[0]:
        first, lines = first + 1, lines[1:]
    start, line = source.line_start(number), source.lines[number - 1].rstrip()
    column, end = (len(line[: at - start].expandtabs(4)) for at in (edit.start, edit.end))
    return RepairedLine(
        file=edit.file,
        number=number,
        first=first,
        lines=tuple(lines if lines[-1] else lines[:-1]),
        column=column,
        width=max(1, end - column),
        part=edit.part.value,
        change=_change(edit),
    )


def _change(edit: Edit) -> str:
    parts = (
        f"{edit.scope.source.text[first:last].strip() or 'nothing'} → {text.strip() or 'nothing'}"
        for first, last, text in edit.splices
    )
    text = " ".join("; ".join(parts).split())
    return text if len(text) <= _MOST_OF_A_CHANGE else f"{text[: _MOST_OF_A_CHANGE - 1]}…"
