"""One game between agents."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from operator import index
from random import Random

from pacgrid.action import Action
from pacgrid.agent import Agent, why_illegal
from pacgrid.agent_loader import load_agent
from pacgrid.common.failure import Failure
from pacgrid.layout import Layout
from pacgrid.records.record import Ending, Move, Record
from pacgrid.records.thought import Thought
from pacgrid.state import LOSS_POINTS, State
from pacgrid.teams import DEFAULT_GHOST
from pacgrid.tree.trace import Trace


@dataclass(frozen=True)
class Limits:
    """Limits on a game; None is no limit. Exceeding one in seconds forfeits the game.

    Seconds are checked after each move: a game can't stop an agent that never returns (grading can,
    because it runs each agent in its own process). CPU seconds are those of the playing thread, so
    the load of the machine doesn't count.
    """

    rounds: int | None = 1000
    """Moves of Pac-Man; then the game ends undecided."""
    move_seconds: float | None = None
    game_seconds: float | None = None
    """For all moves of one agent together."""
    move_cpu_seconds: float | None = None
    game_cpu_seconds: float | None = None


class Game:
    """A game in progress, played ply by ply.

    Each agent's `rng` is seeded from `seed` and its number, and nothing else is random: the same
    agents with the same seed play the same game.

    Args:
        pacman_seed: seeds Pac-Man's `rng` instead of `seed`, as grading does, where Pac-Man must
            not know the seed of the ghosts.
        thoughts: whether to keep what the agents thought about each move. Tracing their searches
            slows them down a little; `Agent.explain` is off the clock.
        played: moves that others played before; the agents take over from there. They count for
            the limit on rounds, not for those on seconds. If they end the game, no method of an
            agent is called.
        start: the position to start from; default: the start of the layout.

    Raises:
        IllegalMoveError: one of the moves `played` is not legal.
        ValueError: there are no agents, or more than Pac-Man and the layout's ghosts; or `start`
            has a different number of agents, or a ghost to move.
    """

    def __init__(
        self,
        layout: Layout,
        agents: Sequence[Agent],
        *,
        seed: int = 0,
        pacman_seed: int | None = None,
        limits: Limits | None = None,
        thoughts: bool = False,
        played: Sequence[Move] = (),
        start: State | None = None,
    ) -> None:
        count = len(agents)
        if start and start.to_move:
            raise ValueError(f"Pac-Man must be to move, not ghost {start.to_move}:\n{start}")
        if start and count != start.num_agents:
            raise ValueError(f"this position has {start.num_agents} agents, not {count}:\n{start}")
        if not start and not 1 <= count <= len(layout.ghosts) + 1:
            raise ValueError(f"this layout takes 1 to {len(layout.ghosts) + 1} agents, not {count}")
        self.layout = layout
        self.agents = tuple(agents)
        self.seed = seed
        self.limits = limits or Limits()
        self.thoughts = thoughts
        self.taken_over = len(played)
        self.start = start
        first = start or State.initial(layout, ghosts=len(agents) - 1)
        self.state = reduce(State.successor, (move.action for move in played), first)
        self.moves = list(played)
        self.ending = self._reached()
        self._forfeit: int | None = None
        self._failure: Failure | None = None
        self._seconds = [0.0] * len(agents)
        self._cpu_seconds = [0.0] * len(agents)
        since = f":{self.taken_over}" if played else ""
        for number, agent in enumerate(self.agents):
            own = seed if number or pacman_seed is None else pacman_seed
            with suppress(AttributeError):  # an agent may define `rng` itself
                agent.rng = Random(f"{own}:{number}{since}")
        for number, agent in enumerate(self.agents):
            if self.ending is None:
                self._guard(number, agent.start, self.state)

    def step(self) -> Move | None:
        """Let the agent to move play one ply. Returns None when the game is over."""
        if self.ending is not None:
            return None
        number = self.state.to_move
        agent = self.agents[number]
        with suppress(AttributeError):  # or `report`
            agent.report = None
        trace = Trace(self.state, most_steps=0) if self.thoughts else None
        state = trace.root if trace else self.state
        wall, cpu = time.perf_counter(), time.thread_time()
        action = self._guard(number, agent.act, state)
        wall, cpu = time.perf_counter() - wall, time.thread_time() - cpu
        if trace:
            trace.close()
        self._seconds[number] += wall
        self._cpu_seconds[number] += cpu
        if self.ending is not None:
            return None
        if objection := why_illegal(action, self.state):
            self._lose(number, Ending.ILLEGAL, Failure(objection))
            return None
        assert isinstance(action, Action)
        if overrun := self._overrun(number, wall, cpu):
            self._lose(number, Ending.OVERRAN, Failure(overrun))
            return None
        nodes = _nodes(agent)
        move = Move(action, wall, cpu, nodes, self._thought(agent, action, trace))
        self.moves.append(move)
        self.state = self.state.successor(action)
        if ending := self._reached():
            self._end(ending)
        return move

    def quit(self) -> None:
        """End the game now, undecided."""
        if self.ending is None:
            self._end(Ending.QUIT)

    @property
    def record(self) -> Record:
        """The game so far; an unfinished game is recorded as quit."""
        forfeited = self._forfeit == 0
        return Record(
            layout=self.layout,
            agents=tuple(map(name_of, self.agents)),
            seed=self.seed,
            moves=tuple(self.moves),
            score=self.state.score + (LOSS_POINTS if forfeited else 0),
            ending=self.ending or Ending.QUIT,
            forfeit=self._forfeit,
            message=self._failure.message if self._failure else "",
            details=self._failure.frames if self._failure else "",
            taken_over=self.taken_over,
            start=self.start,
        )

    def _guard(self, number: int, method: Callable[[State], object], state: State) -> object:
        """Call an agent's method; the agent forfeits the game if it raises."""
        try:
            return method(state)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            failure = Failure.in_agent(error, self.agents[number])
            self._lose(number, Ending.RAISED, failure)
            return None

    def _thought(self, agent: Agent, action: Action, trace: Trace[State] | None) -> Thought | None:
        """What `agent` thought before it chose `action`, or what it raised when asked."""
        if trace is None:
            return None
        problem = ""
        try:
            agent.explain(self.state, action)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            problem = Failure.in_agent(error, agent).message
        thought = Thought.of(_report(agent), trace, problem).possible_in(self.state)
        return None if thought.is_empty else thought

    def _overrun(self, number: int, wall: float, cpu: float) -> str:
        limits = self.limits
        for spent, limit, unit in (
            (cpu, limits.move_cpu_seconds, "CPU seconds for a move"),
            (wall, limits.move_seconds, "seconds for a move"),
            (self._cpu_seconds[number], limits.game_cpu_seconds, "CPU seconds in this game"),
            (self._seconds[number], limits.game_seconds, "seconds in this game"),
        ):
            if limit is not None and spent > limit:
                return f"took {spent:.2f} {unit}; the limit is {limit:g}"
        return ""

    def _reached(self) -> Ending | None:
        """How the game has ended by the rules or the limit on rounds; None if it goes on."""
        rounds = self.limits.rounds
        if self.state.is_terminal:
            return Ending.WON if self.state.is_win else Ending.CAUGHT
        if rounds is not None and len(self.moves) >= rounds * len(self.agents):
            return Ending.ROUND_LIMIT
        return None

    def _lose(self, number: int, ending: Ending, failure: Failure) -> None:
        self._forfeit = number
        self._failure = failure
        self._end(ending)

    def _end(self, ending: Ending) -> None:
        self.ending = ending
        for agent in self.agents:
            try:
                agent.finish(self.state)
            except KeyboardInterrupt:
                raise
            except BaseException:
                continue  # the game is over, and `finish` can't change that


