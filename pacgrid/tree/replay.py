"""The nodes and steps of a search, replayed on the states that it visited.

`replayed` is the entrance. A `Replay` enters nodes and gives them the values, bounds and cuts of
alpha-beta (Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition, figure
5.7), a `PayoffReplay` the payoffs of max^n (section 5.2.2), and a `PlayoutReplay` the means of
Monte Carlo tree search. `layers_of` finds out what the other agents are for the one that searches.
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
from pacgrid.tree.wording import layer_label, value_label
from pacgrid.utility import Linear, Utility

Others = str | None
"""What the other agents are: `min`, `chance`, or None to find out."""


def replayed(tree: VisitTree, others: Others = None, **options: Any) -> "Replay":
    """The nodes and steps of one iteration of a search, whatever its method; the arguments are
    those of `Replay`."""
    kind = Replay
    if tree.is_sampling:
        kind = PlayoutReplay
    elif is_general_sum(tree.root.state):
        kind = PayoffReplay
    return kind(tree, others, **options)


class Replay:
    """The nodes of a depth-first search, and the steps in which it entered them and gave them
    values.

    Args:
        tree: what it visited.
        others: what the other agents are for the agent that searched.
        unfinished: the nodes that it was busy with when it was interrupted.
        bounds: whether to tell alpha and beta, and what they prune.
        utility: what points are worth to the agent, if its values are certainty equivalents.
    """

    def __init__(
        self,
        tree: VisitTree,
        others: Others = None,
        *,
        unfinished: Collection[Visit] = (),
        bounds: bool = True,
        utility: Utility | None = None,
    ) -> None:
        self._tree = tree
        self._others = others
        self._unfinished = unfinished
        self._has_bounds = bounds and not is_general_sum(tree.root.state)
        self._utility = utility
        visits = self._visits()
        self._numbers = {visit: number for number, visit in enumerate(visits)}
        self._layer = self._layers(visits)
        self._chances: dict[Visit, Mapping[Any, float]] = {}
        self._horizon = max(visit.ply for visit in visits)
        self._same_as = equal_states(visits)
        self._windows = [AlphaBetaWindow()] * len(visits)
        self.nodes = [self._node(visit) for visit in visits]
        self.steps: list[Step] = []
        self._run()

    def _visits(self) -> Sequence[Visit]:
        """What becomes a node, parents before children."""
        take_the_view_of_max(self._tree.in_order)
        return self._tree.in_order

    def _layers(self, visits: Sequence[Visit]) -> Callable[[Visit], Layer]:
        """What tells the layer of a node that has children."""
        is_whole = not self._tree.is_sampling and not prunes(visits, self._unfinished)
        return layers_of(visits, self._others, self._utility, is_whole=is_whole)

    def _node(self, visit: Visit) -> SearchNode:
        """The node of a visit, before the search gives it a value."""
        children = tuple(
            sorted(self._numbers[each] for each in visit.children if each in self._numbers)
        )
        layer = self._layer(visit) if children or visit.left_out else Layer.LEAF
        if layer is Layer.CHANCE:
            self._chances[visit] = probabilities(visit.state, visit.distribution)
        parent, probability = visit.parent, None
        if parent in self._chances:
            probability = self._chances[parent].get(visit.action, 0)
        return SearchNode(
            number=self._numbers[visit],
            parent=self._numbers[parent] if parent else None,
            action=visit.action,
            ply=visit.ply,
            state=visit.state,
            layer=layer,
            children=children,
            probability=probability,
            same_as=self._same_as.get(self._numbers[visit]),
            source=ValueSource.UNKNOWN if layer is Layer.LEAF else ValueSource.CHILDREN,
            visits=max(visit.generated, 1),
        )

    def _set(self, number: int, **values: Any) -> SearchNode:
        node = self.nodes[number] = replace(self.nodes[number], **values)
        return node

    def _step(self, kind: StepKind, number: int, words: str) -> None:
        window, node = self._windows[number], self.nodes[number]
        bounds = window.alpha, window.beta
        self.steps.append(Step(kind, number, node.value, *bounds, words, node.payoffs))

    def _entered(self, number: int) -> None:
        node = self.nodes[number]
        parent = None if node.parent is None else self.nodes[node.parent]
        self._step(StepKind.ENTER, number, wording.entering(node, parent))

    def _run(self) -> None:
        for visit, enters in _walk(self._tree.root):
            if enters:
                self._enter(visit)
            else:
                self._leave(visit)

    # Down the tree.

    def _enter(self, visit: Visit) -> None:
        """Go to a node, with the bounds of its parent; below chance there are none."""
        node = self.nodes[self._numbers[visit]]
        if visit.parent and visit.parent not in self._chances:
            window = self._windows[node.number] = self._windows[self._numbers[visit.parent]]
            node = self._set(node.number, alpha=window.alpha, beta=window.beta)
        self._entered(node.number)
        if visit.parent and node.layer is Layer.LEAF:
            self._evaluate(visit, node)

    def _evaluate(self, visit: Visit, node: SearchNode) -> None:
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
        self._set(node.number, value=value, source=source)
        self._step(StepKind.LEAF, node.number, words)

    # And up again.

    def _leave(self, visit: Visit) -> None:
        """End the search of a node, and take its value to its parent."""
        number = self._numbers[visit]
        if self.nodes[number].layer is not Layer.LEAF and visit not in self._unfinished:
            self._end(visit, self.nodes[number])
        value = self.nodes[number].value
        if visit.parent and value is not None:
            self._back_up(self._numbers[visit.parent], number, value)

    def _end(self, visit: Visit, node: SearchNode) -> None:
        """Say why a node's search ends before all actions are tried, if it does, and give the node
        the value that the agent's function returned."""
        if visit.left_out:  # not all children were kept, so what was returned is believed
            if visit.parent and visit.returned is not None:
                self._set(node.number, value=visit.returned, source=ValueSource.RETURNED)
                words = "not all nodes below were kept; the value is what the agent's code returned"
                self._step(StepKind.BACK_UP, node.number, words)
            return
        rest, cut = untried(visit), None
        if rest and node.value is not None and visit.is_backed_up:
            window = self._windows[node.number]
            cut = window.cut(node.layer, node.value, rest)
            if visit.returned is not None and not window.cut(node.layer, visit.returned):
                cut = None
        if cut and node.value is not None:
            words = wording.pruned(node, cut, node.value)
            if self._believes(visit, node):
                words = f"{words}; {self._believed(visit, node)}"
            self._set(node.number, cut=cut)
            self._step(StepKind.CUT, node.number, words)
            return
        if rest:
            self._set(node.number, untried=rest)
            last = self.steps[-1]
            not_tried = wording.not_tried(visit.state, rest, has_bounds=self._has_bounds)
            self.steps[-1] = replace(last, words=f"{last.words}; {not_tried}")
        if self._believes(visit, node):
            words = self._believed(visit, node)
            self._step(StepKind.BACK_UP, node.number, words)

    def _believes(self, visit: Visit, node: SearchNode) -> bool:
        """Whether the agent's function returned another value than what follows from the children:
        it may have other probabilities, return bounds, or be wrong."""
        if visit.returned is None or not visit.is_backed_up:
            return False
        return not _is_close(visit.returned, node.value)

    def _believed(self, visit: Visit, node: SearchNode) -> str:
        """Give a node the value that the agent's function returned, and say so."""
        assert visit.returned is not None
        source, by_rule = ValueSource.RETURNED, node.value
        self._set(node.number, value=visit.returned, source=source, by_rule=by_rule)
        if node.layer is not Layer.OTHER:
            return f"the agent's code returned {value_label(visit.returned)} instead"
        values = [self.nodes[child].value for child in node.children]
        return wording.returned_other(visit.returned, [each for each in values if each is not None])

    def _back_up(self, parent: int, child: int, value: float) -> None:
        """Update a node's value and bounds with the value of a child that is done."""
        node, window = self.nodes[parent], self._windows[parent]
        if node.layer is Layer.OTHER:
            whose = layer_label(node.layer, node.state.to_move)
            self._step(StepKind.BACK_UP, parent, wording.one_below(whose, value))
            return
        if node.layer is Layer.CHANCE:
            mean, explanation = self._expected(node, child)
            self._set(parent, value=mean)
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
            change = "alpha rises" if node.layer is Layer.MAX else "beta falls"
            gets = f"{node.layer.value} can already get {value_label(new)}"
            words.append(f"{change} to {value_label(new)}: {gets}")
        if cut and child != node.children[-1]:
            words.append(wording.not_pruned(cut, new))
        self._set(parent, value=new)
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


