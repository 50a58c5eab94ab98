import json
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.grades import ASSIGNMENT, GAMES, GOOD
from pacgrid.autograder.copies.behaviour import (
    GradesError,
    ObservedBehaviour,
    SharedBehaviour,
    read_behaviours,
)
from pacgrid.autograder.copies.document import CodeDocument
from pacgrid.autograder.model.diagnosis import Diagnosis, Finding, Verdict
from pacgrid.autograder.model.evaluation_report import EvaluationReport
from pacgrid.autograder.reports.report import to_json
from pacgrid.common.failure import Failure

EQUAL = Finding("equal", "prunes on equality")


def read(path: Path, *grades) -> dict[str, frozenset[ObservedBehaviour]]:
    path.write_text(json.dumps(to_json(ASSIGNMENT, grades)))
    return read_behaviours(path)


def test_mistakes_and_results_of_what_is_not_passed_are_read(tmp_path: Path) -> None:
    diagnosis = Diagnosis(Verdict.NAMED, asked=4, right=1, findings=(EQUAL,))
    outcome = replace(GAMES, diagnosis=diagnosis, games=(), nodes=1234)
    question = replace(GOOD.questions[0], outcomes=(outcome,))
    grade = replace(GOOD, digest="abc", questions=(question,))
    (found,) = read(tmp_path / "grades.json", grade).values()
    assert outcome.points < outcome.possible
    assert ("prunes on equality", 0) in {(each.description, each.rank) for each in found}
    assert any("with 1,234 successors" in each.description for each in found)


def test_an_exception_is_a_behaviour(tmp_path: Path) -> None:
    outcome = replace(GAMES, points=0, failure=Failure("ValueError: no"), games=(), nodes=None)
    question = replace(GOOD.questions[0], outcomes=(outcome,))
    (found,) = read(tmp_path / "grades.json", replace(GOOD, questions=(question,), digest="a"))["a"]
    assert str(found.description) == "fails: ValueError: no"


def test_what_is_right_is_no_behaviour_to_share(tmp_path: Path) -> None:
    outcome = replace(GAMES, points=GAMES.possible, failure=None, nodes=1234)
    grade = replace(
        GOOD, digest="abc", questions=(replace(GOOD.questions[0], outcomes=(outcome,)),)
    )
    assert read(tmp_path / "grades.json", grade) == {"abc": frozenset()}


def test_what_is_neither_right_nor_wrong_is_known_by_its_hash(tmp_path: Path) -> None:
    report = EvaluationReport(3, values="e1")
    outcomes = (
        replace(GAMES, points=GAMES.possible, visited="a1", values="b2"),
        replace(GAMES, points=GAMES.possible, number=2, evaluation=report),
    )
    grade = replace(GOOD, digest="abc", questions=(replace(GOOD.questions[0], outcomes=outcomes),))
    (found,) = read(tmp_path / "grades.json", grade).values()
    assert not any(each.is_wrong for each in found)
    assert {(each.description, each.key) for each in found} == {
        ("asks about the same states in the same order in test 1", '"a1"'),
        ("finds the same values in test 1", '"b2"'),
        ("finds the same values in test 2", '"e1"'),
    }


@pytest.mark.parametrize(
    ("is_wrong", "owners", "rare"), [(True, 4, 6), (False, 4, 0), (False, 3, 3)]
)
def test_in_a_large_class_a_shared_order_must_be_rarer_than_a_mistake(is_wrong, owners, rare):
    class_ = [CodeDocument((str(number),), str(number)) for number in range(200)]
    shared = frozenset([ObservedBehaviour("minimax", "does it", is_wrong=is_wrong)])
    does = {each.digest: shared if int(each.digest) < owners else frozenset() for each in class_}
    assert len(SharedBehaviour.among(class_, does)) == rare


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "pacgrid grades"}', "[" * 100_000])
def test_another_file_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "grades.json").write_text(text)
    with pytest.raises(GradesError, match="has no grades; name the folder"):
        read_behaviours(tmp_path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(GradesError, match=r"grades\.json: can't be read"):
        read_behaviours(tmp_path)
