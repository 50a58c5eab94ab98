"""The shipped agents that solve an assignment, which its students can be spared."""

import ast
from collections.abc import Mapping
from importlib.resources import files
from pathlib import PurePath

from pacgrid.agent import AgentSpec
from pacgrid.teams import TEAMS

from ..assignments.assignment import Assignment, AssignmentError
from ..kinds.games.game_series import GameSeries
from ..kinds.kind import GradedTest
from .dry_run import reference

_SEARCHER = "Searcher"
"""The base class of the searches."""
_EVALUATIONS = "evaluation"
"""No agent: opponents need it, and so does everything that names an evaluation."""


def solving_agents(assignment: Assignment) -> list[str]:
    """The modules of `pacgrid.agents` that solve `assignment`, by name: those with a class that it
    asks for; all searches, if it asks for one; and those that need one of these.

    Raises:
        AssignmentError: a visible test can't be run without them.
    """
    sources = _sources()
    references = filter(None, map(reference, assignment.questions))
    left_out = {PurePath(each.main).stem for each in references} - {_EVALUATIONS}
    searches = {name for name, tree in sources.items() if _SEARCHER in _bases(tree)}
    if left_out & searches:
        left_out |= searches
    while more := {name for name, tree in sources.items() if _imports(tree) & left_out} - left_out:
        left_out |= more
    _check_tests(assignment, left_out)
    return sorted(left_out)


def _check_tests(assignment: Assignment, left_out: set[str]) -> None:
    """Raise AssignmentError if students couldn't run a visible test."""
    for question in assignment.questions:
        for test in question.tests:
            if not test.is_hidden and (why := _why_needed(test, left_out)):
                raise AssignmentError(f"{question.name}.{test.number}: {why}")


def _why_needed(test: GradedTest, left_out: set[str]) -> str:
    """Why `test` can't be run without these agents; "" if it can."""
    for name in test.opponents if isinstance(test, GameSeries) else ():
        members = TEAMS[name].members if name in TEAMS else [name]
        if left_out & {AgentSpec.parse(member).source for member in members}:
            return f"{name} solves the assignment; choose another opponent, or keep the solutions"
    return ""


def _sources() -> Mapping[str, ast.Module]:
    """All modules of `pacgrid.agents`, by name."""
    return {
        file.name.removesuffix(".py"): ast.parse(file.read_text("utf-8"))
        for file in files("pacgrid.agents").iterdir()
        if file.name.endswith(".py")
    }


def _bases(tree: ast.Module) -> set[str]:
    """What its classes inherit from."""
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    return {base.id for each in classes for base in each.bases if isinstance(base, ast.Name)}


def _imports(tree: ast.Module) -> set[str]:
    """The other modules of `pacgrid.agents` that it imports."""
    package = "pacgrid.agents."
    modules = (node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return {name.removeprefix(package) for name in modules if name.startswith(package)}
