"""The lines to show of a repair: where a submission's search is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from pacgrid.cs188 import is_course_file

from ...model.diagnosis import (
    Diagnosis,
    RepairedLine,
    RepairedLines,
    SearchName,
    Verdict,
)
from ..search_task import SearchTask
from .edits import Edit
from .search import Repair, RepairSearch, Trials
from .source_text import SourceText

MOST_LINES = 3
"""More places say nothing, so the likeliest are shown."""
_NEIGHBOURS = 1
_MOST_OF_A_CHANGE = 120
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
    likeliest = found.edits[0]
    together = len(likeliest) > 1
    alone = (each for each in found.edits if len(each) == 1)
    by_line: dict[tuple[str, int], RepairedLine] = {}
    for edit in likeliest if together else chain.from_iterable(alone):
        shown = _shown(work.source(edit.file), edit)
        by_line.setdefault((shown.file, shown.number), shown)
    if found.prunes_less and len(by_line) > MOST_LINES:
        return RepairedLines(note=_NEEDLESS.format(len(by_line)))
    lines = [*by_line.values()][:MOST_LINES]
    if len(files) == 1:
        lines = [replace(each, file="") for each in lines]
    if together and len(lines) == 1:
        changes = (_change(work.source(edit.file), edit) for edit in likeliest)
        lines = [replace(lines[0], part=_TWO_PARTS, change="; ".join(changes))]
    return RepairedLines(
        tuple(sorted(lines, key=lambda each: (each.file, each.number))),
        together and len(lines) > 1,
        found.positions,
        found.prunes_less,
    )


def with_lines(diagnosis: Diagnosis, lines: RepairedLines | None) -> Diagnosis:
    """`diagnosis` with these lines. If it names several mistakes, and a change at one place is
    enough, it doesn't name them."""
    is_refuted = diagnosis.verdict is Verdict.COMBINED and lines and lines.lines
    if is_refuted and lines and not lines.together:
        example = diagnosis.counterexample
        diagnosis = replace(
            diagnosis,
            verdict=Verdict.UNEXPLAINED,
            findings=(),
            counterexample=example and replace(example, explained=()),
            evidence="",
        )
    return replace(diagnosis, repair=lines)


def _shown(source: SourceText, edit: Edit) -> RepairedLine:
    """The line of a change, with its neighbours."""
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
        change=_change(source, edit),
    )


def _change(source: SourceText, edit: Edit) -> str:
    parts = (
        f"{source.text[first:last].strip() or 'nothing'} → {text.strip() or 'nothing'}"
        for first, last, text in edit.splices
    )
    text = " ".join("; ".join(parts).split())
    return text if len(text) <= _MOST_OF_A_CHANGE else f"{text[: _MOST_OF_A_CHANGE - 1]}…"
