"""What the handout says about a question: a figure, an example with its output, and the tests."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from pacgrid.action import Action
from pacgrid.autograder.authoring.toml_writer import drawing
from pacgrid.autograder.grade import counted
from pacgrid.autograder.question import Games, Positions, Question, Search, Test
from pacgrid.autograder.reports.amount import worth
from pacgrid.autograder.reports.markdown import escaped
from pacgrid.autograder.trials.game_trial import goal
from pacgrid.autograder.trials.position_trial import optimal_actions
from pacgrid.autograder.trials.trial import describe
from pacgrid.render.pictures.svg import svg
from pacgrid.session.themes import ThemeName
from pacgrid.state import State

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

    @classmethod
    def of(cls, question: Question, module: str) -> Self:
        """The guide to `question`, all of whose tests are visible. Students import their answers
        from `module`."""
        tests = tuple((escaped(describe(test)), _goals(test)) for test in question.tests)
        if not (positions := list(_positions(question))):
            games = next(test for test in question.tests if isinstance(test, Games))
            layout = games.layout
            start = State.initial(layout, ghosts=len(layout.ghosts) if games.ghosts else 0)
            board = escaped(Path(layout.name).stem)
            return cls(tests, svg(start, **_LOOK), f"The start of a game on {board}.", "")
        test, state, best = min(positions, key=_rank)
        ahead, names = counted(test.depth, "round"), " or ".join(f"**{action}**" for action in best)
        return cls(
            tests,
            svg(state, arrows=[(state.pacman, state.successor(a).pacman) for a in best], **_LOOK),
            f"Looking {ahead} ahead, `{test.search}` finds that {names} is best.",
            _example(question.asks_for, test, state, best[0], module) if len(best) == 1 else "",
        )


_Solved = tuple[Positions | Search, State, tuple[Action, ...]]
"""A test, one of its positions, and the best actions there."""


def _positions(question: Question) -> Iterator[_Solved]:
    for test in question.tests:
        if not isinstance(test, Games):
            for state in test.positions:
                yield test, state, optimal_actions(state, test.search, test.depth)


def _rank(solved: _Solved) -> tuple[bool, bool]:
    """Sorts first where a single action is best, and Pac-Man moves."""
    _, _, best = solved
    return len(best) > 1, Action.STOP in best


def _goals(test: Test) -> str:
    if isinstance(test, Games):
        return "; ".join(f"{goal(part)}: {worth(part.points)}" for part in test.thresholds)
    count = len(test.positions)
    each = ", a share for each" if test.partial else ""
    goals = (
        f"the best action in each of {count} positions{each}" if count > 1 else "the best action"
    )
    limit = f", with at most {test.nodes:,} successors each" if isinstance(test, Search) else ""
    return f"{goals}{limit}: {worth(test.points)}"


def _example(
    agent: str, test: Positions | Search, state: State, action: Action, module: str
) -> str:
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
