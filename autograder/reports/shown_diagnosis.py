"""Diagnoses and reports on evaluations in words: in parts, for pages, and as text."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, groupby, zip_longest
from shlex import quote
from textwrap import fill, indent, wrap

from rich.cells import cell_len, set_cell_size

from pacgrid.tree.wording import value_label

from ..diagnosis.compared_trees import HERE, ComparedTrees, ExampleTrees
from ..model.diagnosis import (
    Certainty,
    Counterexample,
    Diagnosis,
    EvaluationReport,
    EvaluationWarning,
    Finding,
    RepairedLine,
    RepairedLines,
    SenseSign,
    Verdict,
)
from ..model.outcome import Outcome, counted

COLUMNS = 80
_NARROW = 76
"""Texts about an evaluation are narrower, since reports indent them."""
_INDENT = "  "
_LEAST = 5
"""A tree is never folded to fewer lines."""
_LEAST_COLUMNS = 8
"""Code is never cut to fewer columns."""
_BRANCH = re.compile("[├└]─")
_SENSE_SIGNS: Sequence[SenseSign] = ("higher", "lower", "varies", "the same")
wrapped = partial(wrap, break_on_hyphens=False)
_TITLES: Mapping[Verdict, str] = {
    Verdict.RIGHT: "your search is right",
    Verdict.UNEXPLAINED: "your search is wrong, but not in a way that is known",
    Verdict.FAILED: "your search doesn't always return a legal action",
    Verdict.UNSTABLE: "your search doesn't always choose the same in the same position",
    Verdict.STOPPED: "your search is too large to explain",
}
_NUMBERS = {2: "two", 3: "three"}
_CERTAINTIES: Mapping[Certainty, str] = {
    Certainty.CERTAIN: "Everything it did fits {}.",
    Certainty.PART: "This much is certain; something else is wrong, too.",
}
_SIGNS: Mapping[str, str] = {
    "▲": "MAX",
    "▼": "MIN",
    "●": "chance",
    "■": "game over",
    "□": "cut-off",
    "★": "best play",
    "mistake:": "the value with this mistake",
    "you:": "what your function returned",
}


@dataclass(frozen=True)
class ShownValue:
    """A line of the table of actions."""

    action: str
    expected: str
    own: str
    """What it is worth to the submission, if that is known."""
    is_best: bool
    is_chosen: bool

    @property
    def remark(self) -> str:
        """What a reader should see."""
        return ", ".join(["best"] * self.is_best + ["you chose this"] * self.is_chosen)


@dataclass(frozen=True)
class ShownExample:
    """A counterexample in words and as a drawing in text."""

    source: Counterexample
    trees: ExampleTrees
    heading: str
    """What is drawn: `The smallest tree that shows it (tree 7, looking 1 round ahead)`."""
    board: str
    """The position; "" for a drawn tree."""
    tree: str
    """Both searches as one tree."""
    legend: str
    """What the signs in the tree mean."""
    difference: str
    """Where the search goes wrong, in a sentence that begins with `here`."""
    choice: str
    """What was expected, and what was observed."""
    values: tuple[ShownValue, ...]
    decided: str = ""
    """Which line decides the values that are marked: `Line 31 decides`; "" if that isn't known."""


