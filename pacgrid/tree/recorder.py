"""Records the search of any agent as search trees, without its help."""

from dataclasses import replace
from typing import Any

from pacgrid.agent import Agent
from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import one_line
from pacgrid.games.game_loader import failure_in_game
from pacgrid.games.game_setup import needs_pacman
from pacgrid.search import GameState
from pacgrid.tree.labels import action_label
from pacgrid.tree.layers import Others
from pacgrid.tree.search_log import SearchLog
from pacgrid.tree.search_tree import SearchTrees
from pacgrid.tree.search_trees import search_trees
from pacgrid.utility import Utility

MOST_NODES = 20_000


def record_search(
    agent: Agent,
    state: GameState,
    *,
    most_nodes: int = MOST_NODES,
    layers: Others = None,
    bounds: bool = True,
) -> SearchTrees:
    """Let `agent` choose an action in `state`, and return the trees that it searched: one for each
    iteration of an iterative search, else one.

    If the agent raises, or returns an illegal action, the last tree has what it searched until
    then, and the `failure`.

    If the agent's `utility` is a `pacgrid.utility.Utility`, the trees show it, and take the agent's
    values for certainty equivalents.

    Args:
        most_nodes: how many nodes are kept; further ones are only counted.
        layers: what the other agents are for this one: `min` or `chance`; None to find out.
        bounds: whether steps tell alpha and beta; a search without them needn't.

    Raises ValueError if the game is over in `state`.
    """
    if state.is_terminal:
        raise ValueError(f"the game is over, so there is nothing to search:\n{state}")
    log = SearchLog(agent, state, most_nodes=most_nodes)
    chosen, failure = _choose(agent, log)
    utility = getattr(agent, "utility", None)
    trees = search_trees(
        log,
        _name(agent),
        chosen,
        failure,
        layers=layers,
        bounds=bounds,
        utility=utility if isinstance(utility, Utility) else None,
    )
    evaluate = getattr(agent, "evaluate", None)
    known = evaluate if callable(evaluate) else None
    return SearchTrees(replace(tree, evaluate=known) for tree in trees)


def _choose(agent: Agent, log: SearchLog) -> tuple[Any, Failure | None]:
    """What the agent chooses, if it is legal, and what it did wrong."""
    state: Any = log.nodes[0].state
    try:
        agent.start(state)
        with log.listening():
            action: Any = agent.act(log.root)
        legal = state.legal_actions()
        if action in legal:
            return action, None
        names = ", ".join(action_label(state, each) or str(each) for each in legal)
        return None, Failure(f"returned {action!r:.80}; legal actions: {names}")
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if reason := needs_pacman(error, state):
            return None, Failure(reason)
        return None, failure_in_game(error, agent, state) or Failure.in_agent(error, agent)


def _name(agent: Agent) -> str:
    try:
        return one_line(str(agent.name))
    except Exception:
        return type(agent).__name__
