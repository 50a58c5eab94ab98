"""The nodes and steps of a search, replayed on the states that it visited.

`Replay` has values, bounds and cuts as alpha-beta has them (Russell and Norvig, *Artificial
Intelligence: A Modern Approach*, 4th edition, figure 5.7), `PayoffReplay` the payoffs of max^n
(section 5.2.2), and `Playouts` the means of Monte Carlo tree search. `layers_of` finds out what the
other agents are for the one that searches.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import inf, isclose, nan
from typing import Any

from pacgrid.search import CHANCE, GameState, is_general_sum
from pacgrid.tree import wording
from pacgrid.tree.search_tree import Cut, Layer, SearchNode, Step, StepKind, ValueSource
from pacgrid.tree.visits import Visit, VisitTree
from pacgrid.utility import Linear, Utility

Others = str | None
"""What the other agents are: `min`, `chance`, or None to find out."""


@dataclass(frozen=True)
class AlphaBetaWindow:
    """Alpha and beta, each with the number of the node whose best value so far it is."""

    alpha: float = -inf
    beta: float = inf
    alpha_owner: int | None = None
    beta_owner: int | None = None

    def cut(self, layer: Layer, value: float, actions: Sequence[Any] = ()) -> Cut | None:
        """The reason to prune `actions` at a node whose best value so far is `value`, if any."""
        if layer is Layer.MIN and self.alpha_owner is not None and value <= self.alpha:
            return Cut(tuple(actions), "alpha", self.alpha, self.alpha_owner)
        if layer is Layer.MAX and self.beta_owner is not None and value >= self.beta:
            return Cut(tuple(actions), "beta", self.beta, self.beta_owner)
        return None


class Replay:
    """The nodes and steps of a depth-first search.

    Args:
        visits: what it visited, in order.
        others: what the other agents are for the agent that searched.
        unfinished: the nodes that it was busy with when it was interrupted.
        believes: whether what was returned is the value of a node, whatever its children say.
        bounds: whether to tell alpha and beta, and what they prune.
        utility: what points are worth to the agent, if its values are certainty equivalents.
    """

    def __init__(
        self,
        visits: Sequence[Visit],
        others: Others,
        unfinished: Collection[Visit],
        *,
        believes: bool = False,
        bounds: bool = True,
        utility: Utility | None = None,
    ) -> None:
        self._has_bounds = bounds
        self._utility = utility
        self.nodes: list[SearchNode] = []
        self.steps: list[Step] = []
        self._numbers = {visit: number for number, visit in enumerate(visits)}
        take_the_view_of_max(visits)
        self._layers = layers_of(visits, others, utility)
        self._others = others
        self._unfinished = unfinished
        self._believes = believes
        self._same_as = equal_states(visits)
        self._horizon = max(visit.ply for visit in visits)
        self._windows: list[AlphaBetaWindow] = []
        self._chances: dict[int, Mapping[Any, float]] = {}
        for visit, enters in _walk(visits[0]):
            if enters:
                self._enter(visit)
            else:
                self._leave(visit)

    def _layer(self, visit: Visit) -> Layer:
        """The layer of a node that has children."""
        return self._layers(visit)

    # Down the tree.

    def _enter(self, visit: Visit) -> None:
        """Go to a node, with the bounds of its parent; below chance there are none."""
        number = len(self.nodes)
        parent = self.nodes[self._numbers[visit.parent]] if visit.parent else None
        layer = self._layer(visit) if visit.children or visit.left_out else Layer.LEAF
        window, probability = AlphaBetaWindow(), None
        if parent and parent.layer is Layer.CHANCE:
            probability = self._chances[parent.number].get(visit.action, 0)
        elif parent:
            window = self._windows[parent.number]
        if layer is Layer.CHANCE:
            self._chances[number] = probabilities(visit.state, visit.distribution)
        node = SearchNode(
            number=number,
            parent=parent.number if parent else None,
            action=visit.action,
            ply=visit.ply,
            state=visit.state,
            layer=layer,
            children=tuple(self._numbers[child] for child in visit.children),
            source=ValueSource.UNKNOWN if layer is Layer.LEAF else ValueSource.CHILDREN,
            alpha=window.alpha,
            beta=window.beta,
            probability=probability,
            same_as=self._same_as.get(number),
            visits=max(visit.generated, 1),
        )
        self.nodes.append(node)
        self._windows.append(window)
        self._step(StepKind.ENTER, number, wording.entering(node, parent))
        if parent and layer is Layer.LEAF:
            self._evaluate(visit, node)

    def _evaluate(self, visit: Visit, node: SearchNode) -> None:
        """Give a leaf its value."""
        value = visit.score if visit.returned is None else visit.returned
        same = None if node.same_as is None else self.nodes[node.same_as]
        if value is None and visit in self._unfinished:
            source, words = ValueSource.UNKNOWN, "the search ends here"
        elif visit.state.is_terminal:
            source, value = ValueSource.TERMINAL, visit.state.score if value is None else value
            words = wording.game_over(value)
        elif not visit.is_evaluated and (
            visit.is_looked_up or (same and same.children and node.ply < self._horizon)
        ):
            source = ValueSource.TABLE
            value = same.value if same and value is None else value
            words = wording.from_table(node, same, value)
        elif value is None:
            source, words = ValueSource.UNKNOWN, "the value that this leaf gets isn't known"
        else:
            source, words = ValueSource.EVALUATION, wording.cut_off(value)
        self.nodes[node.number] = replace(node, value=value, source=source)
        self._step(StepKind.LEAF, node.number, words)

    # And up again.

    def _leave(self, visit: Visit) -> None:
        """End the search of a node, and take its value to its parent."""
        number = self._numbers[visit]
        if self.nodes[number].layer is not Layer.LEAF and visit not in self._unfinished:
            self._end(visit, self.nodes[number])
            if self._believes:
                self._believe(visit, self.nodes[number])
        value = self.nodes[number].value
        if visit.parent and value is not None:
            self._back_up(self._numbers[visit.parent], number, value)

    def _end(self, visit: Visit, node: SearchNode) -> None:
        """Say why a node's search ends before all actions are tried, if it does."""
        if visit.left_out:
            self._end_without_children(visit, node)
            return
        tried = [child.action for child in visit.children]
        chances = self._chances.get(node.number, {})
        rest = tuple(
            action
            for action in visit.state.legal_actions()
            if action not in tried and chances.get(action, 1) > 0
        )
        if not rest:
            if node.layer is Layer.CHANCE and not self._others and visit.parent:
                self._believe(visit, node)
            return
        window = self._windows[node.number]
        cut = None
        if node.value is not None and visit.is_backed_up:
            cut = window.cut(node.layer, node.value, rest)
        if cut and node.value is not None:
            self.nodes[node.number] = replace(node, cut=cut)
            self._step(StepKind.CUT, node.number, wording.pruned(node, cut, node.value))
        else:
            self.nodes[node.number] = replace(node, untried=rest)
            words = wording.left_out if self._has_bounds else wording.not_tried
            self._add_words(words(visit.state, rest))

    def _end_without_children(self, visit: Visit, node: SearchNode) -> None:
        """Believe what the agent's function returned where not all children were kept."""
        if visit.parent and visit.returned is not None:
            value, source = visit.returned, ValueSource.RETURNED
            self.nodes[node.number] = replace(node, value=value, source=source)
            words = "not all nodes below were kept; the value is what the agent's code returned"
            self._step(StepKind.BACK_UP, node.number, words)

    def _believe(self, visit: Visit, node: SearchNode) -> None:
        """Believe what the agent's function returned if it isn't what follows from the children.
        For CHANCE, the agent may have other probabilities, or back up other means."""
        value = visit.returned
        if value is None or node.value is None or isclose(value, node.value, abs_tol=1e-6):
            return
        self.nodes[node.number] = replace(node, value=value, source=ValueSource.RETURNED)
        self._step(StepKind.BACK_UP, node.number, wording.returned(value))

    def _back_up(self, parent: int, child: int, value: float) -> None:
        """Update a node's value and bounds with the value of a child that is done."""
        node, window = self.nodes[parent], self._windows[parent]
        if node.layer is Layer.CHANCE:
            mean, explanation = self._expected(node, child)
            self.nodes[parent] = replace(node, value=mean)
            self._step(StepKind.BACK_UP, parent, explanation)
            return
        best = max if node.layer is Layer.MAX else min
        new = value if node.value is None else best(node.value, value)
        words = [wording.compared(node.layer, node.value, value, new)]
        cut = window.cut(node.layer, new)
        if self._has_bounds and node.layer is Layer.MAX and new > window.alpha:
            self._windows[parent] = replace(window, alpha=new, alpha_owner=parent)
        elif self._has_bounds and node.layer is Layer.MIN and new < window.beta:
            self._windows[parent] = replace(window, beta=new, beta_owner=parent)
        if self._windows[parent] != window and not self._chances:
            words.append(wording.bound_moves(node.layer, new))
        if cut and child != node.children[-1]:
            words.append(wording.not_pruned(cut, new))
        self.nodes[parent] = replace(node, value=new)
        self._step(StepKind.BACK_UP, parent, "; ".join(words))

    def _expected(self, node: SearchNode, child: int) -> tuple[float | None, str]:
        """The sum of probabilities times values, up to that child. With a utility, the certainty
        equivalent, once all children are done."""
        done = [self.nodes[number] for number in node.children if number <= child]
        parts = [(each.probability or 0, each.value) for each in done if each.value is not None]
        is_all = child == node.children[-1]
        if self._utility:
            equivalent = self._utility.certainty_equivalent(parts) if is_all else None
            return equivalent, wording.expected_utility(parts, self._utility, equivalent)
        value = sum(probability * value for probability, value in parts)
        return value, wording.expected(parts, value, is_all=is_all)

    def _step(self, kind: StepKind, number: int, words: str) -> None:
        window, node = self._windows[number], self.nodes[number]
        bounds = window.alpha, window.beta
        self.steps.append(Step(kind, number, node.value, *bounds, words, node.payoffs))

    def _add_words(self, words: str) -> None:
        last = self.steps[-1]
        self.steps[-1] = replace(last, words=f"{last.words}; {words}")