class PayoffReplay(Replay):
    """The nodes and steps of a depth-first search, with the payoffs of all players. A node's value
    is what agent 0 gets there.
    """

    def _layers(self, visits: Sequence[Visit]) -> Callable[[Visit], Layer]:  # noqa: ARG002
        return lambda visit: layer_of_mover(visit.state)

    def _evaluate(self, visit: Visit, node: SearchNode) -> None:
        state: Any = visit.state
        payoffs = tuple(map(float, state.payoffs()))
        source = ValueSource.TERMINAL if state.is_terminal else ValueSource.EVALUATION
        self._set(node.number, value=payoffs[0], payoffs=payoffs, source=source)
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
        self._set(parent, value=new[0], payoffs=new)
        self._step(StepKind.BACK_UP, parent, words)

    def _believes(self, visit: Visit, node: SearchNode) -> bool:  # noqa: ARG002
        """The payoffs follow from the children."""
        return False


class PlayoutReplay(Replay):
    """The nodes and steps of a search by playouts.

    The value of a node is the mean of the playouts through it. What lies below a node that only one
    playout reached is part of that playout, not of the tree.
    """

    def _visits(self) -> Sequence[Visit]:
        playouts = self._tree.playouts
        counts = Counter(chain(*(tuple(visit.path)[::-1] for visit, _ in playouts)))
        below = (visit for visit in counts if visit.parent and counts[visit.parent] > 1)
        return [self._tree.root, *below]

    def _layers(self, visits: Sequence[Visit]) -> Callable[[Visit], Layer]:
        inferred = super()._layers(visits)

        def layer(visit: Visit) -> Layer:
            return Layer.CHANCE if visit.state.to_move == CHANCE else inferred(visit)

        return layer

    def _node(self, visit: Visit) -> SearchNode:
        node, source = super()._node(visit), ValueSource.PLAYOUTS
        if visit.state.is_terminal:
            source = ValueSource.TERMINAL
        elif not node.children:
            source = ValueSource.EVALUATION
        layer = node.layer if node.children else Layer.LEAF
        return replace(node, layer=layer, source=source, visits=0, same_as=None)

    def _run(self) -> None:
        self._totals = [0.0] * len(self.nodes)
        self._entered(0)
        for visit, value in self._tree.playouts:
            path = [self._numbers[each] for each in visit.path if each in self._numbers]
            self._play_out(path, value)

    def _play_out(self, path: list[int], value: float) -> None:
        """Take the result of a playout along `path`, from the node where it began to the root."""
        for number in reversed(path):
            if number and not self.nodes[number].visits:
                self._entered(number)
        for number in path:
            self._totals[number] += value
            count = self.nodes[number].visits + 1
            mean = self._totals[number] / count
            node = self._set(number, value=mean, visits=count)
            kind = StepKind.LEAF if node.layer is Layer.LEAF else StepKind.BACK_UP
            self._step(kind, number, wording.played_out(value, count, mean))


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


