"""Search trees from what a search asked its states."""

from typing import Any

from pacgrid.common.failure import Failure
from pacgrid.search import is_general_sum
from pacgrid.tree import wording
from pacgrid.tree.event_log import EventLog
from pacgrid.tree.iterations import iterations
from pacgrid.tree.layers import Others
from pacgrid.tree.payoff_replay import PayoffReplay
from pacgrid.tree.playouts import Playouts, most_visited
from pacgrid.tree.principal_variation import principal_variation
from pacgrid.tree.replay import Replay
from pacgrid.tree.search_tree import SearchTree, Step, StepKind
from pacgrid.tree.visits import Visit, VisitTree
from pacgrid.utility import Utility


def search_trees(
    log: EventLog,
    agent: str,
    chosen: Any,
    failure: Failure | None = None,
    *,
    layers: Others = None,
    bounds: bool = True,
    utility: Utility | None = None,
) -> list[SearchTree]:
    """The trees that a search visited: one for each iteration of an iterative search, else one.

    Args:
        agent: the name of the agent that searched.
        chosen: the action that it chose; None if it failed.
        layers: what the other agents are for it: `min` or `chance`; None to find out, from the
            values that its functions returned.
        bounds: whether steps tell alpha and beta; a search without them needn't.
        utility: what points are worth to the agent, if its values are certainty equivalents.
    """
    searched = iterations(log)
    trees = []
    for number, visits in enumerate(searched, 1):
        is_last = number == len(searched)
        choice, trouble = (chosen, failure) if is_last else (None, None)
        replay: Replay | Playouts
        if visits.is_sampling:
            replay = Playouts(visits, layers)
            variation = most_visited(replay.nodes)
        else:
            unfinished = _unfinished(visits, searched[0], trouble)
            believes = bool(log.values)
            if is_general_sum(visits.root.state):
                replay = PayoffReplay(visits.in_order)
            else:
                replay = Replay(
                    visits.in_order,
                    layers,
                    unfinished,
                    believes=believes,
                    bounds=bounds,
                    utility=utility,
                )
            variation = principal_variation(replay.nodes, choice)
        root = replay.nodes[0]
        words = wording.done(root.state, choice, trouble)
        end = Step(StepKind.DONE, 0, root.value, root.alpha, root.beta, words, root.payoffs)
        trees.append(
            SearchTree(
                nodes=replay.nodes,
                steps=[*replay.steps, end],
                principal_variation=variation,
                chosen=choice,
                agent=agent,
                failure=trouble,
                iteration=number,
                iterations=len(searched),
                left_out=log.left_out if is_last else 0,
                utility=utility,
            )
        )
    return trees


def _unfinished(tree: VisitTree, first: VisitTree, failure: Failure | None) -> set[Visit]:
    """The nodes that the search was busy with when it was interrupted, if it was: when the agent
    failed, or ran out of time in an iteration after the first."""
    if tree is first and not failure:
        return set()
    is_complete = not failure and len(tree.root.children) == len(first.root.children)
    busy = {visit for visit in tree.root.last_path if not visit.is_done}
    return busy - {tree.root} if is_complete else busy