def equal_states(visits: Sequence[Visit]) -> Mapping[int, int]:
    """For each node whose state an earlier node has too: the first such node."""
    first: dict[GameState, int] = {}
    equal = {}
    for number, visit in enumerate(visits):
        try:
            earlier = first.setdefault(visit.state, number)
        except TypeError:  # the game's states have no hash
            return {}
        if earlier != number:
            equal[number] = earlier
    return equal


def _walk(root: Visit) -> Iterator[tuple[Visit, bool]]:
    """Every visit twice, when it is entered (True) and when it is left (False), depth first."""
    stack = [(root, True)]
    while stack:
        visit, enters = stack.pop()
        yield visit, enters
        if enters:
            stack.append((visit, False))
            stack += ((child, True) for child in reversed(visit.children))


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
            probability = self.nodes[child].probability or 0
            sums = zip(old or (0.0,) * len(given), given, strict=True)
            new = tuple(total + probability * payoff for total, payoff in sums)
            words = wording.expected_payoffs(probability, given, new)
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


class Playouts:
    """The nodes and steps of a search by playouts.

    The value of a node is the mean of the playouts through it. What lies below a node that only one
    playout reached is part of that playout, not of the tree.
    """

    def __init__(self, tree: VisitTree, others: Others) -> None:
        paths = [tuple(visit.path)[::-1] for visit, _ in tree.playouts]
        counts = Counter(chain(*paths))
        visits = [tree.root]
        visits += (visit for visit in counts if visit.parent and counts[visit.parent] > 1)
        self._numbers = {visit: number for number, visit in enumerate(visits)}
        self._layer_of = layers_of(visits, others)
        self._totals: defaultdict[int, float] = defaultdict(float)
        self.nodes = [self._node(visit) for visit in visits]
        self.steps: list[Step] = []
        self._step(StepKind.ENTER, 0, wording.entering(self.nodes[0], None))
        for visit, value in tree.playouts:
            path = [self._numbers[each] for each in visit.path if each in self._numbers]
            self._play_out(path, value)

    def _layer(self, visit: Visit) -> Layer:
        return Layer.CHANCE if visit.state.to_move == CHANCE else self._layer_of(visit)

    def _node(self, visit: Visit) -> SearchNode:
        children = sorted(self._numbers[each] for each in visit.children if each in self._numbers)
        source = ValueSource.PLAYOUTS
        if visit.state.is_terminal:
            source = ValueSource.TERMINAL
        elif not children:
            source = ValueSource.EVALUATION
        probability = None
        if visit.parent and self._layer(visit.parent) is Layer.CHANCE:
            chances = probabilities(visit.parent.state, visit.parent.distribution)
            probability = chances.get(visit.action)
        return SearchNode(
            number=self._numbers[visit],
            parent=self._numbers[visit.parent] if visit.parent else None,
            action=visit.action,
            ply=visit.ply,
            state=visit.state,
            layer=self._layer(visit) if children else Layer.LEAF,
            children=tuple(children),
            source=source,
            probability=probability,
            visits=0,
        )

    def _play_out(self, path: list[int], value: float) -> None:
        """Take the result of a playout along `path`, from the node where it began to the root."""
        for number in reversed(path):
            node = self.nodes[number]
            if not node.visits and node.parent is not None:
                parent = self.nodes[node.parent]
                self._step(StepKind.ENTER, number, wording.entering(node, parent))
        for number in path:
            self._totals[number] += value
            count = self.nodes[number].visits + 1
            mean = self._totals[number] / count
            self.nodes[number] = node = replace(self.nodes[number], value=mean, visits=count)
            kind = StepKind.LEAF if node.layer is Layer.LEAF else StepKind.BACK_UP
            self._step(kind, number, wording.played_out(value, count, mean))

    def _step(self, kind: StepKind, number: int, words: str) -> None:
        self.steps.append(Step(kind, number, self.nodes[number].value, words=words))


