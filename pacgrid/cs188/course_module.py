"""Loads a course file, as Pacgrid's own modules see it."""

import os
import random
from collections.abc import Callable
from functools import cache, wraps
from types import ModuleType
from typing import Any

from pacgrid.common.folder_importer import FolderImporter
from pacgrid.common.other_pythons import python2_line
from pacgrid.cs188.course_agent import course_agent, is_course_agent
from pacgrid.cs188.face import face_of
from pacgrid.cs188.stand_in_modules import StandIns


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
def _importer(folder: str) -> tuple[StandIns, FolderImporter]:
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
