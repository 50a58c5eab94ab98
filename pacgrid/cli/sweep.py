"""An option with several values, one after the other: `--sweep depth=1..8`."""

import inspect
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

import typer

from pacgrid.agent_loader import agent_class
from pacgrid.agent_spec import AgentSpec
from pacgrid.cli.options import OptionError
from pacgrid.common.suggestion import did_you_mean
from pacgrid.games.game_file import game_in_file
from pacgrid.games.game_loader import GAMES, file_of, game_class

MOST_VALUES = 100
_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(\d{1,9}))?")
_SWEEP = re.compile(r"([A-Za-z_]\w*)=(.+)")

SweepOption = Annotated[
    str | None,
    typer.Option(
        metavar="OPTION=VALUES",
        help="Give the agents an option with several values, one after the other: depth=1..8,"
        " depth=2..8..2 or nodes=100,1000,10000.",
    ),
]
PlotOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Draw the results in a .png or .svg file.")
]


@dataclass(frozen=True)
class Sweep:
    """An option, and the values it takes."""

    option: str
    values: tuple[str, ...]
    """As they are written."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises OptionError, which begins with `--sweep`.

        >>> Sweep.parse("depth=2..8..3"), Sweep.parse("nodes=100,1000").values
        (Sweep(option='depth', values=('2', '5', '8')), ('100', '1000'))
        """
        match = _SWEEP.fullmatch(text)
        if not match:
            raise OptionError(f"--sweep {text}: write OPTION=FIRST..LAST or OPTION=VALUE,VALUE")
        option, values = match[1], _values(text, match[2])
        if not values:
            raise OptionError(f"--sweep {text}: an empty range; write the smaller number first")
        if len(values) > MOST_VALUES:
            raise OptionError(f"--sweep {text}: more than {MOST_VALUES} values; take fewer")
        return cls(option, tuple(dict.fromkeys(values)))

    @property
    def numbers(self) -> list[float] | None:
        """The values as numbers; None if some is none."""
        try:
            return [float(value) for value in self.values]
        except ValueError:
            return None

    def check_agent(self, name: str) -> None:
        """Raises OptionError if the agent doesn't have the option, or gives it already."""
        spec = AgentSpec.parse(name)
        kind = agent_class(spec)
        parameters = inspect.signature(kind).parameters
        takes_any = any(each.kind is each.VAR_KEYWORD for each in parameters.values())
        if self.option not in parameters and not takes_any:
            self._refuse(name, parameters)
        if self.option in spec.options:
            self._refuse_twice(name)

    def is_of_game(self, game: str) -> bool:
        """Whether the option is one of the game, as `depth` is of `uniform`. Raises OptionError if
        the game's name gives it already, or GameError."""
        name, _, options = game.partition(":")
        kind: Any = None
        if file := file_of(game):
            kind = game_in_file(file)
        elif name in GAMES:
            kind = game_class(name)
        if kind is None or self.option not in inspect.signature(kind.initial).parameters:
            return False
        if re.search(rf"(^|[:,])\s*{self.option}\s*=", options):
            self._refuse_twice(game)
        return True

    def named(self, name: str, value: str) -> str:
        """The name of an agent or a game with that value of the option.

        >>> Sweep.parse("depth=1..2").named("minimax:evaluation=score", "2")
        'minimax:evaluation=score,depth=2'
        """
        return with_option(name, self.option, value)

    def all_named(self, agents: Sequence[str]) -> tuple[str, ...]:
        """The names of the agents with each of the values. Raises OptionError or AgentError."""
        for agent in agents:
            self.check_agent(agent)
        return tuple(self.named(agent, value) for agent in agents for value in self.values)

    def _refuse(self, name: str, known: Iterable[str]) -> None:
        hint = did_you_mean(self.option, known) or f"its options are {', '.join(known) or 'none'}"
        raise OptionError(f"--sweep {self.option}: {name} has no option {self.option}; {hint}")

    def _refuse_twice(self, name: str) -> None:
        raise OptionError(
            f"--sweep {self.option}: {name} gives {self.option} already; leave it out there"
        )


def with_option(name: str, option: str, value: object) -> str:
    """The name of an agent or a game with one more option."""
    has_options = re.search(r":\s*[A-Za-z_]\w*\s*=", name)
    return f"{name}{',' if has_options else ':'}{option}={value}"


def _values(text: str, values: str) -> list[str]:
    if ".." not in values:
        return [value for value in (part.strip() for part in values.split(",")) if value]
    match = _RANGE.fullmatch(values)
    if not match or match[3] == "0":
        raise OptionError(f"--sweep {text}: can't read the range {values}; write 1..8 or 2..8..2")
    first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
    return [str(value) for value in range(first, last + 1, step)[: MOST_VALUES + 1]]
