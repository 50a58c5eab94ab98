"""Questions as Moodle XML, with their pictures: for a question bank of Moodle.

https://docs.moodle.org/en/Moodle_XML_format and, for the fields in a text,
https://docs.moodle.org/en/Embedded_Answers_(Cloze)_question_type.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence, Set
from html import escape

from pacgrid.quizzes.explanation import explanation
from pacgrid.quizzes.key import ChoiceKey, Key, LeavesKey, NumberKey, SequenceKey
from pacgrid.quizzes.quiz import Quiz
from pacgrid.quizzes.quiz_question import QuizQuestion
from pacgrid.render.quiz_files.field_texts import (
    NOTHING,
    decimal,
    has_infinity,
    leaf_name,
    number_forms,
)
from pacgrid.render.quiz_files.question_picture import question_picture

SHARES = {
    1: "100", 2: "50", 3: "33.33333", 4: "25", 5: "20", 6: "16.66667", 7: "14.28571", 8: "12.5",
    9: "11.11111", 10: "10", 20: "5",
}  # fmt: skip
"""By the number of right answers: the percentage of each. Moodle refuses others."""


def moodle_xml(quiz: Quiz) -> str:
    """The file of a quiz. Its questions come into a category with the quiz's title."""
    category = quiz.title.replace("/", "//")
    questions = (
        _question(question, f"{quiz.title} {number:0{len(str(len(quiz.questions)))}}")
        for number, question in enumerate(quiz.questions, start=1)
    )
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            "<quiz>",
            '<question type="category"><category>'
            f"<text>{escape(f'$course$/top/{category}')}</text></category></question>",
            *questions,
            "</quiz>\n",
        )
    )


def _question(question: QuizQuestion, name: str) -> str:
    keys = [part.key for part in question.parts]
    (first, *others) = keys
    if not others and isinstance(first, ChoiceKey):
        options = [(each, "100" if each in first.right else "0") for each in first.options]
        return _multichoice(question, name, options, is_single=True)
    if not others and isinstance(first, LeavesKey) and len(first.right) in SHARES:
        share = SHARES[len(first.right)]
        options = [
            (leaf_name(leaf), share if leaf.label in first.right else f"-{share}")
            for leaf in first.options
        ]
        return _multichoice(question, name, options, is_single=False)
    as_text = has_infinity(question)
    fields = "".join(
        f"<p>{escape(part.prompt)}: {_field(part.key, as_text=as_text)}</p>"
        for part in question.parts
    )
    return _element(question, name, "cloze", fields, ())


def _multichoice(
    question: QuizQuestion, name: str, options: Sequence[tuple[str, str]], *, is_single: bool
) -> str:
    answers = (
        f'<answer fraction="{share}" format="html"><text>{escape(text)}</text></answer>'
        for text, share in options
    )
    single = "true" if is_single else "false"
    settings = (
        f"<single>{single}</single>",
        "<shuffleanswers>false</shuffleanswers>",
        "<answernumbering>none</answernumbering>",
    )
    fields = f"<p>{escape(question.parts[0].prompt)}:</p>"
    return _element(question, name, "multichoice", fields, (*settings, *answers))


def _element(question: QuizQuestion, name: str, kind: str, fields: str, more: Sequence[str]) -> str:
    picture, width, height = question_picture(question)
    text = (
        f"<p>{escape(question.prompt)}</p>"
        f'<p><img src="@@PLUGINFILE@@/tree.png" alt="{escape(_alternative(question))}"'
        f' width="{width}" height="{height}"></p>{fields}'
    )
    file = b64encode(picture).decode()
    why = f"<pre>{escape(explanation(question))}</pre>"
    grade = () if kind == "cloze" else ("<defaultgrade>1</defaultgrade>",)
    return "\n".join(
        (
            f'<question type="{kind}">',
            f"<name><text>{escape(name)}</text></name>",
            f'<questiontext format="html"><text>{_cdata(text)}</text>',
            f'<file name="tree.png" path="/" encoding="base64">{file}</file></questiontext>',
            f'<generalfeedback format="html"><text>{_cdata(why)}</text></generalfeedback>',
            *grade,
            "<penalty>0.3333333</penalty>",
            "<hidden>0</hidden>",
            *more,
            "</question>",
        )
    )


def _alternative(question: QuizQuestion) -> str:
    """The tree in words, for those who don't see the picture; without what a field begins with."""
    words = "; ".join(str(question.tree.root).splitlines())
    return words.replace("{", "(").replace("}", ")")


def _cdata(text: str) -> str:
    return f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>"


# Fields in a text.


def _field(key: Key, *, as_text: bool) -> str:
    match key:
        case NumberKey():
            return _number(key, as_text=as_text)
        case ChoiceKey():
            return _choice(key.options, key.right)
        case LeavesKey():
            return " ".join(
                f"{escape(leaf_name(leaf))} {_fate(is_pruned=leaf.label in key.right)}"
                for leaf in key.options
            )
        case SequenceKey():
            return " ".join(_places(key))
    raise AssertionError(f"no field for a {type(key).__name__}")


def _fate(*, is_pruned: bool) -> str:
    """Whether a leaf is visited."""
    return _choice(("visited", "pruned"), {"pruned" if is_pruned else "visited"})


def _places(key: SequenceKey) -> Iterator[str]:
    """For each place in the order, a leaf or nothing more; so a field doesn't tell how many."""
    names = {leaf.label: leaf_name(leaf) for leaf in key.options}
    options = (*names.values(), NOTHING)
    for place in range(len(key.options)):
        label = key.right[place] if place < len(key.right) else None
        yield _choice(options, {names[label] if label is not None else NOTHING})


def _choice(options: Sequence[str], right: Set[str]) -> str:
    marked = (("=" if each in right else "") + _cloze(each) for each in options)
    return "{1:MULTICHOICE:" + "~".join(marked) + "}"


def _number(key: NumberKey, *, as_text: bool) -> str:
    if as_text:
        return "{1:SHORTANSWER:" + "~".join(f"={form}" for form in number_forms(key.value)) + "}"
    return "{1:NUMERICAL:=" + f"{decimal(key.value)}:{float(key.tolerance) or 0.0001:g}" + "}"


def _cloze(text: str) -> str:
    """A text within a field."""
    for sign in '\\}#~/"':
        text = text.replace(sign, f"\\{sign}")
    return escape(text, quote=False)
