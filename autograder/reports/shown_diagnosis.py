"""A diagnosis in words, as reports show it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pacgrid.autograder.diagnosis.compared_trees import ComparedTrees
from pacgrid.autograder.diagnosis.diagnosis import (
    Certainty,
    Counterexample,
    Diagnosis,
    Finding,
    RootValue,
    Verdict,
)
from pacgrid.autograder.diagnosis.example_trees import ExampleTrees
from pacgrid.autograder.grade import Outcome
from pacgrid.tree.labels import value_label

_TITLES: Mapping[Verdict, str] = {
    Verdict.RIGHT: "your search is right",
    Verdict.UNEXPLAINED: "your search is wrong, but not in a way that is known",
    Verdict.FAILED: "your search fails before it chooses",
    Verdict.UNSTABLE: "your search doesn't always choose the same in the same position",
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
    "you:": "your value",
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
    """What is drawn: `The smallest tree that shows it (tree 7, 1 round ahead)`."""
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
    """What is worth knowing although it is not wrong."""
    is_wrong: bool
    example: ShownExample | None
    command: str
    """Runs the example again; "" if there is none."""
    same_as: str = ""
    """The test in which the same was explained already: `minimax.1`."""


def shown_diagnoses(
    question: str, outcomes: Sequence[Outcome], command: str
) -> Mapping[int, ShownDiagnosis]:
    """By number of a test: what is wrong with the search, or worth knowing about it, if anything.
    The same mistake is explained once.

    Args:
        command: grades the submission again.
    """
    shown: dict[int, ShownDiagnosis] = {}
    explained: dict[object, str] = {}
    for outcome in outcomes:
        diagnosis = outcome.diagnosis
        if diagnosis is None or (diagnosis.verdict is Verdict.RIGHT and not diagnosis.remarks):
            continue
        selector = f"{question}.{outcome.number}"
        key = diagnosis.verdict, diagnosis.findings, diagnosis.remarks
        same = explained.setdefault(key, selector) if any(key[1:]) else selector
        shown[outcome.number] = shown_diagnosis(
            diagnosis,
            selector,
            command="" if outcome.is_hidden else command,
            same_as=same if same != selector else "",
        )
    return shown


def shown_diagnosis(
    diagnosis: Diagnosis, selector: str, *, command: str = "", same_as: str = ""
) -> ShownDiagnosis:
    """A diagnosis in words.

    Args:
        selector: the test: `minimax.2`.
        command: grades the submission again; "" if there is no way to run this test alone.
        same_as: the test that explains the same mistake already.
    """
    example = None if same_as else diagnosis.counterexample
    probe = example.name.rpartition(" ")[2] if example else ""
    return ShownDiagnosis(
        selector=selector,
        title=_title(diagnosis),
        certainty=_certainty(diagnosis),
        findings=() if same_as else diagnosis.findings,
        remarks=() if same_as else tuple(each.title for each in diagnosis.remarks),
        is_wrong=diagnosis.verdict is not Verdict.RIGHT,
        example=shown_example(example) if example else None,
        command=f"{command} --only {selector}.{probe}" if command and probe else "",
        same_as=same_as,
    )


def shown_example(example: Counterexample) -> ShownExample:
    """A counterexample in words."""
    trees = ExampleTrees(example)
    compared = ComparedTrees(trees, example.departs_at)
    kind = "tree" if example.is_tree else "position"
    is_searched = example.is_tree or bool(example.events)
    which = f"The smallest {kind} that shows it" if is_searched else "A position where it is wrong"
    rounds = f"{example.depth} round{'s' * (example.depth != 1)} ahead"
    number = f"{example.name}, " if " " in example.name else ""
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


def _title(diagnosis: Diagnosis) -> str:
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
    asked = f"It chose a best action in {diagnosis.right} of {diagnosis.asked} moves."
    said = (diagnosis.evidence or sure, asked if diagnosis.asked else "")
    return " ".join(filter(None, said))


def _choice(example: Counterexample) -> str:
    """What was expected and what was observed."""
    worth = {each.action: value_label(each.expected) for each in example.values}
    best = example.best
    if example.chosen in best:
        return f"Your agent chose {example.chosen}, which is best, but its search goes wrong."
    expected = f"Expected: {' or '.join(map(str, best))}, worth {worth[best[0]]}." if best else ""
    if example.chosen is None:
        observed = "Your agent chose no action."
    else:
        known = f", worth {worth[example.chosen]}" if example.chosen in worth else ""
        observed = f"Your agent chose {example.chosen}{known}."
    return f"{expected} {observed}".strip()


def _value(value: RootValue, example: Counterexample) -> ShownValue:
    own = value.explained if value.observed is None else value.observed
    return ShownValue(
        action=str(value.action),
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
    if example.events and not (known and compared.parting == example.departs_at):
        words = compared.difference
    return words and f"here {words}."


def _legend(tree: str) -> str:
    """What the signs in a tree mean, if they are there."""
    words = [f"{sign} {meaning}" for sign, meaning in _SIGNS.items() if sign in tree]
    return "   ".join(words)