def most_visited(nodes: list[SearchNode]) -> tuple[int, ...]:
    """The nodes with the most visits, from the root to a leaf or to the first CHANCE node."""
    node, line = nodes[0], [0]
    while node.layer.is_choice:
        node = max((nodes[child] for child in node.children), key=lambda child: child.visits)
        line.append(node.number)
    return tuple(line)


def layers_of(
    visits: Sequence[Visit], others: Others, utility: Utility | None = None
) -> Callable[[Visit], Layer]:
    """The layer of each node that has children.

    Agent 0 is MAX. What another agent or a die is follows from the values that the search returned:
    they are those of a MIN, a CHANCE or a MAX layer over the values returned for its children.
    With a `utility`, those of CHANCE are certainty equivalents.
    """
    root = visits[0]
    kinds = {number: _kind(found, utility or Linear()) for number, found in _movers(visits).items()}
    if others:
        kinds |= {number: Layer[others.upper()] for number in kinds if number != CHANCE}

    def layer(visit: Visit) -> Layer:
        mover = visit.state.to_move
        if mover == CHANCE:
            return kinds.get(CHANCE, Layer.CHANCE)
        if mover == 0:
            return Layer.MAX
        return Layer.MIN if visit is root else kinds.get(mover, Layer.MIN)

    return layer


