"""Search trees made by hand: alpha-beta on nested tuples."""

from dataclasses import dataclass
from math import inf
from typing import Any

from hypothesis import strategies as st

from pacgrid.search import CHANCE
from pacgrid.tree.labels import cut_label
from pacgrid.tree.search_tree import Cut, Layer, Node, SearchTree, Step, StepKind, ValueSource

Nested = Any
"""A leaf's value, or a tuple of nested trees; MAX moves first, then MIN, … `{0.5: …}` is chance."""
LECTURE = ((3, 12, 8), (2, 4, 6), (14, 5, 2))
NESTED = st.recursive(
    st.integers(-99, 99),
    lambda below: (
        st.lists(below, min_size=1, max_size=6).map(tuple)
        | below.map(lambda one: {0.25: one, 0.75: one})
    ),
    max_leaves=25,
)
CHANCES = ({1 / 2: 8, 1 / 3: 24, 1 / 6: -12}, {0.1: 10, 0.5: -5, 0.4: 1})


@dataclass(frozen=True)
class NestedState:
    """A position in a nested tree."""

    nested: Nested
    ply: int = 0

    @property
    def to_move(self) -> int:
        return CHANCE if isinstance(self.nested, dict) else self.ply % 2

    @property
    def num_agents(self) -> int:
        return 2

    @property
    def is_terminal(self) -> bool:
        return not isinstance(self.nested, tuple | dict)

    @property
    def score(self) -> float:
        return float(self.nested) if self.is_terminal else 0

    def legal_actions(self) -> list[str]:
        return [] if self.is_terminal else [chr(ord("a") + n) for n in range(len(self.nested))]

    def successor(self, action: str) -> "NestedState":
        below = self.nested if isinstance(self.nested, tuple) else tuple(self.nested.values())
        return NestedState(below[ord(action) - ord("a")], self.ply + 1)


class _Search:
    def __init__(self, *, pruning: bool) -> None:
        self.pruning = pruning
        self.nodes: list[dict[str, Any]] = []
        self.steps: list[Step] = []

    def visit(
        self,
        state: NestedState,
        parent: int | None,
        action: Any,
        bounds: tuple[float, float],
        probability: float | None = None,
    ) -> float:
        number = len(self.nodes)
        alpha, beta = bounds
        layer = {0: Layer.MAX, 1: Layer.MIN, CHANCE: Layer.CHANCE}[state.to_move]
        if state.is_terminal:
            layer = Layer.LEAF
        node = {
            "number": number, "parent": parent, "action": action, "ply": state.ply, "state": state,
            "layer": layer, "children": (), "value": state.score, "source": ValueSource.TERMINAL,
            "alpha": alpha, "beta": beta, "probability": probability,
        }  # fmt: skip
        self.nodes.append(node)
        if parent is not None:
            self.nodes[parent]["children"] += (number,)
        self.step(StepKind.ENTER, number, None, alpha, beta, f"enter a {layer.value} node")
        if state.is_terminal:
            self.step(StepKind.LEAF, number, state.score, alpha, beta, "a leaf")
            return state.score
        value = None
        for done, name in enumerate(state.legal_actions(), start=1):
            child_bounds = (alpha, beta) if layer is not Layer.CHANCE else (-inf, inf)
            chance = [*state.nested][done - 1] if layer is Layer.CHANCE else None
            child = self.visit(state.successor(name), number, name, child_bounds, chance)
            if layer is Layer.MAX:
                value = max(child, -inf if value is None else value)
                alpha = max(alpha, value)
            elif layer is Layer.MIN:
                value = min(child, inf if value is None else value)
                beta = min(beta, value)
            else:
                value = (value or 0) + chance * child
            self.step(StepKind.BACK_UP, number, value, alpha, beta, f"back up {child:g}")
            rest = tuple(state.legal_actions()[done:])
            if alpha >= beta and rest and self.pruning and layer is not Layer.CHANCE:
                bound = "beta" if layer is Layer.MAX else "alpha"
                cut = Cut(rest, bound, beta if bound == "beta" else alpha, 0)
                node["cut"] = cut
                words = f"{cut_label(cut, value)}: the rest of this {layer.value} can't matter"
                self.step(StepKind.CUT, number, value, alpha, beta, words)
                break
        assert value is not None
        node |= {"value": value, "source": ValueSource.CHILDREN}
        return value

    def step(self, *fields: Any) -> None:
        self.steps.append(Step(*fields))


def search_tree(nested: Nested, *, pruning: bool = True) -> SearchTree:
    """The tree of an alpha-beta search, or of minimax."""
    search = _Search(pruning=pruning)
    value = search.visit(NestedState(nested), None, None, (-inf, inf))
    nodes = tuple(Node(**fields) for fields in search.nodes)
    variation = [0]
    while below := nodes[variation[-1]].children:
        best = max if nodes[variation[-1]].layer is Layer.MAX else min
        variation.append(best(below, key=lambda number: nodes[number].value or 0))
    chosen = nodes[variation[1]].action if len(variation) > 1 else None
    search.step(StepKind.DONE, 0, value, -inf, inf, f"the agent chooses {chosen}")
    return SearchTree(nodes, tuple(search.steps), tuple(variation), chosen, "alpha_beta")