@dataclass(frozen=True)
class CodeRow:
    """A line of the submission."""

    number: str
    """Its number, as wide as those of the lines around it."""
    before: str
    marked: str = ""
    """The part that is off."""
    after: str = ""

    def cut(self, columns: int) -> "CodeRow":
        """The same in so many columns, with the beginning of the marked part."""
        room = max(_LEAST_COLUMNS, columns - len(f"{self.number} | "))
        before, marked = self.before, self.marked
        if marked and cell_len(before + marked) >= room:
            kept = max(room - len("……") - cell_len(marked), room // 4)
            if cell_len(before) > kept:
                while cell_len(before) > kept:
                    before = before[1:]
                before = f"…{before}"
        text = before + marked + self.after
        if cell_len(text) > room:
            text = f"{set_cell_size(text, room - 1).rstrip()}…"
        end = len(before + marked)
        return CodeRow(self.number, text[: len(before)], text[len(before) : end], text[end:])


@dataclass(frozen=True)
class ShownDiagnosis:
    """What is wrong with a search, what to do about it, and an example. One that an earlier test
    explains has only a title."""

    selector: str
    """The test that looked into the search: `minimax.2`."""
    title: str
    """What the search does: `your search prunes on equality`."""
    is_wrong: bool
    certainty: str = ""
    """How sure that is, in a sentence; "" if there is no doubt about it."""
    findings: tuple[Finding, ...] = ()
    """The mistakes with their explanations: alternatives, or all at once."""
    remarks: tuple[str, ...] = ()
    """What is worth knowing although it is not wrong: `your search searches everything twice`."""
    place: str = ""
    """Where it is wrong, in a sentence; or why that isn't known, if nothing else is."""
    brief_place: str = ""
    lines: tuple[RepairedLine, ...] = ()
    example: ShownExample | None = None
    command: str = ""
    """Runs the example again; "" if there is none."""
    is_by_choices: bool = False
    """Whether only choices were seen, not the search: then it is less sure."""

    @property
    def is_repeated(self) -> bool:
        """Whether an earlier test explains it."""
        return not (self.certainty or self.findings or self.remarks or self.example)


def shown_diagnoses(
    question: str, outcomes: Sequence[Outcome], command: str
) -> Mapping[int, ShownDiagnosis]:
    """By number of a test: what is wrong with the search, or worth knowing about it, if anything.
    The same mistake is explained once, in its first test, with the smallest example of all visible
    tests that show it.

    Args:
        command: grades the submission again.
    """
    shown: dict[int, ShownDiagnosis] = {}
    first: dict[object, Outcome] = {}
    for outcome in outcomes:
        if not (diagnosis := outcome.diagnosis) or not has_diagnosis(outcome):
            continue
        selector = f"{question}.{outcome.number}"
        earlier = first.setdefault(_key(outcome), outcome)
        if earlier is not outcome:
            explained = shown[earlier.number]
            does = "makes the same mistake" if explained.is_wrong else "does the same"
            title = f"your {diagnosis.subject} {does} as in {explained.selector}"
            shown[outcome.number] = ShownDiagnosis(selector, title, explained.is_wrong)
            continue
        same = [each for each in outcomes if _key(each) == _key(outcome) and not each.is_hidden]
        other = outcome if outcome.is_hidden else min(same, key=_size_of_example)
        example = other.diagnosis.counterexample if other.diagnosis else None
        shown[outcome.number] = shown_diagnosis(
            replace(diagnosis, counterexample=example),
            selector,
            example_in=f"{question}.{other.number}",
            command="" if outcome.is_hidden else command,
        )
    return shown


def has_diagnosis(outcome: Outcome) -> bool:
    """Whether it has a diagnosis that says more than its failure."""
    diagnosis = outcome.diagnosis
    if diagnosis is None:
        return False
    if diagnosis.verdict is Verdict.RIGHT:
        return bool(diagnosis.remarks)
    is_failure = diagnosis.verdict is Verdict.FAILED and not diagnosis.findings
    return not (is_failure and outcome.failure)


def _key(outcome: Outcome) -> object:
    """The same for the same mistakes."""
    diagnosis = outcome.diagnosis
    if not diagnosis or not (diagnosis.findings or diagnosis.remarks):
        return outcome.number
    return diagnosis.verdict, diagnosis.findings, diagnosis.remarks


def _size_of_example(outcome: Outcome) -> tuple[bool, bool, int]:
    """Sorts first those in which a wrong action is chosen, then those with few states."""
    example = outcome.diagnosis.counterexample if outcome.diagnosis else None
    if example is None:
        return True, True, 0
    return False, example.chosen in example.best, len(example.states)


def shown_diagnosis(
    diagnosis: Diagnosis, selector: str, *, example_in: str = "", command: str = ""
) -> ShownDiagnosis:
    """A diagnosis in words.

    Args:
        selector: the test: `minimax.2`.
        example_in: the test that has the counterexample, if it is another.
        command: grades the submission again; "" if there is no way to run this test alone.
    """
    example, test = diagnosis.counterexample, example_in or selector
    name = example.name if example else ""
    case = quote(name) if "/" in name else f"{test}.{name.rpartition(' ')[2]}"
    return ShownDiagnosis(
        selector=selector,
        title=diagnosis_title(diagnosis),
        is_wrong=diagnosis.accuses,
        certainty=_certainty(diagnosis),
        findings=diagnosis.findings,
        remarks=tuple(f"your {diagnosis.subject} {each.title}" for each in diagnosis.remarks),
        place=_place(diagnosis),
        brief_place=_place(diagnosis, is_brief=True),
        lines=diagnosis.repair.lines if diagnosis.repair else (),
        example=_shown_example(diagnosis, test if test != selector else ""),
        command=f"{command} --only {case}" if command and name else "",
        is_by_choices=diagnosis.subject == "agent",
    )


def diagnosis_title(diagnosis: Diagnosis) -> str:
    """What the search does: `your search prunes on equality`."""
    titles = [finding.title for finding in diagnosis.findings]
    subject = f"your {diagnosis.subject}"
    least = "at least " * (diagnosis.certainty is Certainty.PART)
    if diagnosis.verdict is Verdict.COMBINED:
        number = _NUMBERS.get(len(titles), len(titles))
        return f"{subject} makes {least}{number} mistakes{'' if least else ' at once'}"
    if diagnosis.verdict is Verdict.NAMED and len(titles) > 1:
        return f"{subject} makes one of these mistakes"
    if titles:
        return f"{subject} {least}{titles[0]}"
    is_unexplained = diagnosis.verdict in (Verdict.UNEXPLAINED, Verdict.STOPPED)
    if is_unexplained and diagnosis.repair and diagnosis.repair.lines:
        source = ", or at a value used there" if diagnosis.repair.prunes_less else ""
        return f"{subject} goes wrong at {_lines_in_words(diagnosis.repair)}{source}"
    return _TITLES[diagnosis.verdict].replace("search", diagnosis.subject)


def _lines_in_words(repair: RepairedLines) -> str:
    """`line 31`, `line 12 or line 20`, `line 12 and line 20`."""
    *names, last = [each.place for each in repair.lines]
    return f"{', '.join(names)} {'and' if repair.together else 'or'} {last}" if names else last


def _place(diagnosis: Diagnosis, *, is_brief: bool = False) -> str:
    """Where it is wrong, or why that isn't said."""
    if not (repair := diagnosis.repair) or not repair.lines:
        return repair.note if repair and not diagnosis.findings else ""
    count, part = len(repair.lines), repair.lines[0].part
    if count > 1:
        several = {2: "both" if repair.together else "either", 3: "one"}[count]
        change = f"with a small change in {several} of them"
    else:
        change = f"with {part}{'' if part.endswith('place') else ' here'}"
    decide = "decide it together" if repair.together else "decides it"
    does = "is right" if diagnosis.accuses else "looks at no state too many"
    right = f"it {does} in {repair.positions} positions"
    if not is_brief:
        subject, positions = diagnosis.subject, counted(repair.positions, "position")
        right = f"your {subject} {does} in all {positions} that were tried"
    words = f"{_lines_in_words(repair)} {decide}: {change}, {right}."
    if repair.prunes_less:  # without a cut, any bound would be right
        words = f"{_lines_in_words(repair)}, or a value used there, {decide}: {change}, {right}"
        words += ", but looks at more states than it has to."
    return _capitalized(words)


def _capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]


