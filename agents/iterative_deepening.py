"""Iterative deepening: alpha-beta 1 ply deep, 2 plies deep, … until a budget is spent. Russell and
Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition, sections 5.2.4 (move ordering,
killers, transpositions) and 5.3.2 (quiescence); J. Schaeffer, "The history heuristic and alpha-beta
search enhancements in practice", 1989.

Ordering, table and symmetry only save work: value and action are those of minimax at the same
depth. As in `alpha_beta`, a branch is pruned only if its value is strictly outside `alpha..beta`.
So the actions whose values equal the best one are those of minimax, in whatever order they were
searched, and the agent plays the first of them in the order of `legal_actions()`. Quiescence moves
the cut-off, and so changes values.

The table's keys are the states themselves, looked up by their own hash and compared with `==`, so
it never takes one state for another. Chess programs use Zobrist keys, numbers that each move
updates, because they change one board in place and don't keep positions. Two positions can have the
same number. Here each state is an object of its own, and hashing it costs far less than evaluating
it.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import Any, NamedTuple

from pacgrid.action import Action
from pacgrid.agent import Report
from pacgrid.common.concurrency import thread_time
from pacgrid.common.named_options import number_above_0, whole_number
from pacgrid.compiled_option import CompilableSearcher, CompiledOption
from pacgrid.search import CHANCE, AnyEvaluation, GameState, best, check_payoffs
from pacgrid.state import State

ORDERINGS = ("last", "captures", "killers", "history")

NEAR = 2
"""How many steps from Pac-Man a ghost is near, so that the state isn't quiet."""

MOST_PLIES = 200
"""The depth of the last iteration, quiescence included, which takes up to half of it: a deeper one
might not fit on Python's stack."""


