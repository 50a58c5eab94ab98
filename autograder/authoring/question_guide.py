"""What the handout says about a question: a figure, an example with its output, and the tests."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from pacgrid.render.pictures.svg import svg, tree_svg
from pacgrid.session.themes import ThemeName
from pacgrid.tree.search_tree import SearchTree

from ..assignments.question import Question
from ..kinds.illustration import Illustration
from ..model.markdown import escaped
from ..model.rules import rule_text


@dataclass(frozen=True)
class QuestionGuide:
    """A question's visible tests, explained to students."""

    tests: tuple[tuple[str, str], ...]
    """For each test, in Markdown: its description, and what its points are for."""
    illustration: Illustration | None
    """The clearest of all tests."""
    notes: tuple[str, ...] = ()
    """What its tests mean, in sentences, in Markdown."""

    @classmethod
    def of(cls, question: Question, module: str) -> Self:
        """The guide to `question`, all of whose tests are visible. Students import their answers
        from `module`."""
        tests = tuple((escaped(test.description), test.goals) for test in question.authored_tests)
        shown = [test.illustration(question.asks_for, module) for test in question.authored_tests]
        clearest = min(filter(None, shown), key=lambda each: each.rank, default=None)
        return cls(tests, clearest, tuple(_notes(question)))

    @property
    def figure(self) -> str:
        """The illustration's picture as SVG; "" without one."""
        if not (shown := self.illustration):
            return ""
        state = shown.picture
        if isinstance(state, SearchTree):
            return tree_svg(state)
        arrows = [(state.pacman, state.successor(action).pacman) for action in shown.best]
        return svg(state, arrows=arrows, theme=ThemeName.LIGHT, size=440)


def _notes(question: Question) -> Iterator[str]:
    """What the descriptions and goals of its tests mean, and how its points follow from them."""
    if rule := rule_text(question.rule, question.extra):
        yield f"{rule.capitalize()}."
    if question.requires:
        yield f"It gives points only if {' and '.join(question.requires)} got all points."
    yield from dict.fromkeys(note for test in question.tests for note in test.notes)
