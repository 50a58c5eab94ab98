"""A judge that searches: alpha-beta, or expectimax if the ghosts leave their moves to chance."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import cycle, islice
from typing import TYPE_CHECKING, Self

from pacgrid.action import Action
from pacgrid.agent import AgentError, AgentSpec, ChanceAgent
from pacgrid.agent_loader import load_agent
from pacgrid.agents.arcade_ghost import ArcadeGhost
from pacgrid.analysis.judge import Judgement
from pacgrid.analysis.move_mark import Unit
from pacgrid.layers import compiled_model
from pacgrid.maze import Maze
from pacgrid.records.record import Record
from pacgrid.search import best
from pacgrid.state import State
from pacgrid.teams import TEAMS

if TYPE_CHECKING:
    from pacgrid.kernel.search.compiled_search import CompiledSearch, SearchResult

NODES = 100_000
"""How many positions are searched for a move."""

FEWEST_NODES = 10
"""Enough for one ply."""

MOST_ROUNDS = 40
"""How far ahead the deepest search looks."""
MOST_PLIES = 250

KNOWN = ("random_ghost", "directional_ghost", "learned_ghost", "arcade_ghost")
"""The shipped ghosts whose chances are known."""


class SearchJudge:
    """Values actions by a compiled search that looks ahead as far as `nodes` positions allow. All
    actions of a position are searched equally far, and each value is exact to that horizon, not a
    bound.

    Args:
        maze: of the positions to judge.
        ghosts: the ghosts, if their chances are known (any that can be compiled); none: they play
            their best.
        first: the ply from which on they play.
        nodes: how many positions are searched for a move, at least `FEWEST_NODES`.
        evaluation: the weights that estimate the positions at the horizon.
    """

    unit: Unit = "points"
    span = 1.0

    def __init__(
        self,
        maze: Maze,
        ghosts: Sequence[ChanceAgent] = (),
        *,
        first: int = 0,
        nodes: int = NODES,
        evaluation: str | Mapping[str, float] = "linear",
    ) -> None:
        self.maze = maze
        self.nodes = nodes
        self.evaluation = evaluation
        self.judges_all, self.has_chance = not ghosts, bool(ghosts)
        self.name = "alpha-beta against ghosts that play their best"
        if ghosts:
            self.name = f"expectimax against {_named([ghost.name for ghost in ghosts])}"
        self._ghosts = ghosts
        self._first = first

    @classmethod
    def of(cls, record: Record, nodes: int = NODES) -> Self:
        """The judge of that game: it knows the chances of the ghosts if they all are `KNOWN`, and
        expects the best of them if not."""
        ghosts = chance_ghosts(record.agents[1:])
        return cls(record.first_state.maze, ghosts, first=record.taken_over, nodes=nodes)

    def judge(self, state: State, ply: int, plies_left: int | None) -> Judgement:
        self._count_moves(state, ply)
        farthest = min(MOST_ROUNDS * state.num_agents, MOST_PLIES)
        result = self._result(self._search, state, farthest, self.nodes)
        is_complete = result.is_complete
        if plies_left is not None and result.plies >= plies_left:
            result = self._result(self._search_to_the_end, state, plies_left, None)
            is_complete = True
        return Judgement(result.values, result.plies, is_complete)

    def line(
        self, state: State, ply: int, action: Action, judgement: Judgement
    ) -> tuple[Action, ...]:
        search = self._search_to_the_end if judgement.complete else self._search
        line, state = [action], state.successor(action)
        while (plies := judgement.plies - len(line)) > 0 and not state.is_terminal:
            self._count_moves(state, ply + len(line))
            if state.to_move and self._ghosts:
                chances = self._ghosts[state.to_move - 1].distribution(state)
                line.append(max(chances, key=chances.__getitem__))
            elif self._ghosts:
                values = self._result(search, state, plies, None).values
                line.append(best(state, values))
            else:
                return (*line, *search.alpha_beta(state, plies).principal_variation)
            state = state.successor(line[-1])
        return tuple(line)

    def _result(
        self, search: "CompiledSearch", state: State, plies: int, nodes: int | None
    ) -> "SearchResult":
        if self._ghosts:
            policies = [compiled_model(ghost) for ghost in self._ghosts]
            return search.expectimax(state, plies, policies, nodes=nodes)
        return search.alpha_beta(state, plies, nodes=nodes, exact=True)

    def _count_moves(self, state: State, ply: int) -> None:
        """Let each ghost of the arcade know how many moves it has made before `ply`; new ghosts
        play on from where a game was taken over."""
        since, agents = ply - self._first if ply >= self._first else ply, state.num_agents
        for number, ghost in enumerate(self._ghosts, 1):
            if isinstance(ghost, ArcadeGhost):
                ghost.moves = (since + (number - state.to_move) % agents) // agents

    @cached_property
    def _search(self) -> "CompiledSearch":
        return self._search_with(self.evaluation)

    @cached_property
    def _search_to_the_end(self) -> "CompiledSearch":
        """Where the game ends at the horizon, by the rules or by a limit on rounds, a position
        there is worth its score."""
        return self._search_with("score")

    def _search_with(self, evaluation: str | Mapping[str, float]) -> "CompiledSearch":
        from pacgrid.kernel.search.compiled_search import CompiledSearch  # needs numba

        return CompiledSearch(self.maze, evaluation)


def _named(ghosts: Sequence[str]) -> str:
    """Ghosts by name, or by that of their team."""
    for name, team in TEAMS.items():
        if [*ghosts] == [*islice(cycle(team.members), len(ghosts))]:
            return f"the team {name}"
    return " and ".join(dict.fromkeys(ghosts))


def chance_ghosts(names: Sequence[str]) -> list[ChanceAgent]:
    """The ghosts with these names, if all their chances are known; none if not.

    Only shipped ghosts are built: the names are from a file, which anybody may have written.
    """
    ghosts = []
    for name in names:
        try:
            if AgentSpec.parse(name).source not in KNOWN:
                return []
            ghost = load_agent(name)
        except AgentError:
            return []
        assert isinstance(ghost, ChanceAgent)
        ghosts.append(ghost)
    return ghosts
