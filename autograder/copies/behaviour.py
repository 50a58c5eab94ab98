"""What submissions do, right or wrong, as `pacgrid grade` has written it down."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from pacgrid.common.files import read_regular_file
from pacgrid.common.sanitize import brief
from pacgrid.errors import PacgridError

from .document import CodeDocument

GRADES = "grades.json"
"""The file in a folder of results."""
_MOST_BYTES = 1 << 30
_FEW = 3
_LONGEST = 100

_SAME = {
    "visited": (4, "asks about the same states in the same order"),
    "values": (5, "finds the same values"),
}
"""By the name of a hash: the rank, and what two submissions with the same hash do."""


class GradesError(PacgridError):
    """A file that isn't one of grades."""


class ObservedBehaviour(NamedTuple):
    """Something that a submission does."""

    question: str
    description: str
    """In words: `prunes on equality`."""
    key: str = ""
    """What else must be the same, such as all results of its games."""
    rank: int = 0
    """Of those that as many do, the one with the lowest is the best to read."""
    is_wrong: bool = True
    """Whether it is a mistake; if not, it may be right or wrong."""


@dataclass(frozen=True)
class SharedBehaviour:
    """Something that two submissions do, and few others."""

    behaviour: ObservedBehaviour
    count: int
    """How many submissions do it."""
    graded: int
    """How many there are."""

    @property
    def question(self) -> str:
        return self.behaviour.question

    def __str__(self) -> str:
        return f"{self.question}: {self.behaviour.description} ({self.count} of {self.graded})"

    @classmethod
    def among(
        cls,
        documents: Sequence[CodeDocument],
        behaviours: Mapping[str, frozenset[ObservedBehaviour]],
    ) -> dict[tuple[int, int], tuple["SharedBehaviour", ...]]:
        """By the numbers of two documents: for each question, the rarest wrong one that they share,
        and the rarest other one. Rare is what at most 3 submissions do; if it is wrong, also what
        at most 2 % do."""
        owners: dict[ObservedBehaviour, list[int]] = defaultdict(list)
        graded = [
            number
            for number, each in enumerate(documents)
            if each.is_submission and each.digest in behaviours
        ]
        for number in graded:
            for behaviour in behaviours[documents[number].digest]:
                owners[behaviour].append(number)
        found: dict[tuple[int, int], dict[object, SharedBehaviour]] = defaultdict(dict)
        ordered = sorted(owners.items(), key=lambda item: (len(item[1]), item[0].rank, item[0]))
        for behaviour, numbers in ordered:
            share = len(graded) // 50 if behaviour.is_wrong else 0
            if len(numbers) <= max(_FEW, share):
                shared = cls(behaviour, len(numbers), len(graded))
                for pair in combinations(numbers, 2):
                    found[pair].setdefault((behaviour.question, behaviour.is_wrong), shared)
        return {pair: tuple(shared.values()) for pair, shared in found.items()}


def read_behaviours(path: Path) -> dict[str, frozenset[ObservedBehaviour]]:
    """By a submission's digest, what it does: from the folder that `pacgrid grade --out` writes,
    or the file of `--json`. Raises GradesError."""
    file = path / GRADES if path.is_dir() else path
    try:
        data = json.loads(read_regular_file(file, _MOST_BYTES))
        if data["format"] != "pacgrid grades":
            raise ValueError
        return {
            each["digest"]: frozenset(_behaviours(each))
            for each in data["submissions"]
            if each["digest"]
        }
    except OSError as error:
        raise GradesError(f"{file}: can't be read: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        mend = f"name the folder that pacgrid grade --out wrote, or its {GRADES}"
        raise GradesError(f"{file}: has no grades; {mend}") from None


def _behaviours(grade: Mapping[str, Any]) -> Iterator[ObservedBehaviour]:
    for question in grade["questions"]:
        for test in question["tests"]:
            yield from (ObservedBehaviour(question["name"], *what) for what in _wrong(test))
            yield from _same(question["name"], test)


def _same(question: str, test: Mapping[str, Any]) -> Iterator[ObservedBehaviour]:
    """What may be right or wrong, by its hash."""
    found = test.get("hashes", {}) | (test["evaluation"] or {}).get("hashes", {})
    for kind, (rank, words) in _SAME.items():
        if key := found.get(kind):
            said = f"{words} in test {test['number']}"
            yield ObservedBehaviour(question, said, _text(key), rank, is_wrong=False)


def _wrong(test: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    """What a test says of an answer that isn't right."""
    if diagnosis := test["diagnosis"]:
        yield from _diagnosed(diagnosis)
    for warning in (test["evaluation"] or {}).get("warnings", ()):
        if not warning["is_remark"]:
            yield brief(warning["title"], _LONGEST), "", 0
    if test["points"] >= test["possible_points"]:
        return
    if failure := test["failure"]:
        yield f"fails: {brief(failure['message'], _LONGEST)}", "", 1
    if games := test["games"]:
        yield f"plays all games of test {test['number']} alike", _text(games), 2
    elif test["nodes"]:
        result = f"{brief(test['result'], _LONGEST)}, with {test['nodes']:,} successors"
        yield f"test {test['number']}: {result}", "", 3


def _diagnosed(diagnosis: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    if diagnosis["verdict"] == "right":
        return
    if titles := sorted(finding["title"] for finding in diagnosis["findings"]):
        yield (
            brief((" and " if diagnosis["verdict"] == "combined" else ", or ").join(titles)),
            "",
            0,
        )
    elif example := diagnosis["counterexample"]:
        yield "goes wrong in the same way, which no known mistake explains", _text(example), 0


def _text(data: object) -> str:
    return json.dumps(data, sort_keys=True)
