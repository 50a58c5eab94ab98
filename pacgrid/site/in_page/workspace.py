"""The file that a person edits in the page, and the assignment of the site."""

import ast
import re
import sys
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any

from pacgrid.agent import AgentSpec
from pacgrid.agent_loader import agent_class, load_agent
from pacgrid.autograder.assignments.assignment import Assignment

FILE = Path("my_agent.py")
COURSE = Path("/course/assignment.toml")
"""Where a course's own site has its assignment, with its visible tests."""
SHIPPED = "pacman"
OWN = "own:"


@cache
def assignment() -> Assignment:
    """The course's own, or the shipped one."""
    return Assignment.load(COURSE if COURSE.is_file() else SHIPPED)


def save(text: str) -> Path:
    """Write the text as the file that the commands get."""
    sys.dont_write_bytecode = True  # compiled files are told apart by the second
    FILE.write_text(text, "utf-8")
    return FILE


def problems(text: str) -> dict[str, Any]:
    """The error of a text that isn't Python, with its line, and the agents that it defines."""
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line, column = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
        message = getattr(error, "msg", None) or str(error)
        found = {"line": line, "column": column, "message": f"{type(error).__name__}: {message}"}
        return {"problems": [found], "agents": _agents_in_words(text)}
    classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
    return {"problems": [], "agents": [node.name for node in classes if not _is_ghost(node)]}


def _agents_in_words(text: str) -> list[str]:
    return re.findall(r"^class (\w+)", text, re.MULTILINE)


def _is_ghost(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith("ChanceAgent") for base in node.bases)


def agent_spec(name: str, depth: int) -> str:
    """How the commands name an agent that the page offers: a class of the file, whose name begins
    with `OWN`, has the options that it takes. Raises AgentError if it can't be loaded."""
    if not name.startswith(OWN):
        return name
    spec = f"{FILE}:{name.removeprefix(OWN)}"
    parameters = signature(agent_class(AgentSpec.parse(spec))).parameters
    options = {"depth": depth, "evaluation": "linear"}
    given = ",".join(f"{each}={value}" for each, value in options.items() if each in parameters)
    spec = f"{spec}:{given}" if given else spec
    load_agent(spec)
    return spec