def untried(visit: Visit) -> tuple[Any, ...]:
    """The actions of a node with children that the search didn't try, though they can happen."""
    tried = [child.action for child in visit.children]
    rest = tuple(action for action in visit.state.legal_actions() if action not in tried)
    if rest and (visit.distribution or visit.state.to_move == CHANCE):
        chances = probabilities(visit.state, visit.distribution)
        return tuple(action for action in rest if chances.get(action, 1) > 0)
    return rest


def prunes(visits: Sequence[Visit], unfinished: Collection[Visit]) -> bool:
    """Whether a search doesn't try all actions of the nodes that it is done with."""
    done = (each for each in visits if each.children and each not in unfinished)
    return any(not each.left_out and untried(each) for each in done)


def layers_of(
    visits: Sequence[Visit],
    others: Others,
    utility: Utility | None = None,
    *,
    is_whole: bool = False,
) -> Callable[[Visit], Layer]:
    """The layer of each node that has children.

    What an agent or a die is follows from the values that the search returned: they are those of a
    MIN, a CHANCE or a MAX layer over the values returned for its children, or none of these. With a
    `utility`, those of CHANCE are certainty equivalents. Whoever is to move at the root chooses:
    agent 0 is MAX there, and others are MIN unless they maximize further down.

    Args:
        is_whole: whether the search tries all actions: otherwise it may return bounds, so that a
            layer with other values is still what it resembles most.
    """
    root = visits[0]
    movers = _movers(visits)
    kinds = {
        number: _kind(found, utility or Linear(), is_whole=is_whole)
        for number, found in movers.items()
    }
    if others:
        kinds |= {number: Layer[others.upper()] for number in kinds if number > 0}
        kinds |= {0: Layer.MAX}

    def layer(visit: Visit) -> Layer:
        mover = visit.state.to_move
        if visit is root and mover != CHANCE:
            return Layer.MAX if mover == 0 or kinds.get(mover) is Layer.MAX else Layer.MIN
        usual = {CHANCE: Layer.CHANCE, 0: Layer.MAX}
        return kinds.get(mover, usual.get(mover, Layer.MIN))

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
    """The inner nodes below the root by who is to move."""
    movers: defaultdict[int, list[Visit]] = defaultdict(list)
    for visit in visits[1:]:
        if visit.children:
            movers[visit.state.to_move].append(visit)
    return movers


