"""Agents: what plays Pac-Man and the ghosts, and the names that choose them."""

import os
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Self

from pacgrid.action import Action, name_fix
from pacgrid.common.named_options import named_options, option_value
from pacgrid.errors import AgentError
from pacgrid.state import State


@dataclass
class Report:
    """What an agent reports about its last decision; viewers show it."""

    nodes: int = 0
    """How many states it visited."""
    values: dict[Action, float] = field(default_factory=dict)
    """The value of each action: what the state that it leads to is worth to Pac-Man."""
    principal_variation: Sequence[Action] = ()
    """The line of play it expects, its own action first."""
    features: Mapping[str, float] = field(default_factory=dict)
    """What each feature of its evaluation adds to the value of the state that ends
    `principal_variation`; only the `score` if the game ends there."""
    action_details: Mapping[str, Mapping[Action, float]] = field(default_factory=dict)
    """More numbers for each action, by name: `{"visits": {Action.EAST: 120}}`."""
    details: Mapping[str, float] = field(default_factory=dict)
    """More numbers about the search, by name: `{"depth reached": 5, "table hits": 310}`."""


class Agent(ABC):
    """Plays Pac-Man or a ghost. Write `act`; the rest is optional.

    Options are keyword arguments: `my_agent.py:depth=3` on the command line builds
    `MyAgent(depth=3)`.

    >>> class GoEast(Agent):
    ...     def act(self, state):
    ...         return Action.EAST
    """

    plays_ghosts: ClassVar[bool] = True
    """Whether it can play a ghost, too."""

    plays_any_game: ClassVar[bool] = False
    """Whether it also plays games other than Pac-Man."""

    plays_general_sum: ClassVar[bool] = True
    """Whether it also plays games in which each player has payoffs of its own."""

    plays_chance: ClassVar[bool] = True
    """Whether it also plays games in which chance moves."""

    option_hint: ClassVar[str] = ""
    """What to do if an option is missing."""

    most_cells: int | None = None
    """The open cells of the largest board that it can play on; None: any board."""

    report: Report | None = None
    """Set this in `act` or `explain` for viewers and records to show it."""

    @abstractmethod
    def act(self, state: State) -> Action:
        """Return one of `state.legal_actions()` for the agent to move, `state.to_move`."""

    def start(self, state: State) -> None:
        """Called once before a game, with the first state that the agent plays in."""

    def explain(self, state: State, action: Action) -> None:
        """Called after `act`, off the clock, and only if the game is watched or its thoughts are
        kept: complete `report` here with whatever takes time. `action` is what `act` chose in
        `state`. Must not change how the agent plays."""

    def finish(self, state: State) -> None:
        """Called once after a game, with its last state."""

    @cached_property
    def rng(self) -> random.Random:
        """The agent's random number generator, seeded before each game from the game's seed."""
        return random.Random(0)

    @cached_property
    def name(self) -> str:
        """The agent's name in records and tables."""
        return type(self).__name__


class GhostTeam(Agent):
    """Plays all ghosts of a game. Write `act`; what you keep on `self` is the memory that all
    ghosts share.

    One instance plays the whole game. `act` is called on each ghost's turn, and `state.to_move`
    says which ghost it is; `start` and `finish` are called once a game, and `rng` is seeded once. A
    team that takes over a game, or from which another agent takes over a ghost, may play only some
    of the ghosts.

    `--ghosts my_team.py` builds it on the command line, `play(layout, [pacman], ghosts=MyTeam())`
    in Python. Like an Agent, it may have options.

    Here each ghost chooses, if it can, a direction that no other one has taken in this round:

    >>> class KeepApart(GhostTeam):
    ...     def start(self, state):
    ...         self.taken = set()
    ...
    ...     def act(self, state):
    ...         if state.to_move == 1:  # a new round
    ...             self.taken.clear()
    ...         actions = sorted(state.legal_actions(), key=self.taken.__contains__)
    ...         self.taken.add(actions[0])
    ...         return actions[0]
    >>> from pacgrid import Layout, play
    >>> from pacgrid.agents.reflex import Reflex
    >>> record = play(Layout.load("small"), [Reflex()], ghosts=KeepApart())
    >>> record.agents
    ('Reflex', 'KeepApart', 'KeepApart')
    """


