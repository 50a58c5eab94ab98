"""The questions that `pacgrid quiz` asks."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

import typer

from pacgrid.cli.completion import complete_game
from pacgrid.cli.options import OptionError
from pacgrid.games.game_loader import own_errors
from pacgrid.quizzes.generator import DIFFICULTIES, MOST_QUESTIONS, generate
from pacgrid.quizzes.quiz import Quiz, quiz
from pacgrid.quizzes.quiz_kinds import KINDS
from pacgrid.utility import UTILITIES

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
            return quiz(
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
