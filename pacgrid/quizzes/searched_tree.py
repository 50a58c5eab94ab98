"""A quiz's tree with the searches that the keys are taken from, and before any search."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, isfinite, nan

from pacgrid.agent import AgentError
from pacgrid.games.drawn_tree import DrawnTree, TreeNode
from pacgrid.games.uniform import uniform_tree
from pacgrid.quizzes.quiz_tree import QuizError, QuizNode, QuizTree, with_values
from pacgrid.search import Searcher
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import Layer, SearchNode, SearchTree, Step, StepKind
from pacgrid.tree.whole_tree import game_tree
from pacgrid.utility import UTILITIES, Utility, utility_named

PRUNING = "book"
"""How alpha-beta prunes in quizzes, unless they say otherwise: on equality, too, as lectures do."""


# The searches are imported where they are used: an installation may lack them, which matters only
# to those who want a quiz.
_NAMES = {"AlphaBeta": "alpha-beta", "Minimax": "minimax", "Expectiminimax": "expectiminimax"}
"""What a search is called, by its class."""


@dataclass(frozen=True)
class SearchedTree:
    """A tree, and what searches find in it.

    Args:
        tree: the tree.
        pruning: how alpha-beta prunes: `book`, on equality, too; or `strict`.
        utility: what points are worth to MAX; None: as much as they are.

    Raises QuizError for another pruning.
    """

    tree: QuizTree
    pruning: str = PRUNING
    utility: Utility | None = None

    def __post_init__(self) -> None:
        from pacgrid.agents.alpha_beta import PRUNINGS

        if self.pruning not in PRUNINGS:
            choice = " or ".join(PRUNINGS)
            raise QuizError(f"pruning must be {choice}, not {self.pruning!r:.40}")

    @property
    def depth(self) -> int:
        """Rounds that are enough to reach all leaves."""
        return self.tree.root.height

    @cached_property
    def minimax(self) -> SearchTree:
        """A search of the whole tree; with chance, if it has any."""
        from pacgrid.agents.expectiminimax import Expectiminimax
        from pacgrid.agents.minimax import Minimax

        agent = Expectiminimax if self.tree.has_chance else Minimax
        return self._searched(agent(depth=self.depth), self.tree.root)

    @cached_property
    def alpha_beta(self) -> SearchTree:
        """A search that prunes."""
        return self._with(self.pruning)

    @cached_property
    def in_utilities(self) -> SearchTree:
        """The same as `minimax` where each leaf is worth its utility."""
        from pacgrid.agents.expectiminimax import Expectiminimax

        utility = self.utility
        assert utility is not None
        root = with_values(self.tree.root, lambda leaf: utility_of(utility, leaf.value or 0))
        return self._searched(Expectiminimax(depth=self.depth), root)

    @cached_property
    def pruning_matters(self) -> bool:
        """Whether strict and book pruning visit different leaves."""
        from pacgrid.agents.alpha_beta import PRUNINGS

        labels = [leaf.label for leaf in self.tree.leaves]
        if len(set(labels)) == len(labels) and not any(leaf.tree.name for leaf in self.tree.leaves):
            return False  # no two leaves are worth the same
        first, second = (self.leaves_of(self._with(pruning)) for pruning in PRUNINGS)
        return first != second

    def leaves_of(self, search: SearchTree) -> Sequence[QuizNode]:
        """The leaves that a search visits, in order."""
        return [self.tree.of(node) for node in search.nodes if node.layer is Layer.LEAF]

    def found(self, search: SearchTree) -> dict[str, SearchNode]:
        """By label: the nodes that a search visits, in order."""
        return {self.tree.of(node).label: node for node in search.nodes}

    def extreme(self, order: str) -> int:
        """How many leaves alpha-beta visits in a uniform tree of the same shape in the `best` or
        the `worst` order of leaves."""
        from pacgrid.agents.alpha_beta import AlphaBeta

        assert self.tree.shape
        branching, depth = self.tree.shape
        root = uniform_tree(branching, depth, order)
        search = self._searched(AlphaBeta(depth=depth, pruning=self.pruning), root)
        return sum(node.layer is Layer.LEAF for node in search.nodes)

    def _with(self, pruning: str) -> SearchTree:
        from pacgrid.agents.alpha_beta import AlphaBeta

        return self._searched(AlphaBeta(depth=self.depth, pruning=pruning), self.tree.root)

    def _searched(self, agent: Searcher, root: TreeNode) -> SearchTree:
        name = _NAMES[type(agent).__name__]
        (search,) = record_search(agent, DrawnTree.initial(root), bounds=name == "alpha-beta")
        assert search.failure is None, search.failure
        return replace(search, agent=name)


def visited(tree: QuizTree, pruning: str) -> int:
    """How many nodes alpha-beta visits below the root; quicker to find out than its search is to
    record."""
    from pacgrid.agents.alpha_beta import AlphaBeta

    agent = AlphaBeta(depth=tree.root.height, pruning=pruning)
    agent.act(tree.state)
    return agent.report.nodes


def unsearched(tree: QuizTree) -> SearchTree:
    """The tree, drawn in full and in its own order; so a picture of it tells nothing of a search.

    The numbers of its nodes are not those of a search.
    """
    whole = game_tree(tree.state, most_nodes=inf)
    return replace(whole, steps=[*map(_step, whole.nodes), Step(StepKind.DONE, 0)], is_whole=False)


def _step(node: SearchNode) -> Step:
    kind = StepKind.LEAF if node.layer is Layer.LEAF else StepKind.ENTER
    return Step(kind, node.number, node.value)


AnyUtility = str | Utility | Callable[[float], float]
"""A utility, its name with options, or a function of the points."""


def asked_utility(utility: AnyUtility) -> Utility:
    """The utility that is meant.

    >>> asked_utility("sqrt").formula, asked_utility("concave:risk_tolerance=50").formula
    ('u(x) = √x', 'u(x) = 1 − exp(−x / 50)')

    Raises QuizError.
    """
    if isinstance(utility, str) and utility.partition(":")[0] not in UTILITIES:
        raise QuizError(f"no utility {utility!r:.40}; choose {', '.join(UTILITIES)}")
    try:
        return utility_named(utility)
    except AgentError:
        hint = "write NAME:option=value, such as concave:risk_tolerance=50"
        raise QuizError(f"can't read the utility {utility!r:.40}; {hint}") from None
    except ValueError as error:
        raise QuizError(f"utility {utility!r:.40}: {error}") from None


def utility_of(utility: Utility, points: float) -> float:
    """The utility of some points. Raises QuizError where it has no value."""
    try:
        value = utility(points)
    except ValueError:
        value = nan
    if isfinite(value):
        return value
    raise QuizError(f"{utility.formula} has no value at x = {points:g}; ask about another tree")


def sure_points(utility: Utility, value: float, low: float, high: float) -> float:
    """The points from `low` to `high` that have a utility of `value`: the certainty equivalent of a
    lottery between the two that is worth as much. Raises QuizError if that can't be computed."""
    least, most = utility_of(utility, low), utility_of(utility, high)
    if least == most:
        return low
    chance = (value - least) / (most - least)
    try:
        return utility.certainty_equivalent([(chance, high), (1 - chance, low)])
    except (ValueError, OverflowError):
        raise QuizError(
            f"{utility.formula} has no certainty equivalent between {low:g} and {high:g}; ask about"
            " another tree"
        ) from None
