"""How many nodes a second the compiled searches visit, next to the Python agents.

    python benchmarks/compiled_search.py

Both search the same positions of games to the same depth, with the `linear` evaluation, and must
choose the same actions. They run in turns in one process on one core; the best of several rounds
counts, in CPU time, because what else the machine does only adds to it. Compiling and the tables of
a maze, which are computed once, don't count.

`alpha_beta, same nodes` is compiled alpha-beta without its table and ordering (`table=0`), which
visits the very nodes of the Python agent. With them it visits fewer, and each takes longer;
*sooner* compares the times of the decisions.
"""

import random
import time
from collections.abc import Callable, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pacgrid import Action, Layout, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.iterative_deepening import IterativeDeepening
from pacgrid.agents.minimax import Minimax
from pacgrid.kernel.search.compiled_search import CompiledSearch, SearchResult
from pacgrid.search import Searcher, best

BOARDS = {"small": 6, "medium": 6, "arcade": 5}
"""Layouts, and how many rounds to look ahead."""
APART = 7
"""Rounds between two positions."""
POLICY = 0.8, 0.8

Search = Callable[[State], tuple[Action, int]]
"""Returns the chosen action and the nodes visited."""


def positions(name: str, count: int) -> Sequence[State]:
    """Positions of a game in which everybody moves at random, but nobody into death at once."""
    rng, met = random.Random(0), [State.initial(Layout.load(name))]
    while len(met) < count * APART * met[0].num_agents:
        actions = met[-1].legal_actions()
        longer = [action for action in actions if not met[-1].successor(action).is_terminal]
        met.append(met[-1].successor(rng.choice(longer or list(actions))))
        if met[-1].is_terminal:
            met.append(met[0])
    starts = [state for state in met if state.to_move == 0 and not state.is_terminal]
    return starts[::APART][:count]


def searches(start: State, depth: int) -> dict[str, tuple[Search, Search]]:
    """The Python agents by name, each with its compiled twin."""
    compiled, plies = CompiledSearch(start.maze), depth * start.num_agents
    plain = CompiledSearch(start.maze, table=0)

    def python(agent: Searcher) -> Search:
        def search(state: State) -> tuple[Action, int]:
            return agent.act(state), agent.report.nodes

        return search

    def twin(find: Callable[[State], SearchResult]) -> Search:
        def search(state: State) -> tuple[Action, int]:
            result = find(state)
            return best(state, result.values), result.nodes

        return search

    attack, flee = POLICY
    ghost = DirectionalGhost(attack=attack, flee=flee)
    cut_off = twin(lambda s: compiled.alpha_beta(s, plies))
    table = IterativeDeepening(depth=depth, ordering=True, table=100_000)
    return {
        "minimax": (python(Minimax(depth=depth)), twin(lambda s: compiled.minimax(s, plies))),
        "alpha_beta, same nodes": (
            python(AlphaBeta(depth=depth)),
            twin(lambda s: plain.alpha_beta(s, plies)),
        ),
        "alpha_beta": (python(AlphaBeta(depth=depth)), cut_off),
        "iterative_deepening": (python(table), cut_off),
        "expectimax": (
            python(Expectimax(depth=depth, ghosts=ghost)),
            twin(lambda s: compiled.expectimax(s, plies, [POLICY])),
        ),
    }


def seconds(search: Search, states: Sequence[State], times: int) -> float:
    """CPU seconds to search all `states`."""
    start = time.process_time()
    for _ in range(times):
        for state in states:
            search(state)
    return (time.process_time() - start) / times


def main(
    rounds: Annotated[int, typer.Option(help="How often each is timed.")] = 3,
    count: Annotated[int, typer.Option(help="Positions of each board.")] = 4,
    most_depth: Annotated[int, typer.Option(help="Rounds to look ahead, at most.")] = 9,
) -> None:
    """Print the table."""
    table = Table(title="Nodes per second on one core, linear evaluation")
    for column in ("board", "search", "rounds"):
        table.add_column(column)
    for column in ("nodes", "thousand/s", "compiled: nodes", "million/s", "ratio", "sooner"):
        table.add_column(column, justify="right")
    for board, usual_depth in BOARDS.items():
        depth = min(usual_depth, most_depth)
        states = positions(board, count)
        for name, (python, compiled) in searches(states[0], depth).items():
            slow, quick = ([find(state) for state in states] for find in (python, compiled))
            assert [action for action, _ in slow] == [action for action, _ in quick]
            times = [
                (seconds(python, states, 1), seconds(compiled, states, 20)) for _ in range(rounds)
            ]
            python_seconds, compiled_seconds = map(min, zip(*times, strict=True))
            nodes, compiled_nodes = (sum(nodes for _, nodes in found) for found in (slow, quick))
            speed, compiled_speed = nodes / python_seconds, compiled_nodes / compiled_seconds
            table.add_row(
                board,
                name,
                str(depth),
                f"{nodes:,}",
                f"{speed / 1e3:.0f}",
                f"{compiled_nodes:,}",
                f"{compiled_speed / 1e6:.1f}",
                f"{compiled_speed / speed:.0f}",
                f"{python_seconds / compiled_seconds:.0f}",
            )
    Console(width=130).print(table)


if __name__ == "__main__":
    typer.run(main)
