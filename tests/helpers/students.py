"""Submissions as students write them, in `tests/students/`: right and wrong ones."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "students"
SEARCHES = {"Minimax": "minimax", "AlphaBeta": "alpha_beta", "Expectimax": "expectimax"}
"""The question that each class answers."""


@dataclass(frozen=True)
class StudentAgent:
    """A class of a submission, and what is wrong with it."""

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


def student_agents(kind: str) -> Iterator[StudentAgent]:
    """All search agents in `tests/students/right` or `wrong`."""
    for file in sorted((FOLDER / kind).glob("*.py")):
        spec = spec_from_file_location(f"student_{kind}_{file.stem}", file)
        assert spec
        assert spec.loader
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        for name in SEARCHES:
            if agent := getattr(module, name, None):
                mistakes = module.MISTAKES.get(name, ())
                mistakes = (mistakes,) if isinstance(mistakes, str) else tuple(mistakes)
                yield StudentAgent(file, name, mistakes, agent)
