"""Records the search of any agent as search trees, without its help."""

from typing import Any

from pacgrid.agent import Agent
from pacgrid.common.failure import Failure
from pacgrid.search import GameState
from pacgrid.tree import wording
from pacgrid.tree.labels import action_label
from pacgrid.tree.layers import Others
from pacgrid.tree.principal_variation import principal_variation
from pacgrid.tree.replay import Replay
from pacgrid.tree.search_log import SearchLog
from pacgrid.tree.search_tree import SearchTree, Step, StepKind
from pacgrid.tree.visits import VisitTree, passes

MOST_NODES = 20_000


def record_search(
    agent: Agent, state: GameState, *, most_nodes: int = MOST_NODES, layers: Others = None
) -> list[SearchTree]:
    """Let `agent` choose an action in `state`, and return the trees that it searched: one for each
    iteration of an iterative search, else one.

    If the agent raises, or returns an illegal action, the last tree has what it searched until
    then, and the `failure`.

    Args:
        most_nodes: how many nodes are kept; further ones are only counted.
        layers: what the other agents are for this one: `min` or `chance`; None to find out.

    Raises ValueError if the game is over in `state`.
    """
    if state.is_terminal:
        raise ValueError(f"the game is over, so there is nothing to search:\n{state}")
    log = SearchLog(agent, state, most_nodes=most_nodes)
    chosen, failure = _choose(agent, log)
    iterations = passes(log)
    trees = []
    for index, events in enumerate(iterations, 1):
        is_last = index == len(iterations)
        visits = VisitTree(log, events)
        interrupted = is_last and (failure is not None or index > 1)
        unfinished = tuple(visits.last.path) if interrupted else ()
        replay = Replay(visits.in_order, layers, unfinished)
        choice = chosen if is_last else None
        trees.append(
            SearchTree(
                nodes=replay.nodes,
                steps=[*replay.steps, _done(replay, choice, failure if is_last else None)],
                principal_variation=principal_variation(replay.nodes, choice),
                chosen=choice,
                agent=_name(agent),
                failure=failure if is_last else None,
                iteration=index,
                iterations=len(iterations),
                left_out=log.left_out if is_last else 0,
            )
        )
    return trees


def _choose(agent: Agent, log: SearchLog) -> tuple[Any, Failure | None]:
    """What the agent chooses, if it is legal, and what it did wrong."""
    state: Any = log.nodes[0].state
    try:
        agent.start(state)
        with log.listening():
            action: Any = agent.act(log.root)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return None, Failure.in_agent(error, agent)
    legal = state.legal_actions()
    if action in legal:
        return action, None
    names = ", ".join(action_label(state, each) or str(each) for each in legal)
    return None, Failure(f"returned {action!r:.80}; legal actions: {names}")


def _done(replay: Replay, chosen: Any, failure: Failure | None) -> Step:
    """The last step of a search."""
    root = replay.nodes[0]
    if failure:
        words = f"the search failed: {failure.message}"
    elif chosen is None:
        words = "this iteration is done"
    else:
        words = wording.chosen(root.state, chosen)
    return Step(StepKind.DONE, 0, root.value, root.alpha, root.beta, words)


def _name(agent: Agent) -> str:
    try:
        return str(agent.name)
    except Exception:
        return type(agent).__name__
