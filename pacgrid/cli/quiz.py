"""`pacgrid quiz`: questions on trees, asked in the terminal, in a view or on a page."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from pacgrid.cli.console import SafeConsole, note_written
from pacgrid.cli.options import OptionError, complete_game
from pacgrid.cli.output_path import check_writable
from pacgrid.cli.view import View, WebOptions, chosen_theme, open_renderer
from pacgrid.cli.watching import show
from pacgrid.games.game_loader import own_errors
from pacgrid.quizzes.quiz import Quiz, explanation, question_text, result_line
from pacgrid.quizzes.quiz import quiz as questions_on
from pacgrid.quizzes.quiz_question import KINDS, PartResult, QuizPart, QuizQuestion
from pacgrid.quizzes.quiz_tree import QuizError
from pacgrid.quizzes.random_quiz import DIFFICULTIES, MOST_QUESTIONS, generate
from pacgrid.session.session import Settings
from pacgrid.session.themes import THEMES
from pacgrid.session.tree_session import SPEED
from pacgrid.tree.tree_text import COLUMNS, in_ascii
from pacgrid.utility import UTILITIES


@dataclass(frozen=True)
class QuizOutput:
    """Where questions go: onto a page, into a view, or else into the terminal. Raises OutputError
    or OptionError at once for what can't be."""

    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write .html, a page that asks in a browser, even offline. It has the answers in"
            " it.",
        ),
    ] = None
    show_key: Annotated[
        bool, typer.Option("--show-key", help="Print the questions with the answers.")
    ] = False
    view: Annotated[
        View | None,
        typer.Option(
            "--view",
            "-v",
            metavar="VIEW",
            help="Ask in a view: window, terminal or web. Default: line by line.",
        ),
    ] = None
    web: WebOptions = field(default_factory=WebOptions)

    def __post_init__(self) -> None:
        self.web.check(self.view)
        if self.save and self.save.suffix.lower() != ".html":
            raise OptionError(f"--save {self.save}: the page of a quiz ends in .html")
        if self.save:
            check_writable(self.save)

    def write(self, quiz: Quiz) -> None:
        """Write the page."""
        if self.save:
            from pacgrid.render.web.quiz_page import write_quiz_page

            write_quiz_page(self.save, quiz)
            note_written(self.save)

    def ask(self, quiz: Quiz) -> None:
        """Ask the questions, if they aren't written or printed."""
        console = SafeConsole()
        if self.show_key:
            console.print(key_text(quiz, console), soft_wrap=True)
        elif self.view not in (None, View.NONE):
            self._show(quiz, console)
        elif not self.save:
            ask(quiz, console, _read_line)

    def _show(self, quiz: Quiz, console: SafeConsole) -> None:
        from pacgrid.session.quiz_session import QuizSession

        settings = Settings(SPEED, THEMES[chosen_theme()])
        assert self.view
        with open_renderer(self.view, console, self.web) as renderer:
            show(renderer, QuizSession(quiz, settings=settings))


def quiz(choice: "QuizChoice", output: QuizOutput) -> None:
    """Ask questions on a tree: values, pruned leaves, alpha and beta, moves, counts, utilities.

    On fresh trees: pacgrid quiz generate --kind pruning --difficulty 2 --seed 7
    """
    questions = choice.quiz()
    output.write(questions)
    output.ask(questions)


def _read_line(prompt: str) -> str:
    """A line from the input; what isn't a terminal is echoed, so that the output can be read."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)  # noqa: T201
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(line.rstrip("\n"))  # noqa: T201
    return line


GENERATE = "generate"


class Pruning(StrEnum):
    """Where alpha-beta prunes."""

    BOOK = "book"
    STRICT = "strict"


@dataclass(frozen=True)
class FreshChoice:
    """Which trees are made."""

    difficulty: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=len(DIFFICULTIES),
            metavar="N",
            help=f"With generate: 1 to {len(DIFFICULTIES)}. Default: 2.",
        ),
    ] = None
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="With generate: another seed makes other trees. Default: 0."
        ),
    ] = None
    count: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_QUESTIONS,
            metavar="N",
            help="With generate: how many questions of each kind. Default: 5.",
        ),
    ] = None
    ties: Annotated[
        bool,
        typer.Option(
            "--ties",
            help="With generate: trees in which it matters whether alpha-beta prunes on equality.",
        ),
    ] = False

    @property
    def given(self) -> list[str]:
        """The options that are given."""
        names = {
            "--difficulty": self.difficulty,
            "--seed": self.seed,
            "--count": self.count,
            "--ties": self.ties or None,
        }
        return [name for name, value in names.items() if value is not None]


@dataclass(frozen=True)
class QuizChoice:
    """What the command line says about the questions."""

    tree: Annotated[
        str,
        typer.Argument(
            metavar="TREE|generate",
            help="A shipped tree, such as book; a .tree file; a small game; or generate, for fresh"
            " trees.",
            autocompletion=complete_game,
        ),
    ]
    kind: Annotated[
        list[str] | None,
        typer.Option(
            "--kind",
            "-k",
            metavar="KIND",
            help=f"What to ask: {', '.join(KINDS)}. Repeat for several. Default: all that fit the"
            " tree; with generate, pruning.",
        ),
    ] = None
    plies: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Of a game: how many plies the tree has, with evaluations below. Default: to its"
            " end.",
        ),
    ] = None
    pruning: Annotated[
        Pruning,
        typer.Option(
            metavar="RULE",
            help="Where it matters: book prunes on equality, too; strict doesn't.",
        ),
    ] = Pruning.BOOK
    utility: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"What points are worth, for certainty_equivalent: {', '.join(UTILITIES)};"
            " with options, as in concave:risk_tolerance=50.",
        ),
    ] = None
    fresh: FreshChoice = field(default_factory=FreshChoice)

    def quiz(self) -> Quiz:
        """Raises OptionError, GameError or QuizError."""
        if self.tree == GENERATE:
            return self._generated()
        if given := self.fresh.given:
            raise OptionError(f"{given[0]} is for fresh trees: pacgrid quiz generate {given[0]} …")
        with own_errors(self.tree):
            return questions_on(
                self.tree,
                self.kind or (),
                plies=self.plies,
                pruning=self.pruning,
                utility=self.utility,
            )

    def _generated(self) -> Quiz:
        if self.plies is not None:
            raise OptionError("--plies is for a game; fresh trees have a --difficulty")
        fresh = self.fresh
        made = [
            generate(
                kind,
                difficulty=fresh.difficulty or 2,
                seed=fresh.seed or 0,
                count=fresh.count or 5,
                ties=fresh.ties,
                pruning=self.pruning,
                utility=self.utility,
            )
            for kind in self.kind or ["pruning"]
        ]
        if len(made) == 1:
            return made[0]
        title = f"Questions on trees: difficulty {fresh.difficulty or 2}, seed {fresh.seed or 0}"
        return Quiz(title, tuple(each for quiz in made for each in quiz.questions))


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
