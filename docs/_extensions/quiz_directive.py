"""```` ```{quiz} book ````: questions on a tree, to predict before looking.

The argument and the options are those of `pacgrid quiz`; `generate` makes fresh trees.
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from frames import MadeDirective, split_names
from plain_pages import Picture, add_made, text_picture, with_title
from sphinx.application import Sphinx

from pacgrid.cli.quiz import GENERATE, Pruning, chosen_quiz
from pacgrid.quizzes.quiz import Quiz
from pacgrid.quizzes.quiz_tree import unsearched
from pacgrid.render.svg import tree_svg
from pacgrid.render.web.quiz_page import quiz_page


class QuizDirective(MadeDirective):
    optional_arguments = 1
    has_content = True
    option_spec: ClassVar = {
        "tree": directives.unchanged_required,
        "kind": split_names,
        "plies": directives.positive_int,
        "pruning": Pruning,
        "difficulty": directives.positive_int,
        "seed": int,
        "count": directives.positive_int,
        "caption": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        quiz = self.made(self._quiz)
        add_made(self.env, *_made(quiz))
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
        names = ("plies", "pruning", "difficulty", "seed", "count")
        chosen = {name: self.options[name] for name in names if name in self.options}
        return chosen_quiz(tree, self.options.get("kind"), **chosen)


def _made(quiz: Quiz) -> Iterator[Picture]:
    """The questions, and their answers behind a link."""
    for question in quiz.questions:
        tree = tree_svg(unsearched(question.tree))
        yield Picture("Question", with_title(question.prompt, tree))
    keys = [f"{part.prompt}: {part.key.text}" for each in quiz.questions for part in each.parts]
    yield Picture("Answers", text_picture("\n".join(keys)), is_link=True)


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("frames")
    app.add_directive("quiz", QuizDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
