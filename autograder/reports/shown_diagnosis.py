"""A diagnosis in words, as reports show it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from shlex import quote

from pacgrid.tree.wording import value_label

from ..diagnosis.compared_trees import ComparedTrees
from ..diagnosis.example_trees import ExampleTrees
from ..model.diagnosis import (
    Certainty,
    Counterexample,
    Diagnosis,
    Finding,
    RootValue,
    Verdict,
)
from ..model.outcome import Outcome

_TITLES: Mapping[Verdict, str] = {
    Verdict.RIGHT: "your search is right",
    Verdict.UNEXPLAINED: "your search is wrong, but not in a way that is known",
    Verdict.FAILED: "your search returns no action",
    Verdict.UNSTABLE: "your search doesn't always choose the same in the same position",
    Verdict.STOPPED: "your search is too large to explain",
}
_SEVERAL = "your {} makes one of these mistakes"
_TOGETHER = "your {} makes {} mistakes at once"
_NUMBERS = {2: "two", 3: "three"}
_CERTAINTIES: Mapping[Certainty, str] = {
    Certainty.CERTAIN: "Everything it did fits {}.",
    Certainty.LIKELY: "All its choices fit {}, and most of what it looked at.",
    Certainty.POSSIBLE: "Most of what it did fits {}, but not everything.",
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
    """What the action is worth."""
    own: str
    """What it is worth to the submission, if that is known."""
    is_best: bool
    is_chosen: bool

    @property
    def remark(self) -> str:
        """What a reader should see."""
        chosen = "you chose this" if self.is_chosen else ""
        return ", ".join(filter(None, ("best" if self.is_best else "", chosen)))


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
    """For each action."""


@dataclass(frozen=True)
class ShownDiagnosis:
    """What is wrong with a search, what to do about it, and an example."""

    selector: str
    """The test that looked into the search: `minimax.2`."""
    title: str
    """What the search does: `your search prunes on equality`."""
    certainty: str
    """How sure that is, in a sentence; "" if there is no doubt about it."""
    findings: tuple[Finding, ...]
    """The mistakes with their explanations: alternatives, or all at once."""
    remarks: tuple[str, ...]
    """What is worth knowing although it is not wrong: `your search searches everything twice`."""
    is_wrong: bool
    example: ShownExample | None
    command: str
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
            shown[outcome.number] = _repeated(shown[earlier.number], selector, diagnosis.subject)
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
    probe = quote(name) if "/" in name else f"{test}.{name.rpartition(' ')[2]}"
    return ShownDiagnosis(
        selector=selector,
        title=diagnosis_title(diagnosis),
        certainty=_certainty(diagnosis),
        findings=diagnosis.findings,
        remarks=tuple(f"your {diagnosis.subject} {each.title}" for each in diagnosis.remarks),
        is_wrong=diagnosis.accuses,
        example=shown_example(example, test if test != selector else "") if example else None,
        command=f"{command} --only {probe}" if command and name else "",
        is_by_choices=diagnosis.subject == "agent",
    )


def _repeated(shown: ShownDiagnosis, selector: str, subject: str) -> ShownDiagnosis:
    """What an earlier test explains, in the test `selector`."""
    same = "makes the same mistake" if shown.is_wrong else "does the same"
    return ShownDiagnosis(
        selector=selector,
        title=f"your {subject} {same} as in {shown.selector}",
        certainty="",
        findings=(),
        remarks=(),
        is_wrong=shown.is_wrong,
        example=None,
        command="",
    )


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


def shown_example(example: Counterexample, test: str = "") -> ShownExample:
    """A counterexample in words; `test` has it, if it is another than the one that explains it."""
    trees = ExampleTrees(example)
    compared = ComparedTrees(trees, example.departs_at)
    kind = "tree" if example.is_tree else "position"
    is_searched = example.is_tree or bool(example.events)
    which = f"The smallest {kind} that shows it" if is_searched else "A position where it is wrong"
    rounds = f"{example.depth} round{'s' * (example.depth != 1)} ahead"
    number = f"{example.name}, " if example.name else ""
    number = f"{test}, {number}" if test else number
    tree = compared.text() if example.events else ""
    return ShownExample(
        source=example,
        trees=trees,
        heading=f"{which} ({number}looking {rounds})",
        board="" if example.is_tree else _board(example),
        tree=tree,
        legend=_legend(tree),
        difference=_difference(example, compared),
        choice=_choice(example),
        values=tuple(_value(each, example) for each in example.values),
    )


def diagnosis_title(diagnosis: Diagnosis) -> str:
    """What the search does: `your search prunes on equality`."""
    titles = [finding.title for finding in diagnosis.findings]
    if diagnosis.verdict is Verdict.COMBINED:
        number = _NUMBERS.get(len(titles), len(titles))
        return _TOGETHER.format(diagnosis.subject, number)
    if diagnosis.verdict is Verdict.NAMED and len(titles) > 1:
        return _SEVERAL.format(diagnosis.subject)
    if titles:
        return f"your {diagnosis.subject} {titles[0]}"
    return _TITLES[diagnosis.verdict].replace("search", diagnosis.subject)


def _certainty(diagnosis: Diagnosis) -> str:
    """How sure it is, and how often the search was right."""
    count = len(diagnosis.findings)
    combined = diagnosis.verdict is Verdict.COMBINED
    what = "this mistake" if count == 1 else "them together" if combined else "each of them"
    sure = _CERTAINTIES[diagnosis.certainty].format(what) if count else ""
    asked = f"In all, it chose a best action in {diagnosis.right} of {diagnosis.asked} moves."
    said = (diagnosis.evidence or sure, asked if diagnosis.asked else "")
    return " ".join(filter(None, said))


def _choice(example: Counterexample) -> str:
    """What was expected and what was observed."""
    worth = {each.action: value_label(each.expected) for each in example.values}
    best = example.best
    if example.chosen in best:
        chosen = example.word(example.chosen)
        return f"Your agent chose {chosen}, which is best, but its search goes wrong."
    expected = (
        f"Expected: {' or '.join(map(example.word, best))}, worth {worth[best[0]]}." if best else ""
    )
    if example.chosen is None:
        observed = "Your agent chose no action."
    else:
        known = f", worth {worth[example.chosen]}" if example.chosen in worth else ""
        observed = f"Your agent chose {example.word(example.chosen)}{known}."
    return f"{expected} {observed}".strip()


def _value(value: RootValue, example: Counterexample) -> ShownValue:
    own = value.observed
    return ShownValue(
        action=example.word(value.action),
        expected=value_label(value.expected),
        own="" if own is None else value_label(own),
        is_best=value.action in example.best,
        is_chosen=value.action == example.chosen,
    )


def _board(example: Counterexample) -> str:
    """The drawn position, and which ghosts are scared."""
    lines = example.drawing.splitlines()
    return "\n".join(line for line in lines if ":" not in line or "scared" in line)


def _difference(example: Counterexample, compared: ComparedTrees) -> str:
    """Where the search goes wrong, if that is known."""
    known = re.sub(r"-(?=\d)", "−", example.difference)  # values look as elsewhere
    words = known
    if example.events and not (known and compared.parts_as_known):
        words = compared.difference
    return words and f"here {words}."


def _legend(tree: str) -> str:
    """What the signs in a tree mean, if they are there."""
    words = [f"{sign} {meaning}" for sign, meaning in _SIGNS.items() if sign in tree]
    return "   ".join(words)
