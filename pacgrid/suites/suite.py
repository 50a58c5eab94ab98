"""A suite: what `pacgrid bench --suite` plays, as data."""

from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, ValidationError, model_validator

from pacgrid.autograder.assignments.assignment import describe
from pacgrid.autograder.kinds.fields import BoardLayout
from pacgrid.autograder.model.strict_model import Line, StrictModel, invalid
from pacgrid.autograder.model.toml_reader import TomlError, parse_toml
from pacgrid.common.files import read_regular_file
from pacgrid.common.suggestion import did_you_mean, why_no_file
from pacgrid.errors import PacgridError

SUFFIX = ".toml"
MAX_BYTES = 1 << 20
OPTIMAL_GHOST = "optimal_ghost"
"""In a solved group: ghosts that play their best, by the solution of each board."""

Count = Annotated[int, Field(ge=1)]


class SuiteError(PacgridError):
    """A suite or its results can't be used."""


class LevelGroup(StrictModel):
    """Boards on which every agent plays the same games."""

    name: Line
    """A heading in tables: `held-out`."""
    purpose: Line = ""
    """What its boards are for, in a sentence."""
    layouts: Annotated[list[BoardLayout], Field(min_length=1)]
    ghosts: Annotated[list[Line], Field(min_length=1)]
    games: Count
    """Of each agent against each of the ghosts on each board."""
    seed: int = 0
    """Of the first game; each next game adds 1."""
    rounds: Count
    opening: Annotated[int, Field(ge=0)] = 0
    """How many random rounds, drawn from the seed, each game begins with."""
    solved: bool = False
    """Whether the boards are solved, so that every move has an exact regret."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        if OPTIMAL_GHOST in self.ghosts and not self.solved:
            raise invalid(f"{OPTIMAL_GHOST} needs solved = true")
        if self.solved and self.opening:
            raise invalid("the optimum of a solved group is that of the start; leave out opening")
        return self


class Suite(StrictModel):
    """Groups of boards. No board is in two of them."""

    title: Line
    hash: Line = ""
    """The fingerprint that it had when it was frozen."""
    groups: Annotated[list[LevelGroup], Field(min_length=1)]

    @model_validator(mode="after")
    def _check_boards(self) -> Self:
        names = Counter(layout.name for group in self.groups for layout in group.layouts)
        if twice := [name for name, count in names.items() if count > 1]:
            raise invalid(f"the board {twice[0]} is there twice; name it once")
        headings = Counter(group.name for group in self.groups)
        if twice := [name for name, count in headings.items() if count > 1]:
            raise invalid(f"two groups are called {twice[0]}; rename one")
        return self

    @property
    def ghosts(self) -> tuple[str, ...]:
        """All ghosts of groups that aren't solved, once each."""
        open_groups = (group for group in self.groups if not group.solved)
        return tuple(dict.fromkeys(name for group in open_groups for name in group.ghosts))

    @classmethod
    def load(cls, name: str) -> Self:
        """The shipped suite `name`, or the one in a .toml file, whose boards may lie beside it.

        Raises SuiteError: one line with the file, the key or line, and what is wrong there.
        """
        if not name.endswith(SUFFIX):
            known = shipped_suites()
            if name not in known:
                mend = did_you_mean(name, known) or f"the suites are {', '.join(known)}"
                raise SuiteError(f"no suite {name!r}; {mend}")
            text = files("pacgrid.suites").joinpath(name + SUFFIX).read_text("utf-8")
            return cls._parse(text, name + SUFFIX, Path())
        path = Path(name)
        try:
            text = read_regular_file(path, MAX_BYTES).decode("utf-8-sig")
        except FileNotFoundError:
            raise SuiteError(f"{path}: {why_no_file(path)}") from None
        except OSError as error:
            raise SuiteError(f"{path}: can't be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise SuiteError(f"{path}: is not UTF-8 text; write it in TOML") from None
        return cls._parse(text, name, path.parent)

    @classmethod
    def _parse(cls, text: str, source: str, folder: Path) -> Self:
        try:
            return cls.model_validate(parse_toml(text), context={"folder": folder})
        except TomlError as error:
            raise SuiteError(f"{source}:{error}") from None
        except ValidationError as error:
            raise SuiteError(f"{source}: {describe(error)}") from None


def shipped_suites() -> list[str]:
    """The names of the shipped suites, in order."""
    return sorted(_shipped_names())


def _shipped_names() -> Iterator[str]:
    for file in files("pacgrid.suites").iterdir():
        if file.name.endswith(SUFFIX):
            yield file.name.removesuffix(SUFFIX)
