"""```` ```{quiz} book ````: questions on a tree, to predict before looking.

The argument and the options are those of `pacgrid quiz`; `generate` makes fresh trees.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from frames import MadeDirective, split_names
from sphinx.application import Sphinx

from pacgrid.cli.quiz import GENERATE, FreshChoice, Pruning, QuizChoice
from pacgrid.quizzes.quiz import Quiz
from pacgrid.render.web.quiz_page import quiz_page


class QuizDirective(MadeDirective):
    optional_arguments = 1
    has_content = True
    option_spec: ClassVar = {
        "tree": directives.unchanged_required,
        "kind": split_names,
        "plies": directives.positive_int,
        "pruning": Pruning,
        "utility": directives.unchanged_required,
        "difficulty": directives.positive_int,
        "seed": int,
        "count": directives.positive_int,
        "ties": directives.flag,
        "caption": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        quiz = self.made(self._quiz)
        return [self.frame(self.made(lambda: quiz_page(quiz)), quiz.title, "quiz")]

    def _quiz(self) -> Quiz:
        if not self.content:
            named = self.arguments[0] if self.arguments else self.options.get("tree", GENERATE)
            return self._chosen(self.beside_page(named))
        with TemporaryDirectory() as folder:
            path = Path(folder, "drawn.tree")
            path.write_text("\n".join(self.content) + "\n", "utf-8")
            quiz = self._chosen(str(path))
        return Quiz("Questions on a drawn tree", quiz.questions)

    def _chosen(self, tree: str) -> Quiz:
        options = self.options
        numbers = (options.get(name) for name in ("difficulty", "seed", "count"))
        return QuizChoice(
            tree,
            options.get("kind"),
            options.get("plies"),
            options.get("pruning", Pruning.BOOK),
            options.get("utility"),
            FreshChoice(*numbers, ties="ties" in options),
        ).quiz()


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("frames")
    app.add_directive("quiz", QuizDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
