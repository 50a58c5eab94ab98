"""Pacgrid as a game of OpenSpiel: `import pacgrid.openspiel` registers `python_pacgrid`.

    pyspiel.load_game("python_pacgrid(layout=duel,num_ghosts=1,rounds=20)")

The rules are those of `pacgrid.state`; a state of OpenSpiel's has a `position`, which is a `State`.
Agents move in turn. Player 0 is Pac-Man and player `i` is ghost `i`, unless chance moves the
ghosts. Actions are the numbers of `Action`.

Pac-Man's return is the score at the end of the game, a ghost's return is minus that: with one ghost
the game is zero-sum. Until then returns are 0, since most algorithms want a game that pays at its
end.

Parameters:

- `layout=medium`: a shipped name, or a file. A maze from a seed has to be saved as a file first.
- `num_ghosts=-1`: play with the layout's first ghosts; -1 for all of them.
- `rounds=1000`: the game ends after so many, undecided.
- `ghosts=players`; or who moves them as chance nodes: `random`, or `directional_ghost`.

An observation is the planes `[7, row, column]` that environments have as `float32` (see
`pacgrid.kernel.planes`), and as text the position. The information state is the history.
"""

from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.agent import Agent, ChanceAgent, why_illegal
from pacgrid.agent_loader import load_agent
from pacgrid.common.named_options import whole_number
from pacgrid.errors import AgentError, GameError
from pacgrid.kernel.planes import (
    NUM_BOARD_PLANES,
    Channel,
    Packed,
    pack_agents,
    pack_planes,
    unpack,
)
from pacgrid.layers import opponent_model
from pacgrid.layout import Layout
from pacgrid.marks import MAX_GHOSTS, WALL
from pacgrid.maze import Cells, Maze
from pacgrid.state import FOOD_POINTS, GHOST_POINTS, LOSS_POINTS, MOVE_COST, WIN_POINTS, State

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError:
    raise ImportError(
        "needs open_spiel, which isn't there (nor for Intel Macs); "
        "install it with: pip install 'pacgrid[openspiel]'"
    ) from None

DEFAULTS = {"layout": "medium", "num_ghosts": -1, "rounds": 1000, "ghosts": "players"}
CHANCE_GHOSTS = {"random": "random_ghost", "directional_ghost": "directional_ghost"}
"""The agents whose moves depend on nothing but the position."""
MOST_ROUNDS = 10**6