class IterativeDeepening(CompilableSearcher):
    """Searches deeper and deeper, and plays the best action of the last iteration that it finished.

    Each idea is off until it is switched on. Where chance moves, the value is the average of all
    branches, each searched with open bounds.

    Args:
        depth: search at most this many rounds ahead. None: no limit.
        evaluation: estimates the value of a state where the search is cut off; as in `Searcher`.
        nodes: visit at most this many states for one decision. Default, if there is neither a
            `depth` nor a budget: 1000.
        cpu_seconds: stop after this many CPU seconds; the first ply is finished in any case.
        ordering: try good actions first. Some of these, joined by `+`, or True for all: `last` (the
            best of the last iteration; below the root, as far as the table has it), `captures`,
            `killers` (they caused a cut at the same ply), `history` (they caused cuts anywhere).
        table: remember the values of this many states; the least recently used makes way.
        symmetry: look up mirrored states as one, if the game has a method `canonical()` that
            returns the same state for all of them. The evaluation must treat them alike.
        quiescence: where a state isn't quiet, search up to this many rounds on instead of cutting
            off. A game's own `is_quiet()` decides; in Pac-Man, whether a ghost is near.
        compiled: as in `CompilableSearcher`; with a `depth` and `nodes` only. The compiled search
            has its own ordering and table.

    Raises ValueError for an option that makes no sense, and in `act` if `nodes` is too small for
    one ply.
    """

    compiled_method = "alpha_beta"

    def __init__(
        self,
        *,
        depth: int | None = None,
        evaluation: AnyEvaluation = None,
        nodes: int | None = None,
        cpu_seconds: float | None = None,
        ordering: bool | str = False,
        table: int | None = None,
        symmetry: bool = False,
        quiescence: int = 0,
        compiled: bool = False,
    ) -> None:
        super().__init__(
            depth=MOST_PLIES if depth is None else depth, evaluation=evaluation, compiled=compiled
        )
        if depth is nodes is cpu_seconds is None:
            nodes = 1000
        if symmetry and table is None:
            raise ValueError("symmetry needs a table; add table=100000")
        self.nodes = inf if nodes is None else whole_number("nodes", nodes, len(Action))
        self.cpu_seconds = (
            inf if cpu_seconds is None else number_above_0("cpu_seconds", cpu_seconds)
        )
        self.ordering = _orderings(ordering)
        self.table_size = 0 if table is None else whole_number("table", table, 1)
        self.symmetry = symmetry
        self.quiescence = whole_number("quiescence", quiescence, 0)
        if self.compiled:
            if cpu_seconds is not None or ordering or table or symmetry or quiescence:
                raise ValueError("compiled=true goes with depth, nodes and evaluation only")
            self.compiled.options = {"nodes": nodes}
        self._begin()

    def _begin(self) -> None:
        """Forget everything: a decision doesn't depend on those before it."""
        self.report = Report()
        self.table = Table(self.table_size)
        self.killers: defaultdict[int, list[Any]] = defaultdict(list)  # by ply
        self.history: defaultdict[tuple[int, Any], int] = defaultdict(int)  # by agent and action
        self.horizon = self.extension = self.hits = 0
        self.nodes_left = self.deadline = inf
        self.complete = True  # no cut-off met
        self.line: Sequence[Action] = ()  # found by a compiled search

    # Iterative deepening.

    def act(self, state: GameState) -> Action:
        check_payoffs(self, state)
        self._begin()
        if self.compiled:
            return self.act_compiled(state, self.compiled)
        self.nodes_left = self.nodes
        start = thread_time()
        finished = 0, 0
        with suppress(OutOfBudgetError):
            for iteration in self.iterations(state):
                self.horizon, self.extension = iteration
                self.complete = True
                self.report.values = self.action_values(state, self.horizon)
                finished = iteration
                if self.complete:
                    break  # looking further ahead changes nothing
                self.deadline = start + self.cpu_seconds
        if not self.report.values:
            raise ValueError(f"nodes={self.nodes} is too small for one ply of this game")
        self.horizon, self.extension = finished
        self.nodes_left = self.deadline = inf  # for `explain`
        self.report.details = {"plies": self.horizon}
        if self.table_size:
            hits, entries = self.hits, len(self.table)
            self.report.details |= {"table hits": hits, "table entries": entries}
        return best(state, self.report.values)

    def act_compiled(self, state: GameState, compiled: CompiledOption) -> Action:
        """The same, by compiled code."""
        result = compiled.search(state, self.plies(state))
        self.report = Report(nodes=result.nodes, values=result.values)
        self.report.details = {"plies": result.plies}
        self.line = result.principal_variation
        return best(state, result.values)

    def plies(self, state: GameState) -> int:
        return min(super().plies(state), MOST_PLIES)

    def iterations(self, state: GameState) -> Iterator[tuple[int, int]]:
        """For each iteration, its plies, and how many more quiescence may add."""
        if self.quiescence:  # can take long; so first one ply without it
            yield 1, 0
            self.table.clear()
        extension = min(self.quiescence * state.num_agents, MOST_PLIES // 2)
        for plies in range(1, min(self.plies(state), MOST_PLIES - extension) + 1):
            yield plies, extension

    def principal_variation(self, state: GameState, action: Any) -> Sequence[Any]:
        """The line of best play from `action` to the state whose value it has."""
        return self.line if self.compiled else self.line_of_play(state, action, self.horizon)

    def best_reply(self, state: GameState, plies: int) -> Any:
        if state.to_move == CHANCE or self.is_cutoff(state, plies):
            return None
        return best(state, self.action_values(state, plies))

    # Alpha-beta search.

    def action_values(self, state: GameState, plies: int) -> dict[Action, float]:
        """The value of each action; the best one is exact, a worse one may be a bound."""
        alpha, beta = -inf, inf
        last = best(state, self.report.values) if self.report.values else None
        values = {}
        for action in self.ordered(state, plies, last):
            value = self.value(state.successor(action), plies - 1, alpha, beta)
            values[action] = value
            if state.to_move == 0:
                alpha = max(alpha, value)
            elif state.to_move != CHANCE:
                beta = min(beta, value)
        return {action: values[action] for action in state.legal_actions()}

    def value(self, state: GameState, plies: int, alpha: float = -inf, beta: float = inf) -> float:
        """Value of `state` for MAX, looking `plies` plies ahead.

        Exact if it lies in `alpha..beta`; otherwise a bound outside it.
        """
        if not self.nodes_left or (self.deadline < inf and thread_time() > self.deadline):
            raise OutOfBudgetError
        self.nodes_left -= 1
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if not self.table_size:
            return self.search(state, plies, alpha, beta, None)[0]
        key = self.key(state)
        entry = self.table.find(key)
        known = entry and entry.value(plies, alpha, beta)
        if entry and known is not None:
            self.hits += 1
            self.complete &= entry.complete
            return known
        others_complete, self.complete = self.complete, True
        value, action = self.search(state, plies, alpha, beta, entry and entry.action)
        lower = -inf if value < alpha else value
        upper = inf if value > beta else value
        self.table.store(key, TableEntry(plies, lower, upper, self.complete, action))
        self.complete &= others_complete
        return value

    def search(
        self, state: GameState, plies: int, alpha: float, beta: float, last: Any
    ) -> tuple[float, Any]:
        """Value of `state` as in `value`, and the best action; `last` was the best one before."""
        if self.is_cutoff(state, plies):
            self.complete = False
            return self.evaluate(state), None
        if state.to_move == CHANCE:
            return self.average(state, plies), None
        is_max = state.to_move == 0
        value, reply = -inf if is_max else inf, None
        for action in self.ordered(state, plies, last):
            after = self.value(state.successor(action), plies - 1, alpha, beta)
            if after > value if is_max else after < value:
                value, reply = after, action
            if value > beta if is_max else value < alpha:
                self.remember_cut(state, plies, action)
                break
            if is_max:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
        return value, reply

    def average(self, state: Any, plies: int) -> float:
        """The expected value of a state in which chance moves."""
        distribution: Mapping[Any, float] = state.distribution()
        return sum(
            probability * self.value(state.successor(action), plies - 1)
            for action, probability in distribution.items()
            if probability > 0
        )

    def key(self, state: Any) -> Hashable:
        """What the table knows `state` by."""
        symmetric = self.symmetry and hasattr(state, "canonical")
        return state.canonical() if symmetric else state  # type: ignore[no-any-return]

    # Quiescence.

    def is_cutoff(self, state: GameState, plies: int) -> bool:
        """Whether the search ends at `state`, with `plies` to go; below 0, quiescence goes on."""
        return plies <= 0 and (plies <= -self.extension or is_quiet(state))

    # Move ordering.

    def ordered(self, state: GameState, plies: int, last: Any) -> Sequence[Any]:
        """The legal actions, in the order in which they are searched."""
        actions: Sequence[Any] = state.legal_actions()
        if not self.ordering or len(actions) == 1:
            return actions
        mover, killers = state.to_move, self.killers[self.horizon - plies]
        captures = captures_in(state, actions) if "captures" in self.ordering else ()
        if "last" not in self.ordering:
            last = None
        return sorted(
            actions,
            key=lambda a: (a == last, a in captures, a in killers, self.history[mover, a]),
            reverse=True,  # equal ones stay in the order of legal_actions()
        )

    def remember_cut(self, state: GameState, plies: int, action: Any) -> None:
        """Remember that `action` caused a cut: it is the first of two killers at its ply."""
        if "killers" in self.ordering:
            killers = self.killers[self.horizon - plies]
            killers[:] = [action, *(other for other in killers if other != action)][:2]
        if "history" in self.ordering:
            self.history[state.to_move, action] += max(plies, 1) ** 2


class OutOfBudgetError(Exception):
    """The budget is spent."""


class TableEntry(NamedTuple):
    """What a table knows about a state."""

    plies: int
    lower: float
    """A lower bound of the value; equal to `upper` if the value is exact."""
    upper: float
    complete: bool
    """Whether the search met no cut-off below the state: looking further changes nothing."""
    action: Any

    def value(self, plies: int, alpha: float, beta: float) -> float | None:
        """The value at that depth, or a bound of it outside `alpha..beta`; None if unknown.

        The value of a deeper search may be a better one, but it is not that of minimax.
        """
        if plies != self.plies and not (self.complete and plies > self.plies):
            return None
        if self.lower == self.upper or self.lower > beta:
            return self.lower
        return self.upper if self.upper < alpha else None


class Table(OrderedDict[Hashable, TableEntry]):
    """A transposition table: one entry for a state, the most recently used ones up to `size`."""

    def __init__(self, size: int = 0) -> None:  # 0 until a pickle sets it
        super().__init__()
        self.size = size

    def find(self, state: Hashable) -> TableEntry | None:
        if entry := self.get(state):
            self.move_to_end(state)
        return entry

    def store(self, state: Hashable, entry: TableEntry) -> None:
        self[state] = entry
        if len(self) > self.size:
            self.popitem(last=False)


def is_quiet(state: Any) -> bool:
    """Whether no capture is in the air: the game's own `is_quiet()`, or no ghost near Pac-Man."""
    if hasattr(state, "is_quiet"):
        return bool(state.is_quiet())
    if not isinstance(state, State):
        return True
    distance, pacman = state.maze.distance, state.pacman
    return all(distance(pacman, ghost.position) > NEAR for ghost in state.ghosts)


def captures_in(state: Any, actions: Sequence[Any]) -> Sequence[Any]:
    """Those of the legal `actions` that capture: the game's own `is_capture(action)` says so; in
    Pac-Man, to eat food or a scared ghost, or to catch Pac-Man."""
    if hasattr(state, "is_capture"):
        return [action for action in actions if state.is_capture(action)]
    if not isinstance(state, State):
        return ()
    ghosts, pacman, food = state.ghosts, state.pacman, state.food
    scared = [ghost.position for ghost in ghosts if ghost.scared]
    x, y = ghosts[state.to_move - 1].position if state.to_move else pacman

    def captures(action: Action) -> bool:
        dx, dy = action.vector
        target = x + dx, y + dy
        return target == pacman if state.to_move else target in food or target in scared

    return [action for action in actions if captures(action)]


def _orderings(names: bool | str) -> frozenset[str]:
    if isinstance(names, bool):
        return frozenset(ORDERINGS if names else ())
    chosen = frozenset(str(names).split("+"))
    if unknown := chosen - set(ORDERINGS):
        raise ValueError(f"no ordering {min(unknown)!r}; choose from {', '.join(ORDERINGS)}")
    return chosen
