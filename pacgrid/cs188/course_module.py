"""Loads a course file, as Pacgrid's own modules see it."""

import os
import random
import sys
from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from types import ModuleType
from typing import Any

from pacgrid.common.folder_importer import FolderImporter
from pacgrid.common.other_pythons import python2_line
from pacgrid.cs188.course_agent import course_agent, face_of, is_course_agent


def load_course_module(name: str, file: str) -> ModuleType:
    """Import the course file `file`, an absolute path, as `name`. The modules of the project that
    it imports are stand-ins, which only code in its folder sees.

    In the module returned, its agents are Pacgrid's, and its functions take Pacgrid's states, too.

    Raises what the file raises; a SyntaxError says so if the file is written for Python 2.
    """
    folder, base = os.path.split(file)
    stand_ins, importer = _importer(folder)
    stand_ins.full_names[base.removesuffix(".py")] = name
    drawn = random.getstate()
    random.seed(0)  # as that project's grader does: a file may draw numbers while it is imported
    try:
        module = importer.load(name, file)
    except SyntaxError as error:
        raise python2_line(error) or error from None
    finally:
        random.setstate(drawn)
    adapted = ModuleType(name, module.__doc__)
    vars(adapted).update({key: _adapted(value) for key, value in vars(module).items()})
    return adapted


@cache
def _importer(folder: str) -> "tuple[StandIns, FolderImporter]":
    stand_ins = StandIns()
    return stand_ins, FolderImporter(folder, stand_ins.find)


def _adapted(value: Any) -> Any:
    if is_course_agent(value):
        return course_agent(value)
    is_ours = str(getattr(value, "__module__", "")).startswith("pacgrid.")
    can_evaluate = callable(value) and not isinstance(value, type) and not is_ours
    return _evaluation(value) if can_evaluate else value


def _evaluation(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, an evaluation perhaps, which also takes states of Pacgrid."""

    @wraps(function)
    def evaluate(*arguments: Any, **options: Any) -> Any:
        faces = (face_of(each) if hasattr(each, "to_move") else each for each in arguments)
        return function(*faces, **options)

    return evaluate


_FRAMEWORK = {"game", "ghostAgents", "layout", "pacman", "pacmanAgents", "util"}
"""They stand in even for files of the same name, which course staff hand out."""

_QUIET = {
    *("keyboardAgents", "graphicsUtils", "graphicsDisplay", "textDisplay"),
    *("autograder", "grading", "projectParams", "testClasses", "testParser"),
    *("multiagentTestClasses", "submission_autograder"),
}
"""They draw, read keys or grade, which Pacgrid does itself: all that they have does nothing."""

STAND_INS = _FRAMEWORK | _QUIET
"""These are never imported from files beside a course file."""

_STUDENTS = {"search", "searchAgents"}
"""Written by students; they stand in only where there is no such file."""


class StandIns:
    """The stand-ins for the code in one folder, made when they are first imported."""

    def __init__(self) -> None:
        self._modules: dict[str, ModuleType] = {}
        self.full_names: dict[str, str] = {}
        """By the name of a course file without `.py`: that of its module in `sys.modules`."""

    def find(self, name: str, is_beside: bool) -> ModuleType | None:
        """The stand-in for the module `name`; None if it has none, or if the folder's own module of
        that name, if it `is_beside` the file, comes first."""
        if name in self._modules:
            return self._modules[name]
        if name in self.full_names:
            return sys.modules.get(self.full_names[name])
        if name in _STUDENTS and is_beside:
            return None
        if name in _FRAMEWORK | _STUDENTS:
            self._modules[name] = StandIn(name, import_module(f"pacgrid.cs188.modules.{name}"))
        elif name in _QUIET:
            self._modules[name] = QuietModule(name)
        return self._modules.get(name)


class StandIn(ModuleType):
    """A module with the names of another one. Code that changes them changes only its own."""

    def __init__(self, name: str, source: ModuleType) -> None:
        super().__init__(name)
        own = {key: value for key, value in vars(source).items() if not key.startswith("__")}
        vars(self).update(own, __file__="Pacgrid's version", __doc__=source.__doc__)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"Pacgrid's version of the module {self.__name__} has no {name}")


class QuietModule(ModuleType):
    """A module in which everything is a `Quiet`."""

    def __getattr__(self, name: str) -> Any:
        return getattr(Quiet(), name)


class Quiet:
    """Takes any arguments, has any methods, and does nothing."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Quiet

    def __iter__(self) -> Any:
        return iter(())

    def __bool__(self) -> bool:
        return False
