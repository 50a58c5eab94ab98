"""Monte Carlo tree search with UCT. Russell and Norvig, *Artificial Intelligence: A Modern
Approach*, 4th edition, section 5.4 and figure 5.11; Levente Kocsis and Csaba Szepesvári, "Bandit
based Monte-Carlo planning", 2006. With MAX, MIN and CHANCE layers, and playouts that are cut off.

A playout to the end of the game is a poor estimate near ghosts, where random moves nearly always
die. Set `rollout` to the rounds after which the evaluation estimates the rest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite, log, sqrt
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import Agent, Report
from pacgrid.common.concurrency import thread_time
from pacgrid.common.named_options import number_from_0, whole_number
from pacgrid.layers import Distribution, Layers, Model, Side
from pacgrid.search import AnyEvaluation, GameState, check_payoffs, evaluation_named


@dataclass
class Node:
    """A state in the tree, and what the playouts through it were worth to MAX."""

    state: Any
    layer: Side | Distribution
    children: "dict[Any, Node]" = field(default_factory=dict)
    visits: int = 0
    total: float = 0

    @property
    def mean(self) -> float:
        return self.total / self.visits


class MCTS(Agent):
    """Grows a tree of playouts, mostly where it pays for the agent to move, and plays the action
    with the most visits.

    Args:
        playouts: how many playouts a move takes. Default: 1000, or no limit with `cpu_seconds`.
        cpu_seconds: how long a move takes at most, in CPU seconds.
        exploration: the constant C of UCB1. Values are scaled to 0..1 between the worst and the
            best playout of the search, so it doesn't depend on the points of a game.
        rollout: after how many rounds a playout is cut off; 0 evaluates each new state at once, and
            None plays to the end.
        evaluation: estimates the value of a state where a playout is cut off; as in `Searcher`.
        ghosts: for each ghost `max`, `min`, `chance` or a model, as in expectiminimax.
    """

    plays_any_game = True
    plays_general_sum = False
    report: Report

    def __init__(
        self,
        *,
        playouts: int | None = None,
        cpu_seconds: float | None = None,
        exploration: float = 0.3,
        rollout: int | None = 0,
        evaluation: AnyEvaluation = None,
        ghosts: Model | Sequence[Model] = "min",
    ) -> None:
        if playouts is None:
            playouts = 1000 if cpu_seconds is None else 10**9
        self.playouts = whole_number("playouts", playouts, 1)
        self.cpu_seconds = number_from_0("cpu_seconds", inf if cpu_seconds is None else cpu_seconds)
        self.exploration = number_from_0("exploration", exploration)
        self.rollout = inf if rollout is None else whole_number("rollout", rollout, 0)
        self.evaluate = evaluation_named(evaluation)
        self.layers = Layers(ghosts)

    def act(self, state: GameState) -> Action:
        check_payoffs(self, state)
        self.report = Report(nodes=1)
        self.low, self.high = inf, -inf
        root = Node(state, "max" if state.to_move == 0 else "min")
        end = thread_time() + self.cpu_seconds
        for _ in range(self.playouts):
            self.iterate(root)
            if thread_time() > end:
                break
        variation = principal_variation(root)
        self.report.values = {action: child.mean for action, child in root.children.items()}
        visits = {action: child.visits for action, child in root.children.items()}
        self.report.action_details = {"visits": visits}
        self.report.details = {"playouts": root.visits}
        self.report.principal_variation = variation
        action: Action = variation[0]
        return action

    def iterate(self, root: Node) -> None:
        """Select a path, expand its last node, play out, and back up the result."""
        node, path = root, [root]
        while not node.state.is_terminal and (node.visits or node is root):
            node = self.child(node, self.select(node))
            path.append(node)
        value = self.playout(node.state)
        if isfinite(value):
            self.low, self.high = min(self.low, value), max(self.high, value)
        for node in path:
            node.visits += 1
            node.total += value

    def select(self, node: Node) -> Any:
        """The action to follow: drawn by chance, or the next untried one, or the one with the
        highest upper confidence bound, UCB1, for the agent to move."""
        if isinstance(node.layer, Mapping):
            return self.draw(node.layer)
        for action in node.state.legal_actions():
            if action not in node.children:
                return action
        sign = 1 if node.layer == "max" else -1
        scale = self.high - self.low if self.high > self.low else 1

        def bound(action: Any) -> float:
            child = node.children[action]
            exploration = self.exploration * sqrt(log(node.visits) / child.visits)
            return sign * child.mean / scale + exploration

        return max(node.children, key=bound)

    def child(self, node: Node, action: Any) -> Node:
        """The child that `action` leads to, which is added to the tree if it is new."""
        if action not in node.children:
            after = self.successor(node.state, action)
            node.children[action] = Node(
                after, "max" if after.is_terminal else self.layers.of(after)
            )
        return node.children[action]

    def playout(self, state: Any) -> float:
        """The value for MAX of a game played on from `state`, or of its evaluation after `rollout`
        rounds. Chance draws from its distribution; whoever chooses moves at random."""
        plies = self.rollout * state.num_agents
        while not state.is_terminal and plies > 0:
            layer = self.layers.of(state)
            if isinstance(layer, Mapping):
                action = self.draw(layer)
            else:
                action = self.rng.choice(state.legal_actions())
            state = self.successor(state, action)
            plies -= 1
        value: float = state.score if state.is_terminal else self.evaluate(state)
        return value

    def draw(self, distribution: Distribution) -> Any:
        return self.rng.choices(list(distribution), list(distribution.values()))[0]

    def successor(self, state: Any, action: Any) -> Any:
        self.report.nodes += 1
        return state.successor(action)


def principal_variation(node: Node) -> list[Any]:
    """The actions with the most visits, up to the first CHANCE layer."""
    line = []
    while node.children and not isinstance(node.layer, Mapping):
        children = node.children
        line.append(max(children, key=lambda action: children[action].visits))
        node = children[line[-1]]
    return line