def code_rows(
    lines: Sequence[RepairedLine], columns: int | None = None, *, neighbours: bool = True
) -> Iterator[Sequence[CodeRow]]:
    """The lines that are wrong, for each file, with their `neighbours`; an ellipsis between them
    stands for others. Those that are longer than so many `columns` are cut."""
    for _, group in groupby(lines, key=lambda line: line.file):
        marked = {line.number: line for line in group}
        texts = {
            number: text
            for line in marked.values()
            for number, text in enumerate(line.lines, start=line.first)
            if neighbours or number in marked
        }
        margin = min(len(text) - len(text.lstrip()) for text in texts.values())
        wide = len(str(max(texts)))
        rows: list[CodeRow] = []
        for number, text in texts.items():
            if neighbours and rows and number - 1 not in texts:
                rows.append(CodeRow(f"{'…':>{wide}}", ""))
            start, end = len(text), len(text)
            if line := marked.get(number):
                start, end = line.column, line.column + line.width
            row = CodeRow(f"{number:{wide}}", text[margin:start], text[start:end], text[end:])
            rows.append(row.cut(columns) if columns else row)
        yield rows


def _code_text(rows: Iterable[CodeRow], *, marks: bool = True) -> Iterator[str]:
    """Rows of code, with `marks` below the parts that are off."""
    for row in rows:
        yield f"{_INDENT}{row.number} | {row.before}{row.marked}{row.after}".rstrip()
        if row.marked and marks:
            mark = "^" * cell_len(row.marked)
            yield f"{_INDENT}{'':{len(row.number)}} | {'':{cell_len(row.before)}}{mark}"


