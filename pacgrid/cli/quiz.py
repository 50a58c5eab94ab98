"""`pacgrid quiz`: questions on trees, asked in the terminal, in a view or on a page."""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from pacgrid.cli.console import SafeConsole, note_written
from pacgrid.cli.options import OptionError
from pacgrid.cli.output_path import check_writable
from pacgrid.cli.quiz_asking import ask, key_text
from pacgrid.cli.quiz_choice import QuizChoice
from pacgrid.cli.view import View, WebOptions, chosen_theme, open_renderer
from pacgrid.cli.watching import show
from pacgrid.quizzes.quiz import Quiz
from pacgrid.session.session import Settings
from pacgrid.session.themes import THEMES
from pacgrid.session.tree_session import SPEED


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


def quiz(choice: QuizChoice, output: QuizOutput) -> None:
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
