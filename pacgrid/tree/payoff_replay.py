"""Replays a search of a game in which each player has a payoff of its own: max^n.

Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition, section 5.2.2.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pacgrid.tree import wording
from pacgrid.tree.layers import layer_of_mover
from pacgrid.tree.replay import Replay
from pacgrid.tree.search_tree import Layer, SearchNode, StepKind, ValueSource
from pacgrid.tree.visits import Visit


class PayoffReplay(Replay):
    """The nodes and steps of a depth-first search, with the payoffs of all players. A node's value
    is what agent 0 gets there.

    Args:
        visits: what it visited, in order.
    """

    def __init__(self, visits: Sequence[Visit]) -> None:
        super().__init__(visits, None, (), bounds=False)

    def _layer(self, visit: Visit) -> Layer:
        return layer_of_mover(visit.state)

    def _evaluate(self, visit: Visit, node: SearchNode) -> None:
        """Give a leaf its payoffs."""
        state: Any = visit.state
        payoffs = tuple(map(float, state.payoffs()))
        source = ValueSource.TERMINAL if state.is_terminal else ValueSource.EVALUATION
        self._set(node, payoffs, source)
        words = wording.leaf_payoffs(payoffs, is_terminal=state.is_terminal)
        self._step(StepKind.LEAF, node.number, words)

    def _back_up(self, parent: int, child: int, value: float) -> None:  # noqa: ARG002
        """Update a node's payoffs with those of a child that is done."""
        node, mover = self.nodes[parent], self.nodes[parent].state.to_move
        old, given = node.payoffs, self.nodes[child].payoffs
        if node.layer is Layer.CHANCE:
            share = self.nodes[child].probability or 0
            sums = zip(old or (0.0,) * len(given), given, strict=True)
            new = tuple(total + share * payoff for total, payoff in sums)
            words = wording.expected_payoffs(share, given, new)
        else:
            new = given if not old or given[mover] > old[mover] else old
            words = wording.compared_payoffs(mover, old, given)
        self._set(node, new, ValueSource.CHILDREN)
        self._step(StepKind.BACK_UP, parent, words)

    def _set(self, node: SearchNode, payoffs: Sequence[float], source: ValueSource) -> None:
        self.nodes[node.number] = replace(
            node, value=payoffs[0], payoffs=tuple(payoffs), source=source
        )

    def _believe(self, visit: Visit, node: SearchNode) -> None:
        """The payoffs follow from the children."""