def _game_type(least_players: int, most_players: int, ghosts: str) -> Any:
    """How OpenSpiel describes such games."""
    kinds = pyspiel.GameType
    is_chance, is_duel = ghosts != "players", least_players == most_players == 2
    modes, utilities = kinds.ChanceMode, kinds.Utility
    return kinds(
        short_name="python_pacgrid",
        long_name="Pacgrid",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if is_chance else modes.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=utilities.ZERO_SUM if is_duel else utilities.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most_players,
        min_num_players=least_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class PacgridGame(pyspiel.Game):  # type: ignore[misc]
    """Pacgrid on one layout, as `pyspiel.load_game` makes it.

    Args:
        params: see the module; what isn't there has its default.
        start: the position to start from, in place of the layout's start. Only this object knows
            it: a game that is saved and loaded starts from the layout again.

    Raises:
        LayoutError: there is no such layout.
        GameError: another parameter is wrong.
    """

    def __init__(
        self, params: Mapping[str, Any] | None = None, *, start: State | None = None
    ) -> None:
        params = {**DEFAULTS, **(params or {})}
        try:
            rounds = whole_number("rounds", params["rounds"], 1, MOST_ROUNDS)
            self.chance = _chance(params["ghosts"])
            self.start = start or _start(params["layout"], params["num_ghosts"])
        except ValueError as error:
            raise GameError(f"python_pacgrid: {error}") from None
        self.plies = rounds * self.start.num_agents
        """After so many the game ends."""
        ghosts = self.start.num_agents - 1
        players = 1 if self.chance else ghosts + 1
        least, most = _scores(self.start, rounds)
        super().__init__(
            _game_type(players, players, params["ghosts"]),
            pyspiel.GameInfo(
                num_distinct_actions=len(Action),
                max_chance_outcomes=len(Action) if self.chance else 0,
                num_players=players,
                min_utility=least if players == 1 else min(least, -most),
                max_utility=most if players == 1 else max(-least, most),
                utility_sum=0.0 if players == 2 else None,
                max_game_length=rounds * players,
            ),
            params,
        )

    def new_initial_state(self, position: State | None = None) -> "PacgridState":
        """The start; or a position on the same board, without a history."""
        return PacgridState(self, position or self.start)

    def max_chance_nodes_in_history(self) -> int:
        return self.plies - self.max_game_length() if self.chance else 0

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Any:
        """What observes states of this game: planes; or, as a memory, the history."""
        if not isinstance(kind, pyspiel.IIGObservationType):  # C++ calls it with `params` alone
            kind, params = None, params or kind
        if params:
            raise GameError(f"python_pacgrid: observations have no parameters, as {params}")
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return PlanesObserver(self.start.maze)
        return IIGObserverForPublicInfoGame(kind, {})


class PacgridState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel plays on from it."""

    position: State

    def __init__(self, game: PacgridGame, position: State) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        chance = self.position.to_move and self.get_game().chance
        return int(pyspiel.PlayerId.CHANCE) if chance else self.position.to_move

    def is_terminal(self) -> bool:
        return self.position.is_terminal or self.move_number() >= self.get_game().plies

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return [int(action) for action in self.position.legal_actions()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The ghost's moves that can happen, with their probabilities."""
        distribution = self.get_game().chance.distribution(self.position)
        return [(int(action), p) for action, p in sorted(distribution.items()) if p > 0]

    def _apply_action(self, action: int) -> None:
        self.position = self.position.successor(Action(action))

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return str(Action(action))

    def returns(self) -> list[float]:
        score = float(self.position.score) if self.is_terminal() else 0.0
        return [score] + [0 - score] * (self.num_players() - 1)

    def __str__(self) -> str:
        return str(self.position)


class PlanesObserver:
    """What OpenSpiel asks for observations: planes, which `set_from` draws, and text."""

    def __init__(self, maze: Maze) -> None:
        shape = len(Channel), maze.height, maze.width
        self.tensor: NDArray[np.float32] = np.zeros(np.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}
        self._board = np.zeros((NUM_BOARD_PLANES, *shape[1:]), np.bool_)
        self._board[Channel.WALLS] = [[mark == WALL for mark in row] for row in maze.walls]

    def set_from(self, state: PacgridState, player: int) -> None:
        position, board = state.position, self._board
        self._show(Channel.FOOD, position.food)
        self._show(Channel.CAPSULES, position.capsules)
        packed: Packed = {"agents": pack_agents(position), "board": pack_planes(board)}
        self.dict["observation"][:] = unpack(packed, *board.shape[1:], player, np.float32)

    def _show(self, channel: Channel, cells: Cells) -> None:
        plane = self._board[channel]
        plane[:] = False
        for x, y in cells:
            plane[-1 - y, x] = True

    def string_from(self, state: PacgridState, player: int) -> str:  # noqa: ARG002
        return str(state.position)


class AgentBot(pyspiel.Bot):  # type: ignore[misc]
    """An agent of Pacgrid as a bot: `AgentBot("alpha_beta:depth=2")`.

    Args:
        agent: the agent or its name, as in `load_agent`. A `GhostTeam` is one bot for all ghosts.
        seed: the seed of a game. An agent plays the same moves as in Pacgrid's game of that seed.

    Raises AgentError if there is no such agent; `step` does if it returns what isn't legal.
    """

    def __init__(self, agent: Agent | str, seed: int = 0) -> None:
        super().__init__()
        self.agent = load_agent(agent) if isinstance(agent, str) else agent
        self.seed = seed
        self._first: State | None = None
        self._begun = False

    def restart(self) -> None:
        self._first, self._begun = None, False

    def restart_at(self, state: PacgridState) -> None:
        self._first, self._begun = state.position, False

    def step(self, state: PacgridState) -> int:
        position = state.position
        if not self._begun:  # only now its number is known
            self._begun = True
            with suppress(AttributeError):  # an agent may define `rng` itself
                self.agent.rng = Random(f"{self.seed}:{position.to_move}")
            self.agent.start(self._first or position)
        action = self.agent.act(position)
        if objection := why_illegal(action, position):
            raise AgentError(f"{self.agent.name} {objection}")
        return int(action)


def _chance(ghosts: str) -> ChanceAgent | None:
    """Who moves the ghosts as chance; None if players do. Raises ValueError."""
    if ghosts == "players":
        return None
    if ghosts not in CHANCE_GHOSTS:
        names = " or ".join(CHANCE_GHOSTS)
        raise ValueError(f"ghosts must be players, {names}, not {ghosts!r:.40}")
    return opponent_model(CHANCE_GHOSTS[ghosts])


def _start(name: str, num_ghosts: int) -> State:
    """Raises LayoutError or ValueError."""
    if set(name) & set("=,()"):
        raise ValueError(f"layout must not have any of =,() in its name: save {name} as a file")
    layout = Layout.load(name)
    ghosts = len(layout.ghosts)
    whole_number("num_ghosts", num_ghosts)
    if not -1 <= num_ghosts <= ghosts:
        raise ValueError(f"{name} has {ghosts} ghosts: num_ghosts must be 0 to {ghosts}, or -1")
    return State.initial(layout, None if num_ghosts < 0 else num_ghosts)


def _scores(start: State, rounds: int) -> tuple[float, float]:
    """A score that no game from `start` falls below, and one that none exceeds."""
    ghosts, scared = start.num_agents - 1, sum(ghost.scared > 0 for ghost in start.ghosts)
    least = start.score - MOVE_COST * rounds + LOSS_POINTS * ghosts
    eaten = GHOST_POINTS * (scared + ghosts * len(start.capsules))
    most = start.score + (FOOD_POINTS - MOVE_COST) * len(start.food) + WIN_POINTS + eaten
    return float(least), float(most)


pyspiel.register_game(_game_type(1, MAX_GHOSTS + 1, "players"), PacgridGame)
