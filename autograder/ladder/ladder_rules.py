"""The rules of a ladder: what its games are, and how many there are."""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from secrets import randbelow
from typing import Annotated, Self

from pydantic import AfterValidator, Field, ValidationError

from pacgrid.common.files import read_regular_file
from pacgrid.common.gone import gone
from pacgrid.common.sanitize import one_line
from pacgrid.layout import Layout

from ..assignments.assignment import check_file_name, describe
from ..kinds.kind import BoardLayout, Ghost
from ..model.fault import GradingError
from ..model.schema import Line, StrictModel, SubmissionLimits, TomlError, parse_toml
from ..sandbox.level import Level
from .entrants import DEFAULT_ANCHORS, Conditions

LAYOUTS = ("small", "medium", "trap", "corridors", "crossroads", "lure")
SECRET = 1 << 32
"""A smaller seed can be guessed."""
_MAX_BYTES = 1 << 20


class RulesError(GradingError):
    """Rules that can't be used; names the file, the place in it, and what is wrong."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


class LadderRules(StrictModel):
    """The rules, as in `ladder.toml`."""

    title: Line = "Ladder"
    file: Annotated[str, AfterValidator(check_file_name)] = "agent.py"
    """The name of the file to load, in a hand-in of several files."""
    layouts: Annotated[list[BoardLayout], Field(min_length=1)] = Field(
        default_factory=lambda: [Layout.load(name) for name in LAYOUTS]
    )
    games: Annotated[int, Field(ge=1)] | None = None
    """At most so many games; by default, everybody plays everybody else once on each layout."""
    seed: int = 0
    """The seed of all random numbers. Keep it secret while entrants can still change their
    agents."""
    rounds: Annotated[int, Field(ge=1)] = 300
    """Pac-Man's moves after which a game is cut off."""
    anchors: list[Ghost] = Field(default_factory=lambda: list(DEFAULT_ANCHORS))
    """Agents and teams that everybody plays against, so that ratings of different years compare."""
    limits: SubmissionLimits = SubmissionLimits()

    @classmethod
    def load(cls, path: Path) -> Self:
        """Reads the rules in a TOML file. Paths in it are relative to its folder.

        Raises:
            RulesError: one line with the file, the key or line, and what is wrong there.
        """
        try:
            text = read_regular_file(path, _MAX_BYTES).decode("utf-8-sig")
            data = parse_toml(text)
            if line := next(filter(None, (gone(f"the rule {key}") for key in data)), ""):
                raise RulesError(f"{path}: {line}")
            return cls.model_validate(data, context={"folder": path.parent})
        except FileNotFoundError:
            raise RulesError(f"{path}: no such file; write the rules of the ladder there") from None
        except OSError as error:
            raise RulesError(f"{path}: can't be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise RulesError(f"{path}: is not UTF-8 text; write it in TOML") from None
        except TomlError as error:
            raise RulesError(f"{path}:{error}") from None
        except ValidationError as error:
            raise RulesError(f"{path}: {describe(error)}") from None

    def changed(self, **values: object) -> Self:
        """The same rules with other values. Raises RulesError if nobody can play a layout."""
        rules = self.model_copy(update=values)
        for layout in rules.layouts:
            if not layout.ghosts:
                raise RulesError(f"{layout.name}: has no ghosts; a ladder needs at least one")
        for first, second in combinations(rules.layouts, 2):
            if first.rows == second.rows:
                raise RulesError(f"{second.name}: is the same board as {first.name}; name it once")
        return rules

    def conditions(self, level: Level) -> Mapping[str, Conditions]:
        """Those of the games, by the name of the layout."""
        limits = self.limits.for_each_of(1)  # no game takes more than all may
        return {
            layout.name: Conditions(layout, self.rounds, limits, level) for layout in self.layouts
        }

    @property
    def advice(self) -> str:
        """What to say about a seed that can be guessed; "" if it can't."""
        if abs(self.seed) >= SECRET:
            return ""
        return (
            f"seed {self.seed} can be guessed, and with it what the anchors draw; for a contest,"
            f" choose a secret one, such as --seed {secret_seed()}"
        )


def secret_seed() -> int:
    """A seed that nobody can guess, drawn by the system."""
    return SECRET + randbelow((1 << 62) - SECRET)