class ChanceAgent(Agent):
    """An agent that draws its actions from a probability distribution.

    Expectimax can average over the distribution, and viewers can show it.
    """

    sees_only_pacman: ClassVar[bool] = False
    """Whether a ghost's distribution depends on nothing but Pac-Man's position, its own position
    and direction, and whether it is scared. Only such ghosts can be solved against. Say so in the
    class that defines `distribution`."""

    @abstractmethod
    def distribution(self, state: State) -> Mapping[Action, float]:
        """The probability of each legal action; they sum to 1."""

    def act(self, state: State) -> Action:
        distribution = self.distribution(state)
        return self.rng.choices(list(distribution), list(distribution.values()))[0]


def distinct_agents(players: Iterable[tuple[int, Agent | None]]) -> dict[int, Agent]:
    """Each of the `players` once, by the first number that it plays: a team plays several.

    Args:
        players: agents with the numbers that they play, in order; nobody is left out.
    """
    found: dict[int, Agent] = {}
    for number, agent in players:
        if agent is not None and not any(agent is other for other in found.values()):
            found[number] = agent
    return found


def why_illegal(action: object, state: State) -> str:
    """What is wrong with `action`, which an agent returned in `state`; "" if it is legal."""
    if isinstance(action, Action) and action in state.legal_actions():
        return ""
    legal = ", ".join(f"Action.{legal.name}" for legal in state.legal_actions())
    given = f"Action.{action.name}" if isinstance(action, Action) else returned_text(action)
    return f"returned {given}; legal actions: {legal}"


def returned_text(value: object) -> str:
    """How Python writes a `value` that isn't an action, with its type, and what is probably wrong
    with it."""
    try:
        text = repr(value)
    except Exception:
        text = "an object without a repr"
    fix = ""
    match value:
        case None:
            fix = ", as a function without a return does"
        case str() if name_fix(value):
            fix = f": {name_fix(value)}"
        case int() | float() if not isinstance(value, Action):
            fix = ": return an action, not a number"
        case tuple() | list() if any(isinstance(each, Action | str) for each in value):
            fix = ": return the action alone"
    return f"{text[:60]} ({type(value).__name__}){fix}"


_SPEC = re.compile(
    r"(?P<source>^[^:=]+(?=:[A-Za-z_]\w*=)|^.+?\.py(?=$|:)|^[^:=]+|(?<=\.py))"
    r"(?::(?P<class_name>[A-Za-z_]\w*))?"
    r"(?::(?P<options>[A-Za-z_]\w*=.*))?"
)


@dataclass(frozen=True)
class AgentSpec:
    """An agent's name: `minimax:depth=3`, `my_agent.py`, `my_agent.py:MyAgent:depth=3`."""

    source: str
    class_name: str | None
    options: Mapping[str, Any]
    texts: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The options as they were written."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a name. An option's value is a Python literal, `true` or `false` if it reads as
        one, else a string; with commas, a list of these. Brackets keep the options of a name inside
        a list together.

        >>> AgentSpec.parse("my_agent.py:MyAgent:depth=3,evaluation=cautious").options
        {'depth': 3, 'evaluation': 'cautious'}
        >>> AgentSpec.parse("expectimax:ghosts=random_ghost,other.py:p=0.5,depth=3").options
        {'ghosts': ['random_ghost', 'other.py:p=0.5'], 'depth': 3}
        >>> AgentSpec.parse("expectimax:ghosts=[other.py:p=0.5,q=1],depth=3").options
        {'ghosts': ['other.py:p=0.5,q=1'], 'depth': 3}
        """
        # A file is one, whatever else its name could mean.
        ends = (found.end() for found in re.finditer(r"\.py(?=$|:)", text))
        path = next((text[:end] for end in ends if os.path.isfile(text[:end])), "")  # noqa: PTH113
        match = _SPEC.fullmatch(text, len(path))
        if not match:
            raise AgentError(f"can't read the agent {text!r}; write NAME:option=value,option=value")
        try:
            texts = named_options(match["options"] or "")
        except ValueError as error:
            raise AgentError(f"{text}: {error}") from None
        options = {name: option_value(value) for name, value in texts.items()}
        return cls(path or match["source"], match["class_name"], options, texts)

    @property
    def is_file(self) -> bool:
        return self.source.endswith(".py")