def _certainty(diagnosis: Diagnosis) -> str:
    """How sure it is, and how often the search was right."""
    count = len(diagnosis.findings)
    combined = diagnosis.verdict is Verdict.COMBINED
    what = "this mistake" if count == 1 else "them together" if combined else "each of them"
    sure = _CERTAINTIES[diagnosis.certainty].format(what) if count else ""
    asked = f"In all, it chose a best action in {diagnosis.right} of {diagnosis.asked} moves."
    is_part = diagnosis.certainty is Certainty.PART
    if sure and diagnosis.asked == 1 and not (is_part or diagnosis.evidence):
        sure, asked = f"It was asked for one move only. This fits {what}, and may fit others.", ""
    parts = (diagnosis.evidence or sure, asked if diagnosis.asked else "")
    return " ".join(filter(None, parts))


def _shown_example(diagnosis: Diagnosis, test: str) -> ShownExample | None:
    """Its counterexample in words; `test` has it, if that is another than the explained one."""
    if not (example := diagnosis.counterexample):
        return None
    trees = ExampleTrees(example)
    compared = ComparedTrees(trees, example.departs_at)
    kind = "tree" if example.is_tree else "position"
    is_searched = example.is_tree or bool(example.events)
    which = f"The smallest {kind} that shows it" if is_searched else "A position where it is wrong"
    ahead = f"looking {example.depth} round{'s' * (example.depth != 1)} ahead"
    drawing = [line for line in example.drawing.splitlines() if ":" not in line or "scared" in line]
    tree = compared.text() if example.events else ""
    difference = re.sub(r"-(?=\d)", "−", example.difference)  # values look as elsewhere
    repair = diagnosis.repair
    decided = ""
    if repair and repair.lines and not repair.prunes_less and compared.misvalued:
        verb = "decide" if repair.together else "decides"
        decided = _capitalized(f"{_lines_in_words(repair)} {verb}")
    legend = "   ".join(f"{sign} {meaning}" for sign, meaning in _SIGNS.items() if sign in tree)
    if diagnosis.verdict is Verdict.COMBINED:
        legend = legend.replace("this mistake", "these mistakes")
        difference = difference.replace("the mistake gives", "the mistakes give")
    elif len(diagnosis.findings) > 1:
        legend = legend.replace("this mistake", "the first of these mistakes")
        difference = difference.replace("the mistake gives", "the first mistake gives")
    return ShownExample(
        source=example,
        trees=trees,
        heading=f"{which} ({', '.join(filter(None, [test, example.name, ahead]))})",
        board="" if example.is_tree else "\n".join(drawing),
        tree=tree,
        legend=legend,
        difference=difference and f"here {difference}.",
        choice=_choice(example),
        values=tuple(
            ShownValue(
                action=example.word(value.action),
                expected=value_label(value.expected),
                own="" if value.observed is None else value_label(value.observed),
                is_best=value.action in example.best,
                is_chosen=value.action == example.chosen,
            )
            for value in example.values
        ),
        decided=decided,
    )


def _choice(example: Counterexample) -> str:
    worth = {each.action: value_label(each.expected) for each in example.values}
    best, chosen = example.best, example.chosen
    if chosen in best:
        word = example.word(chosen)
        return f"Your agent chose {word}, which is best, but its search goes wrong."
    observed = "no legal action" if chosen is None else example.word(chosen)
    if chosen in worth:
        observed += f", worth {worth[chosen]}"
    words = f"Your agent chose {observed}."
    if not best:
        return words
    return f"Expected: {' or '.join(map(example.word, best))}, worth {worth[best[0]]}. {words}"


