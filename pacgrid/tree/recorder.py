"""The search of any agent as search trees, recorded without its help.

`record_search` is the entrance. The agent searches states that keep a log (`search_log`), the log
tells which states it visited (`visits`), and a replay of the visits gives each node its value
(`replay`).
"""

from dataclasses import replace
from typing import Any

from pacgrid.agent import Agent
from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import one_line
from pacgrid.games.game_loader import failure_in_game
from pacgrid.games.game_setup import needs_pacman
from pacgrid.search import GameState, is_general_sum
from pacgrid.tree import wording
from pacgrid.tree.replay import Others, PayoffReplay, Playouts, Replay, most_visited
from pacgrid.tree.search_log import EventLog, SearchLog
from pacgrid.tree.search_tree import SearchTree, SearchTrees, Step, StepKind, principal_variation
from pacgrid.tree.visits import Visit, VisitTree, iterations
from pacgrid.tree.wording import action_label
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


def _unfinished(tree: VisitTree, first: VisitTree, failure: Failure | None) -> set[Visit]:
    """The nodes that the search was busy with when it was interrupted, if it was: when the agent
    failed, or ran out of time in an iteration after the first."""
    if tree is first and not failure:
        return set()
    is_complete = not failure and len(tree.root.children) == len(first.root.children)
    busy = {visit for visit in tree.root.last_path if not visit.is_done}
    return busy - {tree.root} if is_complete else busy
