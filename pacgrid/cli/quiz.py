"""`pacgrid quiz`: questions on trees, printed or on a page that checks answers."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.cli.console import SafeConsole, check_writable, note_written
from pacgrid.cli.options import OptionError, complete_game
from pacgrid.games.game_loader import own_errors
from pacgrid.quizzes.quiz import KINDS, Quiz, question_text
from pacgrid.quizzes.quiz import quiz as questions_on
from pacgrid.quizzes.random_quiz import DIFFICULTIES, MOST_QUESTIONS, generate
from pacgrid.tree.tree_text import COLUMNS, in_ascii

GENERATE = "generate"


class Pruning(StrEnum):
    """Where alpha-beta prunes."""

    BOOK = "book"
    STRICT = "strict"


def quiz(
    tree: Annotated[
        str,
        typer.Argument(
            metavar="TREE|generate",
            help="A shipped tree, such as book; a .tree file; a small game; or generate, for fresh"
            " trees.",
            autocompletion=complete_game,
        ),
    ],
    *,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            *("--kind", "-k"),
            metavar="KIND",
            help=f"What to ask: {', '.join(KINDS)}. Repeat for several. Default: all that fit the"
            " tree; with generate, pruning.",
        ),
    ] = None,
    plies: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="The plies of a game's tree. Default: to its end."),
    ] = None,
    pruning: Annotated[
        Pruning, typer.Option(metavar="RULE", help="book prunes on equality, too; strict doesn't.")
    ] = Pruning.BOOK,
    difficulty: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=len(DIFFICULTIES),
            metavar="N",
            help=f"With generate: 1 to {len(DIFFICULTIES)}. Default: 2.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="With generate: of the trees. Default: 0.")
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_QUESTIONS,
            metavar="N",
            help="With generate: how many questions of each kind. Default: 5.",
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write .html, a page that asks in a browser, even offline. It has the answers in"
            " it.",
        ),
    ] = None,
    show_key: Annotated[
        bool, typer.Option("--show-key", help="Print the questions with the answers.")
    ] = False,
) -> None:
    """Ask questions on a tree: values, pruned leaves, moves.

    It prints the questions; --save writes a page that checks the answers.

    On fresh trees: pacgrid quiz generate --kind pruning --difficulty 2 --seed 7
    """
    if save and save.suffix.lower() != ".html":
        raise OptionError(f"--save {save}: the page of a quiz ends in .html")
    if save:
        check_writable(save)
    questions = chosen_quiz(
        *(tree, kind), plies=plies, pruning=pruning, difficulty=difficulty, seed=seed, count=count
    )
    console = SafeConsole()
    if save:
        from pacgrid.render.web.page import write_page
        from pacgrid.render.web.quiz_page import quiz_page

        write_page(save, quiz_page(questions))
        note_written(save)
    if show_key or not save:
        console.print(quiz_text(questions, console, with_key=show_key), soft_wrap=True)


def chosen_quiz(
    tree: str = GENERATE,
    kinds: Sequence[str] | None = None,
    *,
    plies: int | None = None,
    pruning: Pruning = Pruning.BOOK,
    difficulty: int | None = None,
    seed: int | None = None,
    count: int | None = None,
) -> Quiz:
    """The questions that the options choose. Raises OptionError, GameError or QuizError."""
    if tree != GENERATE:
        fresh = {"difficulty": difficulty, "seed": seed, "count": count}
        if given := [f"--{name}" for name, value in fresh.items() if value is not None]:
            raise OptionError(f"{given[0]} is for fresh trees: pacgrid quiz generate {given[0]} …")
        with own_errors(tree):
            return questions_on(tree, kinds or (), plies=plies, pruning=pruning)
    if plies is not None:
        raise OptionError("--plies is for a game; fresh trees have a --difficulty")
    made = [
        generate(
            kind, difficulty=difficulty or 2, seed=seed or 0, count=count or 5, pruning=pruning
        )
        for kind in kinds or ["pruning"]
    ]
    if len(made) == 1:
        return made[0]
    title = f"Questions on trees: difficulty {difficulty or 2}, seed {seed or 0}"
    return Quiz(title, tuple(each for quiz in made for each in quiz.questions))


def quiz_text(quiz: Quiz, console: Console, *, with_key: bool = False) -> str:
    columns = console.width if console.is_terminal else COLUMNS
    ascii_only = console.options.ascii_only
    lines = [quiz.title]
    for number, question in enumerate(quiz.questions, start=1):
        tree = question_text(question, columns=columns, ascii_only=ascii_only)
        lines += ["", f"Question {number}: {question.prompt}", "", tree, ""]
        lines += [
            f"{part.prompt}{f': {part.key.text}' if with_key else ''}" for part in question.parts
        ]
    text = "\n".join(lines)
    return in_ascii(text) if ascii_only else text
