"""Asks questions in the terminal, line by line."""

from collections.abc import Callable, Iterable

from rich.console import Console
from rich.text import Text

from pacgrid.quizzes.explanation import explanation, question_text, result_line
from pacgrid.quizzes.quiz import Quiz
from pacgrid.quizzes.quiz_error import QuizError
from pacgrid.quizzes.quiz_question import PartResult, QuizPart, QuizQuestion
from pacgrid.tree.tree_text import COLUMNS, in_ascii

READ_LINE = Callable[[str], str]
"""Asks for a line; raises EOFError if there is no more."""
_SKIP = "Enter skips a part; Ctrl-D ends the quiz."


def ask(quiz: Quiz, console: Console, read_line: READ_LINE) -> None:
    """Ask all questions, check the answers, and explain what was wrong.

    An answer that can't be read is refused in a line, and asked for again.
    """
    results: list[PartResult] = []
    _print(console, f"{quiz.title}\n{_SKIP}\n")
    try:
        for number, question in enumerate(quiz.questions, start=1):
            _print(console, f"Question {number} of {len(quiz.questions)}: {question.prompt}\n")
            _print(console, f"{_tree(question, console)}\n")
            answers = _answers(question, console, read_line)
            found = question.check(answers)
            results += found
            _show(found, question, console)
    except EOFError:
        _print(console, "")
    right = sum(result.is_right for result in results)
    _print(console, f"{right} of {len(results)} right")


def _answers(question: QuizQuestion, console: Console, read_line: READ_LINE) -> dict[str, str]:
    answers = {}
    for part in question.parts:
        given = _answer(part, console, read_line)
        if given is not None:
            answers[part.name] = given
    return answers


def _answer(part: QuizPart, console: Console, read_line: READ_LINE) -> str | None:
    """What a person writes, once it can be read; None if they skip the part."""
    while True:
        written = read_line(_plain(console, f"{part.prompt} ({part.key.form}): "))
        if not written.strip():
            return None
        try:
            part.key.read(written)
        except QuizError as error:
            console.print(Text(f"{part.name}: {error}", "red"), soft_wrap=True)
        else:
            return written


def _show(results: Iterable[PartResult], question: QuizQuestion, console: Console) -> None:
    is_right = True
    console.print()
    for result in results:
        is_right = is_right and result.is_right
        style = "green" if result.is_right else "red"
        line = f"{'✓' if result.is_right else '✗'} {result_line(result)}"
        console.print(Text(_plain(console, line), style), soft_wrap=True)
    if not is_right:
        columns = console.width if console.is_terminal else COLUMNS
        ascii_only = console.options.ascii_only
        _print(console, f"\n{explanation(question, columns=columns, ascii_only=ascii_only)}")
    console.print()


def key_text(quiz: Quiz, console: Console) -> str:
    """The questions with their answers."""
    lines = [quiz.title]
    for number, question in enumerate(quiz.questions, start=1):
        lines += ["", f"Question {number}: {question.prompt}", "", _tree(question, console), ""]
        lines += [f"{part.prompt}: {part.key.text}" for part in question.parts]
    return _plain(console, "\n".join(lines))


def _tree(question: QuizQuestion, console: Console) -> str:
    columns = console.width if console.is_terminal else COLUMNS
    return question_text(question, columns=columns, ascii_only=console.options.ascii_only)


def _print(console: Console, text: str) -> None:
    console.print(_plain(console, text), soft_wrap=True)


def _plain(console: Console, text: str) -> str:
    """A text for a terminal that may not show its signs."""
    if not console.options.ascii_only:
        return text
    return in_ascii(text.replace("✓", "+").replace("✗", "x"))
