"""What the handout says about a question: a figure, an example with its output, and the tests."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from pacgrid.action import Action
from pacgrid.agent_loader import load_agent
from pacgrid.render.pictures.svg import svg
from pacgrid.render.pictures.tree_svg import tree_svg
from pacgrid.session.themes import ThemeName
from pacgrid.state import State
from pacgrid.tree.recorder import record_search

from ..assignments.question import Question, Test
from ..kinds.choices import ChoiceTest
from ..kinds.games import Games
from ..kinds.position_trial import optimal_actions
from ..kinds.probes import probes
from ..kinds.search import Search
from ..model.aim import counted
from ..model.rules import rule_text
from ..reports.markdown import escaped
from .toml_writer import drawing

_LOOK: Any = {"theme": ThemeName.LIGHT, "size": 440}


@dataclass(frozen=True)
class QuestionGuide:
    """A question's visible tests, explained to students."""

    tests: tuple[tuple[str, str], ...]
    """For each test, in Markdown: its description, and what its points are for."""
    figure: str
    """An SVG picture: of a position with its best action, or of a board."""
    caption: str
    example: str
    """Python code with its output; "" if no position has only one best action."""
    notes: tuple[str, ...] = ()
    """What its tests mean, in sentences, in Markdown."""

    @classmethod
    def of(cls, question: Question, module: str) -> Self:
        """The guide to `question`, all of whose tests are visible. Students import their answers
        from `module`."""
        tests = tuple((escaped(test.description), test.goals) for test in question.authored_tests)
        notes = tuple(_notes(question))
        if not (positions := list(_positions(question))):
            return cls(tests, *_other_figure(question.authored_tests[0]), "", notes)
        test, state, best = min(positions, key=_rank)
        names = " or ".join(f"**{action}**" for action in best)
        return cls(
            tests,
            svg(state, arrows=[(state.pacman, state.successor(a).pacman) for a in best], **_LOOK),
            _caption(test, test.depth, names),
            _example(question.asks_for, test, state, best[0], module) if len(best) == 1 else "",
            notes,
        )


_Solved = tuple[ChoiceTest, State, tuple[Action, ...]]
"""A test, one of its positions, and the best actions there."""


def _positions(question: Question) -> Iterator[_Solved]:
    for test in question.authored_tests:
        if isinstance(test, ChoiceTest):
            for state in test.drawn:
                evaluation = test.evaluation_name
                best = optimal_actions(state, test.search, test.depth, evaluation)
                yield test, state, best


def _rank(solved: _Solved) -> tuple[bool, bool]:
    """Sorts first where a single action is best, and Pac-Man moves."""
    _, _, best = solved
    return len(best) > 1, Action.STOP in best


def _other_figure(test: Test) -> tuple[str, str]:
    """A figure without a drawn position, and its caption."""
    if isinstance(test, Games):
        layout = test.layout
        start = State.initial(layout, ghosts=len(layout.ghosts) if test.ghosts else 0)
        return svg(start, **_LOOK), f"The start of a game on {escaped(Path(layout.name).stem)}."
    assert isinstance(test, Search)
    probe = probes(test)[0]
    agent = load_agent(f"{test.search}:depth={probe.depth}")
    agent.evaluate = probe.evaluate  # type: ignore[attr-defined]
    tree = record_search(agent, probe.root)[0]
    return tree_svg(tree), _caption(test, probe.depth, f"**{tree.chosen}**")


def _caption(test: ChoiceTest, depth: int, best: str) -> str:
    return f"Looking {counted(depth, 'round')} ahead, `{test.search}` finds that {best} is best."


def _notes(question: Question) -> Iterator[str]:
    """What the descriptions and goals of its tests mean, and how its points follow from them."""
    if rule := rule_text(question.rule, question.extra):
        yield f"{rule.capitalize()}."
    if question.requires:
        yield f"It gives points only if {' and '.join(question.requires)} got all points."
    yield from dict.fromkeys(note for test in question.tests for note in test.notes)


def _example(agent: str, test: ChoiceTest, state: State, action: Action, module: str) -> str:
    """An interpreter session in which the class `agent` chooses `action`."""
    arguments = {name: repr(value) for name, value in test.agent_options.items()}
    lines = ["from pacgrid import State", f"from {module} import {agent}"]
    if evaluation := arguments.get("evaluation"):
        arguments["evaluation"] = (
            "score" if evaluation == "'score'" else f"evaluation_named({evaluation})"
        )
        lines.insert(1, f"from pacgrid.search import {arguments['evaluation'].partition('(')[0]}")
    lines.append("state = State.parse('''")
    options = ", ".join(f"{name}={value}" for name, value in arguments.items())
    call = f"print({agent}({options}).act(state))"
    rows = [f"... {row}" for row in [*drawing(state).splitlines(), "''')"]]
    return "\n".join([*(f">>> {line}" for line in lines), *rows, f">>> {call}", str(action)])
