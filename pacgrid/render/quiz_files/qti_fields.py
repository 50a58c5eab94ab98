"""The fields of a question in QTI 2.1: declared, shown and scored."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape

from pacgrid.quizzes.key import ChoiceKey, LeavesKey, NumberKey, SequenceKey
from pacgrid.quizzes.quiz_question import QuizPart, QuizQuestion
from pacgrid.render.quiz_files.field_texts import (
    NOTHING,
    decimal,
    has_infinity,
    leaf_name,
    number_forms,
)


@dataclass(frozen=True)
class QtiField:
    """A response, worth one point."""

    declaration: str
    """What kind of response it is, and which is right."""
    body: str
    """What is shown."""
    rule: str
    """What adds its points to the score."""
    template: str = ""
    """The standard rule that says the same if it is the only field; empty if none does."""


def question_fields(question: QuizQuestion) -> Iterator[QtiField]:
    """All fields of a question. A choice of leaves in an order has one for each place."""
    as_text = has_infinity(question)
    for number, part in enumerate(question.parts, start=1):
        name = f"RESPONSE_{number}" if question.parts[1:] else "RESPONSE"
        key = part.key
        match key:
            case NumberKey():
                yield _text(part, key, name) if as_text else _number(part, key, name)
            case ChoiceKey():
                names = {f"option_{n}": each for n, each in enumerate(key.options, start=1)}
                right = [each for each, words in names.items() if words in key.right]
                yield _choice(part, name, names, right)
            case LeavesKey():
                names = {
                    f"leaf_{n}": leaf_name(leaf) for n, leaf in enumerate(key.options, start=1)
                }
                pairs = zip(names, key.options, strict=True)
                right = [each for each, leaf in pairs if leaf.label in key.right]
                yield _leaves(part, name, names, right)
            case SequenceKey():
                yield from _places(part, key, name)


def _number(part: QuizPart, key: NumberKey, name: str) -> QtiField:
    """A number, which may be as far off as the key says."""
    tolerance = f"{float(key.tolerance) or 0.0001:g}"
    is_close = (
        f'<equal toleranceMode="absolute" tolerance="{tolerance} {tolerance}">'
        f'<variable identifier="{name}"/><correct identifier="{name}"/></equal>'
    )
    return QtiField(
        _declared(name, "single", "float", [decimal(key.value)]), _entry(part, name), _if(is_close)
    )


def _text(part: QuizPart, key: NumberKey, name: str) -> QtiField:
    """A number in one of the forms in which people write it: an infinity is no number in QTI."""
    forms = dict.fromkeys(number_forms(key.value), 1.0)
    first = next(iter(forms))
    declaration = _declared(name, "single", "string", [first], forms)
    return QtiField(declaration, _entry(part, name), _mapped(name), "map_response")


def _choice(part: QuizPart, name: str, names: Mapping[str, str], right: list[str]) -> QtiField:
    body = _interaction(part, name, names, most=1)
    if len(right) == 1:
        rule = _if(f'<match><variable identifier="{name}"/><correct identifier="{name}"/></match>')
        declaration = _declared(name, "single", "identifier", right)
        return QtiField(declaration, body, rule, "match_correct")
    points = dict.fromkeys(right, 1.0)
    declaration = _declared(name, "single", "identifier", right[:1], points)
    return QtiField(declaration, body, _mapped(name), "map_response")


def _leaves(part: QuizPart, name: str, names: Mapping[str, str], right: list[str]) -> QtiField:
    """Any number of leaves; what is wrong takes away as much as what is right gives."""
    body = _interaction(part, name, names, most=0)
    if not right:
        rule = _if(f'<isNull><variable identifier="{name}"/></isNull>')
        return QtiField(_declared(name, "multiple", "identifier", []), body, rule)
    share = 1 / len(right)
    points = {each: share if each in right else -share for each in names}
    declaration = _declared(name, "multiple", "identifier", right, points)
    return QtiField(declaration, body, _mapped(name), "map_response")


def _places(part: QuizPart, key: SequenceKey, name: str) -> Iterator[QtiField]:
    """For each place, a leaf or nothing more; so the fields don't tell how many there are."""
    names = {f"leaf_{n}": leaf_name(leaf) for n, leaf in enumerate(key.options, start=1)}
    labels = dict(zip((leaf.label for leaf in key.options), names, strict=True))
    options = "".join(
        f'<inlineChoice identifier="{each}">{escape(words)}</inlineChoice>'
        for each, words in (names | {"nothing": NOTHING}).items()
    )
    for place in range(len(key.options)):
        own = f"{name}_{place + 1}"
        right = labels[key.right[place]] if place < len(key.right) else "nothing"
        rule = _if(f'<match><variable identifier="{own}"/><correct identifier="{own}"/></match>')
        words = f"{part.prompt}: " if not place else ""
        body = (
            f"<p>{escape(words)}{place + 1}."
            f' <inlineChoiceInteraction responseIdentifier="{own}" shuffle="false">{options}'
            "</inlineChoiceInteraction></p>"
        )
        yield QtiField(_declared(own, "single", "identifier", [right]), body, rule)


def _declared(
    name: str,
    cardinality: str,
    kind: str,
    right: Iterable[str],
    points: Mapping[str, float] | None = None,
) -> str:
    values = "".join(f"<value>{escape(each)}</value>" for each in right)
    correct = f"<correctResponse>{values}</correctResponse>" if values else ""
    entries = "".join(
        f'<mapEntry mapKey="{escape(each)}" mappedValue="{share:.12g}"/>'
        for each, share in (points or {}).items()
    )
    bounds = 'lowerBound="0" upperBound="1" defaultValue="0"'
    mapping = f"<mapping {bounds}>{entries}</mapping>" if entries else ""
    return (
        f'<responseDeclaration identifier="{name}" cardinality="{cardinality}" baseType="{kind}">'
        f"{correct}{mapping}</responseDeclaration>\n"
    )


def _entry(part: QuizPart, name: str) -> str:
    entry = f'<textEntryInteraction responseIdentifier="{name}" expectedLength="10"/>'
    return f"<p>{escape(part.prompt)}: {entry}</p>"


def _interaction(part: QuizPart, name: str, names: Mapping[str, str], *, most: int) -> str:
    choices = "".join(
        f'<simpleChoice identifier="{each}">{escape(words)}</simpleChoice>'
        for each, words in names.items()
    )
    return (
        f'<choiceInteraction responseIdentifier="{name}" shuffle="false" maxChoices="{most}">'
        f"<prompt>{escape(part.prompt)}</prompt>{choices}</choiceInteraction>"
    )


def _if(condition: str) -> str:
    point = _add('<baseValue baseType="float">1</baseValue>')
    return f"<responseCondition><responseIf>{condition}{point}</responseIf></responseCondition>"


def _mapped(name: str) -> str:
    return _add(f'<mapResponse identifier="{name}"/>')


def _add(points: str) -> str:
    """Add points to the score."""
    total = f'<sum><variable identifier="SCORE"/>{points}</sum>'
    return f'<setOutcomeValue identifier="SCORE">{total}</setOutcomeValue>'
