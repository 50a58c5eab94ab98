"""Writes a file of answers: the questions as comments, and a place for each answer."""

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap

import tomlkit

from pacgrid.common.sanitize import one_line
from pacgrid.quizzes.explanation import question_text
from pacgrid.quizzes.key import ChoiceKey
from pacgrid.quizzes.quiz_question import QuizPart, QuizQuestion

from ..kinds.exercise.answers_file import STUDENT
from ..kinds.exercise.marked_answers import heading

_COLUMNS = 96
_HOW = "Write each answer between its quotes, and hand in this file."


def answers_text(
    title: str,
    questions: Sequence[QuizQuestion],
    student: str = "",
    answer: Callable[[QuizPart], str] = lambda _: "",
) -> str:
    """TOML with a table for each question, and a key for each part with its `answer`. If the
    exercise is individual, it says whose it is: the `student`'s."""
    lines = [*_comment(title), *_comment(_HOW), ""]
    if student:
        lines += [_pair(STUDENT, student), ""]
    for number, question in enumerate(questions, start=1):
        lines += _comment(f"Question {number}. {question.prompt}")
        before = questions[number - 2].tree if number > 1 else None
        if question.tree is not before:
            lines += ["#", *(f"#   {line}" for line in question_text(question).splitlines()), "#"]
        lines += [*_table(number, question, answer), ""]
    return "\n".join(lines)


def right_answer(part: QuizPart) -> str:
    """A right answer to a part, as a person would write it."""
    key = part.key
    if isinstance(key, ChoiceKey):  # several may be right
        return next(option for option in key.options if option in key.right)
    return key.text


def _table(number: int, question: QuizQuestion, answer: Callable[[QuizPart], str]) -> Iterator[str]:
    forms = {part.key.form for part in question.parts}
    if len(forms) == 1:
        yield from _comment(f"Answer with {forms.pop()}.")
        forms = set()
    yield f"[{heading(number)}]"
    for part in question.parts:
        yield from _comment(f"{part.prompt} ({part.key.form})" if forms else part.prompt)
        yield _pair(part.name, answer(part))


def _pair(key: str, value: str) -> str:
    return f"{tomlkit.key([key]).as_string()} = {tomlkit.string(value).as_string()}"


def _comment(text: str) -> Iterator[str]:
    return (f"# {line}" for line in wrap(one_line(text), _COLUMNS))
