"""Classes that answer no question: those that are as a template left them, and ghosts, unless a
question asks for ghosts."""

import ast
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from shlex import quote
from typing import NamedTuple

from .submission import Submission

_PLACEHOLDERS = {"search.py": "value"}
"""By template: the method that is to be written."""
_GHOSTS = {"ChanceAgent": "ghost", "GhostTeam": "team of ghosts"}
"""What a class is that inherits from one of them."""


class UnfitClasses(NamedTuple):
    """The classes of a submission's main file that aren't graded, by name, with the reasons."""

    pacman: Mapping[str, str]
    """Where a question asks for a Pac-Man."""
    ghosts: Mapping[str, str]
    """Where it asks for ghosts."""


def unfit_classes(submission: Submission) -> UnfitClasses:
    """The classes of the main file that aren't graded."""
    source, file = dict(submission.files).get(submission.main, b""), submission.main
    return UnfitClasses(*(dict(_unfit(source, file, ghosts=ghosts)) for ghosts in (False, True)))


def _unfit(source: bytes, file: str, *, ghosts: bool) -> Iterator[tuple[str, str]]:
    for each in _classes(source):
        bases = {ast.unparse(base).rpartition(".")[2] for base in each.bases}
        for base in () if ghosts else bases & _GHOSTS.keys():
            command = f"pacgrid play alpha_beta --ghosts {quote(file)} --games 20"
            yield each.name, f"{each.name} is a {_GHOSTS[base]}; measure it with {command}"
        for template, method in _PLACEHOLDERS.items():
            (pattern,) = _classes((_templates() / template).read_bytes())
            if _body(each, method) == _body(pattern, method) and not _chooses(each):
                yield each.name, f"{each.name} is not written yet; fill in {method}()"


def _templates() -> Traversable:
    """What `pacgrid new` writes; to import their package would import the command line."""
    return files("pacgrid") / "cli" / "templates"


def _classes(source: bytes) -> list[ast.ClassDef]:
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []  # it can't be loaded, which is said elsewhere
    return [node for node in module.body if isinstance(node, ast.ClassDef)]


def _body(node: ast.ClassDef, method: str) -> list[str]:
    """The statements of a method, without its docstring; none if the class doesn't define it."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name == method:
            lines = each.body[1:] if ast.get_docstring(each) is not None else each.body
            return [ast.dump(line) for line in lines]
    return []


def _chooses(node: ast.ClassDef) -> bool:
    """Whether it has a method of its own that uses `value` otherwise."""
    names = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    return bool(names & {"act", "action_values"})
