"""One game between agents."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import index
from random import Random
from threading import TIMEOUT_MAX
from typing import TYPE_CHECKING, Any

from pacgrid.agent import Agent, GhostTeam, distinct_agents
from pacgrid.agent_loader import DEFAULT_GHOST, load_agent
from pacgrid.common.concurrency import thread_time
from pacgrid.common.failure import Failure, busy_line, written_at
from pacgrid.errors import GameError
from pacgrid.games.game_loader import failure_in_game
from pacgrid.games.game_setup import Ending, GameSetup, needs_pacman
from pacgrid.games.pacman import PacmanSetup
from pacgrid.layout import Layout
from pacgrid.records.record import KEYBOARD, Record
from pacgrid.records.thought import Move, Thought, Trace, attribute_of
from pacgrid.search import CHANCE
from pacgrid.state import State

if TYPE_CHECKING:
    from pacgrid.common.concurrency import CallThread


@dataclass(frozen=True)
class Limits:
    """Limits on a game; None is no limit."""

    rounds: int | None = 1000
    """Moves of Pac-Man; then the game ends undecided."""
    move_seconds: float | None = None
    """An agent that takes longer for a move forfeits the game. Then `act` runs in a thread of its
    own, so that an agent that never returns forfeits, too."""


class ForfeitError(Exception):
    """An agent raised an exception, returned an illegal action, or took too long."""

    def __init__(self, agent: int, ending: Ending, failure: Failure) -> None:
        super().__init__(failure.message)
        self.agent = agent
        self.ending = ending
        self.failure = failure


class Game:
    """A game of any kind in progress, played ply by ply.

    Each agent's `rng` is seeded from `seed` and its number. What chance draws depends on `seed` and
    the ply only, so that undoing a move doesn't roll the die again. Nothing else is random: the
    same agents with the same seed play the same game.

    Args:
        setup: which game; a layout is Pac-Man's.
        agents: a person plays where it has None: whoever shows the game calls `play` for them. An
            agent that is there several times, such as a `GhostTeam`, plays all these places; it is
            started, seeded by its first number, and finished once.
        pacman_seed: seeds Pac-Man's `rng` instead of `seed`, as grading does, where Pac-Man must
            not know the seed of the ghosts.
        ghost_seed: seeds the ghosts' `rng` instead of `seed`, as grading of ghosts does.
        thoughts: whether to keep what the agents thought about each move. Tracing their searches
            slows them down a little; `Agent.explain` is off the clock.
        played: moves that others played before; the agents take over from there. They count for
            the limit on rounds. If they end the game, no method of an
            agent is called.
        start: with a layout, the position to start from; default: the start of the layout.

    Raises:
        IllegalMoveError: one of the moves `played` is not legal.
        ValueError: there are no agents, or more than the game has room for; or Pac-Man is a
            `GhostTeam`; or `start` has a different number of agents, or a ghost to move.
    """

    def __init__(
        self,
        setup: GameSetup | Layout,
        agents: Sequence[Agent | None],
        *,
        seed: int = 0,
        pacman_seed: int | None = None,
        ghost_seed: int | None = None,
        limits: Limits | None = None,
        thoughts: bool = False,
        played: Sequence[Move] = (),
        start: State | None = None,
    ) -> None:
        if isinstance(setup, Layout):
            setup = PacmanSetup(setup, len(agents), start)
        if len(agents) != setup.first_state.num_agents:
            count = setup.first_state.num_agents
            raise ValueError(f"{setup.title} takes {count} agents, not {len(agents)}")
        if isinstance(agents[0], GhostTeam):
            raise ValueError(f"{name_of(agents[0])} is a team of ghosts, not a Pac-Man")
        self.setup = setup
        self.agents = list(agents)
        self.seed = seed
        self.limits = limits or Limits()
        self.thoughts = thoughts
        self.taken_over = len(played)
        self.states: list[Any] = [setup.first_state]
        """The first one, and the one after each move."""
        for move in played:
            self.states.append(self.state.successor(move.action))
        self.moves = list(played)
        self.ending = self._reached()
        self.forfeit: ForfeitError | None = None
        self.undone = 0
        """How often plies were undone."""
        self._begun = False
        self._thread: CallThread | None = None
        self._left_behind: Agent | None = None
        """The agent whose `act` didn't return."""
        self._distinct = distinct_agents(enumerate(self.agents))
        since = f":{self.taken_over}" if played else ""
        for number, agent in self._distinct.items():
            own = ghost_seed if number else pacman_seed
            with suppress(AttributeError):  # an agent may define `rng` itself
                agent.rng = Random(f"{seed if own is None else own}:{number}{since}")

    @property
    def state(self) -> Any:
        """The newest position."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        return self.ending is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The agents' names, `KEYBOARD` for a person."""
        return tuple(name_of(agent) if agent else KEYBOARD for agent in self.agents)

    def waits_for_person(self, state: Any) -> bool:
        """Whether a person without an agent is to move in `state`."""
        nobody = state.is_terminal or state.to_move == CHANCE
        return not nobody and self.agents[state.to_move] is None

    @property
    def person_to_move(self) -> bool:
        """Whether a person is to move in the newest position."""
        return self.waits_for_person(self.state)

    def step(self) -> Move | None:
        """Let the agent to move, or chance, play one ply. Returns None when the game is over, or a
        person is to move.

        Raises GameError: the agent can't play this game, or the game itself failed.
        """
        if self.ending is not None:
            return None
        state = self.states[-1]
        if (number := state.to_move) != CHANCE and self.agents[number] is None:
            return None
        try:
            move = self.think(state, len(self.moves))
        except ForfeitError as error:
            self.lose(error)
            return None
        self.play(move)
        return move

    def think(self, state: Any, ply: int) -> Move:
        """What the agent to move, or chance, plays in `state`, which is the position at `ply`.

        No move is added to the game, so this can run in a thread of its own.

        Raises:
            ForfeitError: the agent failed.
            GameError: the agent needs a part of Pac-Man's state that this game doesn't have, or the
                game itself failed.
        """
        if not self._begun:
            self._begin()
        number = state.to_move
        if number == CHANCE:
            return Move(self._draw(state, ply))
        agent: Any = self.agents[number]
        with suppress(AttributeError):  # an agent may define `report` itself
            agent.report = None
        trace = Trace(state) if self.thoughts and isinstance(state, State) else None
        returned, wall, cpu = self._acted(number, trace.root if trace else state)
        if trace:
            trace.close()
        action = returned
        # The same question, quicker, for nearly all moves of Pac-Man's games.
        if type(action) is not self.setup.action_type or action not in state.legal_actions():
            if objection := self._guard(number, self.setup.why_illegal, returned, state):
                place = written_at(agent.act) if returned is None else ""
                raise ForfeitError(number, Ending.ILLEGAL, Failure(f"{objection}{place}"))
            legal = list(state.legal_actions())
            action = legal[legal.index(returned)]  # 1 rather than True
        limit = self.limits.move_seconds
        if limit is not None and wall > limit:
            overrun = f"took {wall:.2f} seconds for a move; the limit is {limit:g}"
            raise ForfeitError(number, Ending.OVERRAN, Failure(overrun))
        nodes = _nodes(agent)  # before `explain`, which may add some
        thought = self._thought(agent, state, action, trace) if self.thoughts else None
        return Move(action, wall, cpu, nodes, thought)

    def play(self, move: Move) -> None:
        """Add a ply to the newest position: what `think` returned, or what a person chose."""
        after = self.state.successor(move.action)
        self.moves.append(move)
        self.states.append(after)
        if ending := self._reached():
            self._end(ending)

    def lose(self, error: ForfeitError) -> None:
        """End the game, since an agent forfeits it."""
        self.forfeit = error
        self._end(error.ending)

    def undo(self, ply: int) -> None:
        """Return to the position at `ply`, from which the game goes on."""
        self.undone += ply < len(self.moves)
        del self.states[ply + 1 :], self.moves[ply:]
        self.taken_over = min(self.taken_over, ply)
        self.forfeit = None
        self.ending = self._reached()

    def quit(self) -> None:
        """End the game now, undecided."""
        if self.ending is None:
            self._end(Ending.QUIT)

    @property
    def record(self) -> Record:
        """The game so far; an unfinished game is recorded as quit."""
        lost = self.forfeit
        return Record(
            setup=self.setup,
            agents=self.names,
            seed=self.seed,
            moves=tuple(self.moves),
            score=self.setup.forfeit_score(self.state, lost.agent) if lost else self.state.score,
            ending=self.ending or Ending.QUIT,
            forfeit=lost.agent if lost else None,
            message=lost.failure.message if lost else "",
            details=lost.failure.frames if lost else "",
            taken_over=self.taken_over,
        )

    @property
    def thread_number(self) -> int:
        """The thread in which agents act, if it isn't the one that calls `think`; else 0."""
        return self._thread.number if self._thread else 0

    def _acted(self, number: int, state: Any) -> tuple[Any, float, float]:
        """What the agent returns in `state`, and the seconds and CPU seconds that it took. Raises
        as `think`."""
        agent: Any = self.agents[number]

        def act() -> tuple[Any, float, float]:
            wall, cpu = time.perf_counter(), thread_time()
            returned = agent.act(state)
            return returned, time.perf_counter() - wall, thread_time() - cpu

        limit = self.limits.move_seconds
        if limit is None:
            return self._guard(number, act)  # type: ignore[no-any-return]
        from concurrent.futures import wait  # most games have no such limit

        from pacgrid.common.concurrency import CallThread

        thread = self._thread = self._thread or CallThread()
        future = thread.submit(act)
        self._guard(number, wait, [future], min(limit, TIMEOUT_MAX))
        if future.done():
            return self._guard(number, future.result)  # type: ignore[no-any-return]
        place = busy_line(agent, thread.number)
        thread.abandon()
        self._thread, self._left_behind = None, agent
        overrun = f"took more than {limit:g} seconds for a move{place and f' ({place})'}"
        raise ForfeitError(number, Ending.OVERRAN, Failure(overrun))

    def _begin(self) -> None:
        """Tell the agents that the game begins. Raises as `think`."""
        self._begun = True
        for number, agent in self._distinct.items():
            self._guard(number, agent.start, self.state)

    def _draw(self, state: Any, ply: int) -> Any:
        """What chance plays. Raises GameError if it has nothing to draw from."""
        chances: Mapping[Any, float] = state.distribution()
        if not any(chance > 0 for chance in chances.values()):
            raise GameError("chance is to move, but no action has a probability above 0")
        rng = Random(f"{self.seed}:chance:{ply}")
        return rng.choices(list(chances), list(chances.values()))[0]

    def _guard(self, number: int, call: Callable[..., Any], *arguments: Any) -> Any:
        """Call a method of an agent, or of what it returned. Raises as `think`."""
        try:
            return call(*arguments)
        except KeyboardInterrupt as error:
            place = Failure.in_agent(error, self.agents[number]).message
            place = place.removeprefix(type(error).__name__)
            error.add_note(f"{self.names[number]} was still thinking{place}")
            raise
        except BaseException as error:
            if reason := needs_pacman(error, self.state):
                raise GameError(f"{self.names[number]} {reason}") from None
            if failure := failure_in_game(error, self.agents[number], self.state):
                raise GameError(f"the game raised {failure.message}") from None
            failure = Failure.in_agent(error, self.agents[number])
            raise ForfeitError(number, Ending.RAISED, failure) from None

    def _thought(
        self, agent: Agent, state: Any, action: Any, trace: Trace | None
    ) -> Thought | None:
        """What `agent` thought before it chose `action`, or what it raised when asked."""
        problem = ""
        try:
            agent.explain(state, action)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            problem = Failure.in_agent(error, agent).message
        kind = self.setup.action_type
        thought = Thought.of(attribute_of(agent, "report"), trace, problem, kind).possible_in(state)
        return None if thought.is_empty else thought

    def _reached(self) -> Ending | None:
        """How the game has ended by the rules or the limit on rounds; None if it goes on."""
        state, rounds = self.states[-1], self.limits.rounds
        if state.is_terminal:
            return self.setup.ending(state)
        if rounds is not None and len(self.moves) >= rounds * len(self.agents):
            return Ending.ROUND_LIMIT
        return None

    def _end(self, ending: Ending) -> None:
        self.ending = ending
        agents, self._begun = self._distinct if self._begun else {}, False
        if self._thread:
            self._thread.stop()
            self._thread = None
        for agent in agents.values():
            if agent is self._left_behind:
                continue
            try:
                agent.finish(self.state)
            except KeyboardInterrupt:
                raise
            except BaseException:
                continue  # the game is over, and `finish` can't change that


