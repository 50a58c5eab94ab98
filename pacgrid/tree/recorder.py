"""The search of any agent as search trees, recorded without its help.

`record_search` is the entrance. The agent searches states that keep a log (`search_log`), the log
tells which states it visited (`visits`), and a replay of the visits gives each node its value
(`replay`).
"""

from collections.abc import Iterator
from math import isclose
from typing import Any

from pacgrid.agent import Agent
from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import one_line
from pacgrid.games.game_loader import failure_in_game
from pacgrid.games.game_setup import needs_pacman
from pacgrid.search import GameState
from pacgrid.tree import wording
from pacgrid.tree.replay import Others, Replay, prunes, replayed
from pacgrid.tree.search_log import EventLog, SearchEventKind, SearchLog
from pacgrid.tree.search_tree import (
    Layer,
    SearchTree,
    SearchTrees,
    Step,
    StepKind,
    ValueSource,
    principal_variation,
)
from pacgrid.tree.visits import Visit, VisitTree, iterations
from pacgrid.tree.wording import action_label, layer_label
from pacgrid.utility import Utility

MOST_NODES = 20_000


def record_search(agent: Agent, state: GameState, *, most_nodes: int = MOST_NODES) -> SearchTrees:
    """Let `agent` choose an action in `state`, and return the trees that it searched: one for each
    iteration of an iterative search, else one.

    If the agent raises, or returns an illegal action, the last tree has what it searched until
    then, and the `failure`.

    If the agent's `utility` is a `pacgrid.utility.Utility`, the trees show it, and take the agent's
    values for certainty equivalents.

    Args:
        most_nodes: how many nodes are kept; further ones are only counted.

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
        utility=utility if isinstance(utility, Utility) else None,
    )
    return SearchTrees(trees)


def search_trees(
    log: EventLog,
    agent: str,
    chosen: Any,
    failure: Failure | None = None,
    *,
    layers: Others = None,
    bounds: bool | None = None,
    utility: Utility | None = None,
) -> list[SearchTree]:
    """The trees that a search visited: one for each iteration of an iterative search, else one.

    Args:
        agent: the name of the agent that searched.
        chosen: the action that it chose; None if it failed.
        layers: what the other agents are for it: `min` or `chance`; None to find out, from the
            values that its functions returned.
        bounds: whether steps tell alpha and beta; None: if the search has them, by their
            names, or doesn't try all actions.
        utility: what points are worth to the agent, if its values are certainty equivalents.
    """
    searched = iterations(log)
    troubles = [None] * (len(searched) - 1) + [failure]
    unfinished = [
        _unfinished(each, searched[0], trouble)
        for each, trouble in zip(searched, troubles, strict=True)
    ]
    if bounds is None:
        whole = zip(searched, unfinished, strict=True)
        bounds = log.has_bounds or any(prunes(each.in_order, busy) for each, busy in whole)
    trees = []
    for number, visits in enumerate(searched, 1):
        is_last, trouble = number == len(searched), troubles[number - 1]
        choice = chosen if is_last else None
        replay = replayed(
            visits, layers, unfinished=unfinished[number - 1], bounds=bounds, utility=utility
        )
        root = replay.nodes[0]
        remarks = _remarks(log, visits, replay, choice)
        words = "; ".join((wording.done(root.state, choice, trouble), *remarks))
        end = Step(StepKind.DONE, 0, root.value, root.alpha, root.beta, words, root.payoffs)
        trees.append(
            SearchTree(
                nodes=replay.nodes,
                steps=[*replay.steps, end],
                principal_variation=principal_variation(replay.nodes, choice),
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


def _remarks(log: EventLog, visits: VisitTree, replay: Replay, chosen: Any) -> Iterator[str]:
    """What is to be known of the values of a tree: those that fit nothing, and whose they are."""
    root, *others = replay.nodes
    if root.layer is Layer.PLAYER or root.source is ValueSource.PLAYOUTS:
        return
    children = [replay.nodes[number] for number in root.children]
    values = {child.action: child.value for child in children if child.value is not None}
    if chosen in values and len(values) == len(children) and root.layer.is_choice:
        best = (max if root.layer is Layer.MAX else min)(values.values())
        if not isclose(values[chosen], best, rel_tol=1e-9, abs_tol=1e-6):
            better = next(action for action, value in values.items() if value == best)
            yield wording.not_best(root, values[chosen], better, best)
    movers = {node.state.to_move for node in others if node.layer is Layer.OTHER}
    for mover in sorted(movers):
        nodes = f"{layer_label(Layer.OTHER, mover)}'s nodes"
        yield f"what the agent's code returned for {nodes} fits neither MIN, MAX nor CHANCE"
    inner = [visit for visit in visits.in_order[1:] if visit.children]
    is_asked = any(event.kind is SearchEventKind.CALL for event in log.events)
    if is_asked and inner and all(visit.returned is None for visit in inner):
        yield wording.NO_VALUES


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