# A diagnosis.


def diagnosis_text(shown: ShownDiagnosis, columns: int = COLUMNS) -> str:
    """What a diagnosis says below its title, in lines of at most `columns` characters, as far as
    its drawing allows."""
    return "\n\n".join("\n".join(part) for part in _paragraphs(shown, columns) if part)


def _paragraphs(shown: ShownDiagnosis, columns: int) -> Iterator[Sequence[str]]:
    yield wrapped(shown.certainty, columns)
    for number, finding in enumerate(shown.findings, start=1):
        several = f"{number}. It {finding.title}." if len(shown.findings) > 1 else ""
        explained = [
            line
            for label, words in explanation(finding)
            for line in wrapped(f"{label}: {words}", columns, subsequent_indent="  ")
        ]
        yield [*wrapped(several, columns), *explained]
    worth_knowing = [f"Worth knowing: {remark}." for remark in shown.remarks]
    remarks = [line for words in worth_knowing for line in wrapped(words, columns)]
    if not shown.is_wrong:
        yield remarks
    code = code_rows(shown.lines, columns - len(_INDENT))
    yield [*wrapped(shown.place, columns), *chain.from_iterable(map(_code_text, code))]
    if example := shown.example:
        yield [*wrapped(f"{example.heading}:", columns), *wrapped(example.choice, columns)]
        yield [*_drawn(example, columns)]
        mark = f"{HERE} " if HERE in example.tree else ""
        whose = "you:" if example.trees.has_own_values else "mistake:"
        decided = f"{example.decided} the values after “{whose}”."
        notes = (mark + example.difference, example.legend, decided * bool(example.decided))
        yield [line for words in notes for line in wrapped(words, columns)]
    if shown.is_wrong:
        yield remarks
    if shown.command:
        yield ["To run just this:", f"{_INDENT}{shown.command}"]


def explanation(finding: Finding) -> list[tuple[str, str]]:
    """What explains a mistake: labels and sentences."""
    labels = {
        "Perhaps you thought": finding.thought,
        "Hint": finding.hint,
        "To read": finding.section,
    }
    return [(label, words) for label, words in labels.items() if words]


def short_text(shown: ShownDiagnosis, columns: int, most: int) -> str:
    """What a diagnosis says below its title, in at most so many lines, as far as that goes: hints,
    the smallest example with the part of its tree that matters, and its command."""
    several = len(shown.findings) > 1
    top = [
        line
        for number, finding in enumerate(shown.findings, start=1)
        for words in (
            f"{number}. It {finding.title}." if several else "",
            f"Hint: {finding.hint}" if finding.hint else "",
        )
        for line in wrapped(words, columns)
    ]
    top += wrapped(shown.brief_place, columns)
    top = top or wrapped(shown.certainty, columns)
    bottom = [f"{_INDENT}{shown.command}"] if shown.command else []
    rows = [*chain(*code_rows(shown.lines, columns - len(_INDENT), neighbours=False))]
    code = [*_code_text(rows, marks=len(rows) == 1)]
    example = shown.example
    if not example:
        return "\n".join([*top, *code, *bottom])
    mark = f"{HERE} " if HERE in example.tree and not example.board else ""
    seen = wrapped(mark + example.difference if example.difference else "", columns)
    choice = wrapped(example.choice, columns)
    room = most - len(top) - len(choice) - len(seen) - len(bottom)
    least = min(_LEAST, len((example.board or example.tree).splitlines()))
    versions = (code, [*_code_text(rows, marks=False)])
    code = next((each for each in versions if room - len(each) >= least), [])
    room -= len(code)
    tree = "" if example.board else folded(example.tree, max(room, _LEAST))
    lines = [*top, *code, *choice, *_drawn(replace(example, tree=tree), columns), *seen]
    legend = wrapped(example.legend, columns) if tree else []
    if len(lines) + len(legend) + len(bottom) <= most:
        lines += legend
    return "\n".join([*lines, *bottom])