LEAST_AGREEING = 0.8
"""The least share of nodes, of those where it matters, that agree with the kind of their layer."""


def _kind(visits: Sequence[Visit], utility: Utility, *, is_whole: bool) -> Layer:
    """The kind of layer that agrees with most of the returned values. If several do: MAX for agent
    0; of others CHANCE, if there is a distribution, else MIN."""
    agreeing: Counter[Layer] = Counter()
    judged = 0
    for visit in visits:
        values = [child.worth for child in visit.children if child.worth is not None]
        is_known = visit.returned is not None and visit.is_backed_up and not visit.left_out
        if not is_known or len(values) < len(visit.children):
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
        fitting = [layer for layer, value in expected.items() if _is_close(visit.returned, value)]
        if len(fitting) < len(expected):
            agreeing.update(fitting)
            judged += 1
    kinds = [Layer.MIN, Layer.CHANCE, Layer.MAX]
    if visits[0].state.to_move == 0:
        kinds = [Layer.MAX, Layer.MIN, Layer.CHANCE]
    elif any(visit.distribution or visit.state.to_move == CHANCE for visit in visits):
        kinds[:2] = Layer.CHANCE, Layer.MIN
    kind = max(kinds, key=lambda layer: agreeing[layer])
    return Layer.OTHER if is_whole and agreeing[kind] < LEAST_AGREEING * judged else kind


def _is_close(value: float | None, other: float | None) -> bool:
    """Whether two values differ only by rounding."""
    if value is None or other is None:
        return False
    return isclose(value, other, rel_tol=1e-9, abs_tol=1e-6)


def take_the_view_of_max(visits: Sequence[Visit]) -> None:
    """Negate what a negamax search returned where another agent than MAX is to move. One node may
    look like negamax by chance: a sum of -16 and 32 does."""
    is_negamax = 0
    for visit in visits[1:]:
        values = [child.returned for child in visit.children if child.returned is not None]
        if values and visit.returned is not None:
            usual = min(values), max(values), sum(values) / len(values)
            is_negamax += visit.returned == -min(values)
            is_negamax -= visit.returned in usual
    if is_negamax > 1:
        for visit in visits:
            if visit.state.to_move > 0 and visit.returned is not None:
                visit.returned = -visit.returned
