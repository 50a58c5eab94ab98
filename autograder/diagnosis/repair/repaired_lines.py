"""The lines to show of a repair: where a submission's search is wrong."""

from collections.abc import Iterator, Mapping, Sequence
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
from .names import are_in_bounds, mistake_of, told_by
from .search import Repair, RepairSearch, Trials
from .source_text import Piece

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
    *,
    only_pruning: bool = False,
) -> RepairedLines | None:
    """Where the submission with these `files` is wrong, or why that isn't known; None if nothing
    that can be tried is wrong.

    Args:
        search: which search it should be.
        trials: where changes to it are tried.
        asked: the tasks of its tests.
        only_pruning: as in `RepairSearch`.
    """
    scores_finished = any(is_course_file(source) for source in files.values())
    work = RepairSearch(files, search, trials, asked, scores_finished, only_pruning)
    found = work.repair()
    if not isinstance(found, Repair):
        return RepairedLines(note=found) if found else None
    parts = [_of_table(each, search) for each in (found, found.beside) if each]
    likeliest = [edit for part in parts for edit in part.edits[0]]
    together = len(likeliest) > 1
    alone = (each for each in parts[0].edits if len(each) == 1)
    by_line: dict[tuple[str, int], RepairedLine] = {}
    every = map(_line, likeliest) if together else chain.from_iterable(map(_lines, chain(*alone)))
    for shown in every:
        by_line.setdefault((shown.file, shown.number), shown)
    told = (mistake_of(_telling(each, together=together), search, each.effect) for each in parts)
    mistakes = tuple(filter(None, told))
    if found.prunes_less and len(by_line) > MOST_LINES and "memo_of_bounds" not in mistakes:
        return RepairedLines(note=_NEEDLESS.format(len(by_line)))
    lines = [*by_line.values()][:MOST_LINES]
    if len(files) == 1:
        lines = [replace(each, file="") for each in lines]
    if together and len(lines) == 1:
        changes = map(_change, likeliest)
        lines = [replace(lines[0], part=_TWO_PARTS, change="; ".join(changes))]
    return RepairedLines(
        tuple(sorted(lines, key=lambda each: (each.file, each.number))),
        together and len(lines) > 1,
        found.positions,
        found.prunes_less,
        mistakes=mistakes,
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


def _of_table(part: Repair, search: SearchName) -> Repair:
    """Only those changes by which no bound is remembered as a value, if there are any: they mend
    nothing else. Changes by which it prunes less may mend that, too."""
    told = (told_by(each[0], search, part.effect) for each in part.edits)
    edits = [e for e, name in zip(part.edits, told, strict=True) if name == "memo_of_bounds"]
    return replace(part, edits=tuple(edits)) if edits else part


def _telling(part: Repair, *, together: bool) -> Sequence[Sequence[Edit]]:
    """The changes that tell of a mistake: beside another one, those to the line that is shown
    and to its neighbours."""
    line = part.edits[0][0].line
    return [each for each in part.edits if not together or abs(each[0].line - line) <= _NEIGHBOURS]


def _lines(edit: Edit) -> Iterator[RepairedLine]:
    """The line of a change, and the one after which a step is missing, if that is another one."""
    yield _line(edit)
    source, (first, last, _) = edit.scope.source, edit.splices[0]
    before = source.line_at(first) - 1
    is_inserted = first == last and len(edit.splices) == 1 and edit.part is not Piece.MORE
    if is_inserted and before not in (0, edit.line):
        start, text = source.line_start(before), source.lines[before - 1].rstrip()
        indent = len(text) - len(text.lstrip())
        yield replace(_line(edit, start + indent, start + len(text)), part=Piece.MORE.value)


def _line(edit: Edit, start: int | None = None, end: int | None = None) -> RepairedLine:
    """The line of a change, or the one of these places, with its neighbours."""
    start, end = edit.start if start is None else start, edit.end if end is None else end
    source = edit.scope.source
    number = source.line_at(start)
    first = max(1, number - _NEIGHBOURS)
    lines = [line.rstrip() for line in source.lines[first - 1 : number + _NEIGHBOURS]]
    if not lines[0]:
        first, lines = first + 1, lines[1:]
    begins, line = source.line_start(number), source.lines[number - 1].rstrip()
    column, right = (len(line[: at - begins].expandtabs(4)) for at in (start, end))
    return RepairedLine(
        file=edit.file,
        number=number,
        first=first,
        lines=tuple(lines if lines[-1] else lines[:-1]),
        column=column,
        width=max(1, right - column),
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
