"""Records the search of any agent as search trees, without its help."""

from typing import Any

from pacgrid.agent import Agent
from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import one_line
from pacgrid.games.board_game import needs_pacman
from pacgrid.games.game_file import failure_in_game
from pacgrid.search import GameState
from pacgrid.tree import wording
from pacgrid.tree.iterations import iterations
from pacgrid.tree.labels import action_label
from pacgrid.tree.layers import Others
from pacgrid.tree.playouts import Playouts, most_visited
from pacgrid.tree.principal_variation import principal_variation
from pacgrid.tree.replay import Replay
from pacgrid.tree.search_log import SearchLog
from pacgrid.tree.search_tree import SearchTree, Step, StepKind
from pacgrid.tree.visits import Visit, VisitTree

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
            replay = Replay(visits.in_order, layers, _unfinished(visits, searched[0], trouble))
            variation = principal_variation(replay.nodes, choice)
        root = replay.nodes[0]
        words = wording.done(root.state, choice, trouble)
        end = Step(StepKind.DONE, 0, root.value, root.alpha, root.beta, words)
        trees.append(
            SearchTree(
                nodes=replay.nodes,
                steps=[*replay.steps, end],
                principal_variation=variation,
                chosen=choice,
                agent=_name(agent),
                failure=trouble,
                iteration=number,
                iterations=len(searched),
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


def _unfinished(tree: VisitTree, first: VisitTree, failure: Failure | None) -> set[Visit]:
    """The nodes that the search was busy with when it was interrupted, if it was: when the agent
    failed, or ran out of time in an iteration after the first."""
    if tree is first and not failure:
        return set()
    is_complete = not failure and len(tree.root.children) == len(first.root.children)
    busy = {visit for visit in tree.root.last_path if not visit.is_done}
    return busy - {tree.root} if is_complete else busy


def _name(agent: Agent) -> str:
    try:
        return one_line(str(agent.name))
    except Exception:
        return type(agent).__name__