def layer_of_mover(state: GameState) -> Layer:
    """The layer of whoever is to move by the rules of the game."""
    if state.to_move == CHANCE:
        return Layer.CHANCE
    if is_general_sum(state):
        return Layer.PLAYER
    return Layer.MAX if state.to_move == 0 else Layer.MIN


def probabilities(state: Any, returned: Mapping[Any, float] | None = None) -> Mapping[Any, float]:
    """The probability of each action of a CHANCE node: the game's own, those that a function of the
    agent `returned`, or uniform."""
    if state.to_move == CHANCE:
        distribution: Mapping[Any, float] = state.distribution()
        return distribution
    if returned:
        return returned
    actions = state.legal_actions()
    return dict.fromkeys(actions, 1 / len(actions))


def _movers(visits: Sequence[Visit]) -> Mapping[int, list[Visit]]:
    """The inner nodes below the root by who is to move, if it isn't agent 0."""
    movers: defaultdict[int, list[Visit]] = defaultdict(list)
    for visit in visits[1:]:
        if visit.children and visit.state.to_move != 0:
            movers[visit.state.to_move].append(visit)
    return movers


def _kind(visits: Sequence[Visit], utility: Utility) -> Layer:
    """The kind of layer that agrees with most of the returned values. If several do: CHANCE, if
    there is a distribution, else MIN."""
    agreeing: Counter[Layer] = Counter()
    for visit in visits:
        values = [child.returned for child in visit.children if child.returned is not None]
        if visit.returned is None or len(values) < len(visit.children):
            continue
        distribution = probabilities(visit.state, visit.distribution)
        chances = [distribution.get(child.action, 0) for child in visit.children]
        is_whole = isclose(sum(chances), 1)  # chance cuts nothing off
        lottery = [*zip(chances, values, strict=True)]
        expected = {
            Layer.MIN: min(values),
            Layer.CHANCE: utility.certainty_equivalent(lottery) if is_whole else nan,
            Layer.MAX: max(values),
        }
        for layer, value in expected.items():
            agreeing[layer] += isclose(visit.returned, value, rel_tol=1e-9, abs_tol=1e-9)
    kinds = [Layer.MIN, Layer.CHANCE, Layer.MAX]
    if any(visit.distribution or visit.state.to_move == CHANCE for visit in visits):
        kinds[:2] = Layer.CHANCE, Layer.MIN
    return max(kinds, key=lambda layer: agreeing[layer])


def take_the_view_of_max(visits: Sequence[Visit]) -> None:
    """Negate what a negamax search returned where another agent than MAX is to move."""
    is_negamax = 0
    for visit in visits[1:]:
        values = [child.returned for child in visit.children if child.returned is not None]
        if values and visit.returned is not None:
            usual = min(values), max(values), sum(values) / len(values)
            is_negamax += visit.returned == -min(values)
            is_negamax -= visit.returned in usual
    if is_negamax > 0:
        for visit in visits:
            if visit.state.to_move > 0 and visit.returned is not None:
                visit.returned = -visit.returned
