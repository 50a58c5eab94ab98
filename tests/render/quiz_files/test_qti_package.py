"""QTI packages: each right answer gets all points by the rules in the package."""

from fractions import Fraction
from io import BytesIO
from math import inf
from typing import Any
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from pacgrid import quiz
from pacgrid.quizzes.generator import generate
from pacgrid.quizzes.quiz import Quiz
from pacgrid.quizzes.quiz_kinds import KINDS
from pacgrid.render.quiz_files.qti_package import PACKAGE, QTI, qti_package

NAMES = {"q": QTI, "p": PACKAGE}
ORDER = ["responseDeclaration", "outcomeDeclaration", "itemBody", "responseProcessing"]
IN_TEXT = {"textEntryInteraction", "inlineChoiceInteraction"}


def opened(found: Quiz) -> dict[str, bytes]:
    with ZipFile(BytesIO(qti_package(found))) as package:
        return {name: package.read(name) for name in package.namelist()}


def items(found: Quiz) -> list[Any]:
    files = opened(found)
    names = sorted(name for name in files if name.startswith("items/") and name.endswith(".xml"))
    return [ET.fromstring(files[name]) for name in names]


def tag(element: Any) -> str:
    return str(element.tag).partition("}")[2]


def points(item: Any, responses: dict[str, list[str]]) -> float:
    """The score of responses, by what the specification says of the rules that are used."""
    processing = item.find("q:responseProcessing", NAMES)
    template = (processing.get("template") or "").rpartition("/")[2]
    if template:
        (name,) = declared(item)
        if template == "match_correct":
            return float(sorted(responses[name]) == sorted(correct(item, name)))
        assert template == "map_response"
        return mapped(item, name, responses)
    score = 0.0
    for rule in processing:
        if tag(rule) == "setOutcomeValue":
            score += added(item, rule, responses)
        else:
            (branch,) = rule.findall("q:responseIf", NAMES)
            condition, outcome = branch
            score += holds(item, condition, responses) * added(item, outcome, responses)
    return score


def declared(item: Any) -> list[str]:
    return [each.get("identifier") for each in item.findall("q:responseDeclaration", NAMES)]


def declaration(item: Any, name: str) -> Any:
    return item.find(f"q:responseDeclaration[@identifier='{name}']", NAMES)


def correct(item: Any, name: str) -> list[str]:
    found = declaration(item, name).findall("q:correctResponse/q:value", NAMES)
    return [value.text for value in found]


def mapped(item: Any, name: str, responses: dict[str, list[str]]) -> float:
    mapping = declaration(item, name).find("q:mapping", NAMES)
    entries = {e.get("mapKey"): float(e.get("mappedValue")) for e in mapping}
    total = sum(entries.get(each, float(mapping.get("defaultValue"))) for each in responses[name])
    lower, upper = (float(mapping.get(f"{end}Bound", end_)) for end, end_ in
                    (("lower", -inf), ("upper", inf)))  # fmt: skip
    return min(max(total, lower), upper)


def added(item: Any, outcome: Any, responses: dict[str, list[str]]) -> float:
    assert outcome.get("identifier") == "SCORE"
    before, more = outcome.find("q:sum", NAMES)
    assert before.get("identifier") == "SCORE"
    if tag(more) == "mapResponse":
        return mapped(item, more.get("identifier"), responses)
    return float(more.text)


def holds(item: Any, condition: Any, responses: dict[str, list[str]]) -> bool:
    name = condition.find("q:variable", NAMES).get("identifier")
    given = responses[name]
    match tag(condition):
        case "isNull":
            return not given
        case "match":
            return sorted(given) == sorted(correct(item, name))
        case "equal":
            low, high = map(float, condition.get("tolerance").split())
            right, number = float(correct(item, name)[0]), float(given[0] if given else "nan")
            return right - low <= number <= right + high
    raise AssertionError(tag(condition))


@pytest.mark.parametrize("kind", KINDS)
def test_right_answers_get_all_points_and_no_answers_none(kind: str) -> None:
    for item in items(generate(kind, difficulty=2, count=3)):
        most = float(item.find("q:outcomeDeclaration", NAMES).get("normalMaximum"))
        names = declared(item)
        assert points(item, {name: correct(item, name) for name in names}) == pytest.approx(most)
        assert points(item, {name: [] for name in names}) == 0


def test_without_a_pruned_leaf_nothing_is_right() -> None:
    (item,) = items(quiz("monotonic", ["pruning"]))
    assert points(item, {"RESPONSE": []}) == 1
    assert points(item, {"RESPONSE": ["leaf_1"]}) == 0


def test_each_wrong_leaf_takes_as_much_as_a_right_one_gives() -> None:
    (item,) = items(quiz("book", ["pruning"]))
    assert points(item, {"RESPONSE": ["leaf_5"]}) == 0.5
    assert points(item, {"RESPONSE": ["leaf_5", "leaf_6", "leaf_1"]}) == 0.5


@pytest.mark.parametrize(("answer", "right"), [("-1.1", 1), ("-1.10004", 1), ("1.1", 0)])
def test_a_number_may_be_rounded(answer: str, right: int) -> None:
    (item,) = items(quiz("gamble", ["expected"]))
    assert points(item, {"RESPONSE": [answer]}) == right


@pytest.mark.parametrize("answer", ["-inf", "−∞", "-infinity"])
def test_infinity_is_written_in_many_forms(answer: str) -> None:
    (item,) = items(quiz("book", ["bounds"]))
    names = declared(item)
    assert points(item, {name: [answer] for name in names}) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_items_are_built_as_the_schema_wants(kind: str) -> None:
    for item in items(generate(kind, count=2)):
        found = [tag(each) for each in item]
        assert found == sorted(found, key=ORDER.index)
        asked = [each.get("responseIdentifier") for each in item.iter()]
        assert sorted(filter(None, asked)) == sorted(declared(item))
        for part in item.find("q:itemBody", NAMES):
            assert tag(part) in {"p", "choiceInteraction"}
            assert {tag(each) for each in part} <= {"img", *IN_TEXT, "prompt", "simpleChoice"}
        for name in declared(item):
            parts = [tag(each) for each in declaration(item, name)]
            assert parts in (["correctResponse", "mapping"], ["correctResponse"], [])


def test_the_manifest_names_all_files() -> None:
    files = opened(quiz("book"))
    manifest = ET.fromstring(files["imsmanifest.xml"])
    named = {each.get("href") for each in manifest.iterfind(".//p:file", NAMES)}
    assert named == set(files) - {"imsmanifest.xml"}
    test = ET.fromstring(files["test.xml"])
    refs = [each.get("href") for each in test.iterfind(".//q:assessmentItemRef", NAMES)]
    assert refs == [f"items/question_{number}.xml" for number in range(1, 7)]
    identifiers = {each.get("identifier") for each in manifest.iterfind(".//p:resource", NAMES)}
    needed = {e.get("identifierref") for e in manifest.iterfind(".//p:dependency", NAMES)}
    assert needed < identifiers


def test_the_same_questions_make_the_same_package() -> None:
    assert qti_package(quiz("book", ["move"])) == qti_package(quiz("book", ["move"]))


def test_a_title_is_only_text() -> None:
    (item,) = items(Quiz('<b>&"', quiz("book", ["move"]).questions))
    assert item.get("title") == '<b>&" 1'
    assert Fraction(1) == points(item, {"RESPONSE": ["option_1"]})