def play(
    layout: GameSetup | Layout,
    agents: Sequence[Agent],
    *,
    ghosts: Sequence[Agent] | GhostTeam | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    thoughts: bool = False,
    start: State | None = None,
) -> Record:
    """Play one game: `agents[0]` is Pac-Man, the others are the layout's first ghosts.

    If there is only Pac-Man, and no `ghosts` are given, every ghost of the layout is a
    `directional_ghost`, as with `pacgrid play`; `ghosts=()` leaves all of them out. A `GhostTeam`
    given as `ghosts`, or as the only agent after Pac-Man, plays all ghosts of the layout.

    An agent that raises, returns an illegal action or exceeds `limits` forfeits the game. The
    record has every move played, and with `thoughts` what the agents thought about it. The game
    starts from the position `start`, if given.

    Raises ValueError if the number of agents doesn't fit the layout or `start`, or there are ghosts
    both in `agents` and in `ghosts`.
    """
    if ghosts is not None and len(agents) > 1:
        raise ValueError("give ghosts either in agents or in ghosts, not in both")
    if ghosts is None and len(agents) == 2 and isinstance(team := agents[1], GhostTeam):
        agents, ghosts = agents[:1], team
    if isinstance(layout, Layout) and len(agents) == 1:
        count = start.num_agents - 1 if start else len(layout.ghosts)
        if ghosts is None:
            ghosts = [load_agent(DEFAULT_GHOST) for _ in range(count)]
        elif isinstance(ghosts, GhostTeam):
            ghosts = [ghosts] * count
    if isinstance(ghosts, GhostTeam):
        raise ValueError("a team of ghosts plays on a layout")
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
        return index(attribute_of(attribute_of(agent, "report"), "nodes"))  # type: ignore[arg-type]
    except Exception:
        return None
