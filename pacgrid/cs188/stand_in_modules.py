"""The modules of the CS 188 project, as course files import them."""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from pacgrid.cs188.quiet import Quiet

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