def folded(tree: str, most: int) -> str:
    """The lines of a drawn tree that matter most: the way to where a search goes wrong, and the
    other actions on this way. States below which some are left out end with an ellipsis."""
    lines = tree.splitlines()
    if len(lines) <= most:
        return tree
    depths = [match.start() if (match := _BRANCH.search(line)) else -1 for line in lines]
    parents = [
        next((above for above in range(number - 1, 0, -1) if depths[above] < depth), 0)
        for number, depth in enumerate(depths)
    ]
    way = [next((number for number, line in enumerate(lines) if HERE in line), 0)]
    while way[-1]:
        way.append(parents[way[-1]])
    near = [number for number in range(1, len(lines)) if parents[number] in way]
    kept = set([*dict.fromkeys((0, *way, *near))][:most])
    hidden = {parents[number] for number in range(1, len(lines)) if number not in kept}
    return "\n".join(lines[number] + " …" * (number in hidden) for number in sorted(kept))


def _drawn(example: ShownExample, columns: int) -> Iterator[str]:
    """The board with the values of its actions, beside it if there is room; and the tree."""
    if example.board:
        parts = [example.board, _values_table(example.values)]
        both = side_by_side(parts)
        if max(map(len, both.splitlines())) + len(_INDENT) > columns:
            both = "\n".join(parts)
        yield from indent(both, _INDENT).splitlines()
        yield from [""] * bool(example.tree)
    yield from indent(example.tree, _INDENT).splitlines()


def _values_table(values: Sequence[ShownValue]) -> str:
    has_own = any(each.own for each in values)
    rows = [("action", "worth", "to you" * has_own, "")]
    rows += [
        (each.action, each.expected, (each.own or "?") * has_own, each.remark) for each in values
    ]
    first, *others = (max(len(row[column]) for row in rows) for column in range(3))
    return "\n".join(
        "  ".join(
            (
                f"{action:{first}}",
                *(f"{cell:>{width}}" for cell, width in zip(cells, others, strict=True) if width),
                remark,
            )
        ).rstrip()
        for action, *cells, remark in rows
    )


def side_by_side(texts: Sequence[str]) -> str:
    """The `texts` in columns."""
    columns = [text.splitlines() for text in texts]
    widths = [max(map(len, column), default=0) for column in columns]
    return "\n".join(
        "   ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in zip_longest(*columns, fillvalue="")
    )


# An evaluation.


def evaluation_notes(report: EvaluationReport) -> Iterator[tuple[str, str]]:
    """What is to be said about an evaluation: a heading and some lines, for each of the costliest
    warnings, and for what it sees."""
    for warning in report.shown:
        lines = [fill(f"{label}: {words}", _NARROW) for label, words in observed(warning)]
        positions = indent(side_by_side(warning.positions), "  ")
        yield warning_heading(warning), "\n".join([*lines, positions]).rstrip()
    if report.senses:
        yield senses_heading(report), _senses_text(report)


def warning_heading(warning: EvaluationWarning) -> str:
    """`your evaluation ignores the ghosts`."""
    note = "worth knowing: " if warning.is_remark else ""
    return f"{note}your evaluation {warning.finding.title}"


def observed(warning: EvaluationWarning) -> list[tuple[str, str]]:
    """What shows and explains a warning: labels and sentences."""
    shows = [("Observed", warning.evidence)] if warning.evidence else []
    return shows + explanation(warning.finding)


def senses_heading(report: EvaluationReport) -> str:
    """What the signs of its changes show."""
    where = f"in {counted(report.positions, 'position')} of the games"
    return f"what its value does when one thing changes, {where}"


def _senses_text(report: EvaluationReport) -> str:
    """What the value does when one thing changes, in a line or two for each sign that occurs."""
    lines = []
    for sign in _SENSE_SIGNS:
        changes = [
            f"{sense.change} (usually {'higher' if sense.usual > 0 else 'lower'})"
            if sense.is_odd
            else sense.change
            for sense in report.senses
            if sense.sign == sign
        ]
        if changes:
            line = f"{sign:10}{'; '.join(changes)}"
            lines.append(fill(line, _NARROW, subsequent_indent=10 * " "))
    return "\n".join(lines)