def play(
    layout: Layout,
    agents: Sequence[Agent],
    *,
    ghosts: Sequence[Agent] | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    thoughts: bool = False,
    start: State | None = None,
) -> Record:
    """Play one game: `agents[0]` is Pac-Man, the others are the layout's first ghosts.

    If there is only Pac-Man, and no `ghosts` are given, every ghost of the layout is a
    `directional_ghost`, as with `pacgrid play`; `ghosts=()` leaves all of them out.

    An agent that raises, returns an illegal action or exceeds `limits` forfeits the game. The
    record has every move played, and with `thoughts` what the agents thought about it. The game
    starts from the position `start`, if given.

    Raises ValueError if the number of agents doesn't fit the layout or `start`, or there are ghosts
    both in `agents` and in `ghosts`.
    """
    if ghosts is not None and len(agents) > 1:
        raise ValueError("give ghosts either in agents or in ghosts, not in both")
    if ghosts is None and len(agents) == 1:
        count = start.num_agents - 1 if start else len(layout.ghosts)
        ghosts = [load_agent(DEFAULT_GHOST) for _ in range(count)]
    agents = [*agents, *(ghosts or ())]
    game = Game(layout, agents, seed=seed, limits=limits, thoughts=thoughts, start=start)
    while game.step():
        pass
    return game.record


def name_of(agent: Agent) -> str:
    """The agent's name; its class's if reading it raises."""
    try:
        return str(agent.name)
    except Exception:
        return type(agent).__name__


def _nodes(agent: Agent) -> int | None:
    """The nodes that the agent reports; None if that is not a number."""
    try:
        return None if agent.report is None else index(agent.report.nodes)
    except Exception:
        return None


def _report(agent: Agent) -> object:
    """The agent's report; None if reading it raises."""
    try:
        return agent.report
    except Exception:
        return None
