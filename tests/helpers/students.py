"""Submissions as students write them, in `tests/students/`: right and wrong ones."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import MappingProxyType
from typing import Any

FOLDER = Path(__file__).parents[1] / "students"
SEARCHES = {"Minimax": "minimax", "AlphaBeta": "alpha_beta", "Expectimax": "expectimax"}
"""The question that each class answers."""
OTHER_QUESTIONS = {"Reflex": "reflex", "evaluate": "evaluation"}
"""The other questions."""


@dataclass(frozen=True)
class StudentAgent:
    """A class or function of a submission, and what is wrong with it."""

    file: Path
    name: str
    mistakes: tuple[str, ...]
    """In plain words; empty if it is right."""
    agent: type[Any]

    def __str__(self) -> str:
        return f"{self.file.stem}:{self.name}"

    @property
    def search(self) -> str:
        return SEARCHES[self.name]

    @property
    def question(self) -> str:
        """The one of the shipped assignment that it answers."""
        return (SEARCHES | OTHER_QUESTIONS)[self.name]


def student_agents(
    kind: str, answers: Mapping[str, str] = MappingProxyType(SEARCHES)
) -> Iterator[StudentAgent]:
    """All search agents in `tests/students/right` or `wrong`, or those with other `answers`."""
    for file in sorted((FOLDER / kind).glob("*.py")):
        spec = spec_from_file_location(f"student_{kind}_{file.stem}", file)
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        for name in answers:
            if agent := getattr(module, name, None):
                mistakes = module.MISTAKES.get(name, ())
                mistakes = (mistakes,) if isinstance(mistakes, str) else tuple(mistakes)
                yield StudentAgent(file, name, mistakes, agent)
