"""A position that an agent is asked about: of a game, or in a drawn tree."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate
from math import inf
from typing import Any, Literal, Self

from pacgrid.action import Action
from pacgrid.errors import GameError
from pacgrid.games.drawn_tree import DrawnTree, TreeNode
from pacgrid.search import evaluation_named
from pacgrid.state import State
from pacgrid.tree.watched_state import Path, Recorder

from ..model.diagnosis import SearchName


@dataclass(frozen=True)
class SearchTask:
    """A position, and what an agent is to do there."""

    name: str
    """The name in reports, such as `tree 7`."""
    root: "TreePosition | State"
    search: SearchName
    depth: int
    """The number of rounds to look ahead."""
    evaluation: str = "score"
    """The evaluation in a Pac-Man position, by name. A tree has its own."""
    moves: int = 1
    """How many moves of one agent are asked for, if the game lasts that long."""
    scores_finished: bool = False
    """Whether the evaluation of a finished game is its score, as course files expect."""
    test: int = 0
    """The number of its test in its question; 0 if it is in none."""

    @property
    def kind(self) -> Literal["tree", "position"]:
        return "position" if isinstance(self.root, State) else "tree"

    @property
    def evaluate(self) -> "Callable[[TreePosition | State], float]":
        """The evaluation that the agent is given."""
        if isinstance(self.root, State):
            return evaluation_named(self.evaluation)
        return lambda state: state.evaluate() if isinstance(state, TreePosition) else 0

    def recorder(self, root: "TreePosition | State", most_nodes: float = inf) -> Recorder:
        """What answers a search from `root`, which may ask for so many successors."""
        return Recorder(
            root, self.evaluate, scores_finished=self.scores_finished, most_nodes=most_nodes
        )

    def after(self, root: "TreePosition | State", action: Action) -> "TreePosition | State | None":
        """The next position in which the agent moves, after its `action` in `root`: all others take
        their first legal action. None if the game is over before."""
        state = root.successor(action)
        while not state.is_terminal and state.to_move != root.to_move:
            state = state.successor(state.legal_actions()[0])
        return None if state.is_terminal else state


_BY_NAME = {str(action): action for action in Action}


@dataclass(frozen=True)
class TreePosition:
    """A position in a drawn tree, with what every game has (`pacgrid.search.GameState`).

    A branch with the name of an action, as in `south: MIN`, is that action; other branches are
    north, east, south, west and stop in the order of the text. A leaf is a finished game: won or
    lost as its name says (`12 win`, `40 loss`); without a name, won if its value is above 0.

    Positions are equal if the same agent moves and what is below them is equal, so a subtree that
    is drawn twice is a transposition.
    """

    tree: TreeNode
    num_agents: int
    next_agent: int = 0
    """The agent whose turn it would be at a leaf."""

    @classmethod
    def parse(cls, text: str, source: str = "<text>") -> Self:
        """The root of the tree written in `text`; see `docs/games.md`.

        Raises GameError, with line and column, for a tree that can't be read, or that has a node
        of chance, or too many branches in one node.
        """
        return cls.initial(DrawnTree.parse(text, source).tree, source)

    @classmethod
    def initial(cls, tree: TreeNode, source: str = "<tree>") -> Self:
        """The root of `tree`. Raises GameError, see `parse`."""
        nodes = [tree]
        while nodes:
            node = nodes.pop()
            if node.to_move < 0:
                raise GameError(f"{source}: CHANCE; write MIN where the ghosts move")
            _labels(node, source)
            nodes += [branch.child for branch in node.branches]
        return cls(tree, tree.most_agent + 1)

    @property
    def to_move(self) -> int:
        return self.next_agent if self.is_terminal else self.tree.to_move

    @property
    def is_terminal(self) -> bool:
        return not self.tree.branches

    @property
    def is_win(self) -> bool:
        won = {"win": True, "loss": False}.get(self.tree.name, (self.tree.value or 0) > 0)
        return self.is_terminal and won

    @property
    def is_loss(self) -> bool:
        return self.is_terminal and not self.is_win

    @property
    def score(self) -> float:
        """The value of a leaf; 0 elsewhere."""
        return self.tree.value or 0 if self.is_terminal else 0

    def evaluate(self) -> float:
        """What `(eval …)` says; 0 without it, and for a finished game."""
        return 0 if self.is_terminal else self.tree.value or 0

    def legal_actions(self) -> tuple[Action, ...]:
        return self._actions

    def successor(self, action: Action) -> Self:
        """Raises KeyError if `action` is not legal."""
        return self._successors[action]

    @cached_property
    def _actions(self) -> tuple[Action, ...]:
        return tuple(self._successors)

    @cached_property
    def _successors(self) -> Mapping[Action, Self]:
        children = self._labelled()
        return {action: self._after(children[action]) for action in sorted(children)}

    def _labelled(self) -> Mapping[Action, TreeNode]:
        """What its actions lead to."""
        labels = _labels(self.tree, "")
        return {a: b.child for a, b in zip(labels, self.tree.branches, strict=True)}

    def _after(self, child: TreeNode) -> Self:
        next_agent = 0 if child.branches else (self.to_move + 1) % self.num_agents
        return type(self)(child, self.num_agents, next_agent)

    @cached_property
    def _hash(self) -> int:
        return hash(self.tree)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return str(self.tree)


def _labels(node: TreeNode, source: str) -> list[Action]:
    """The actions of the branches of `node`. Raises GameError."""
    names = [branch.action for branch in node.branches]
    if all(name in _BY_NAME for name in names):
        return [_BY_NAME[name] for name in names]
    if len(names) > len(Action):
        raise GameError(f"{source}: a node has {len(names)} branches; {len(Action)} are possible")
    return list(Action)[: len(names)]


class NamedPosition(TreePosition):
    """A position in a drawn tree. Each of its actions stands for the branch with that number, and
    has that branch's name."""

    @property
    def name(self) -> str:
        return self.tree.name

    @property
    def action_names(self) -> Sequence[str]:
        """The names of its actions, in the order of `legal_actions()`."""
        return [branch.action for branch in self.tree.branches]

    def action_name(self, action: Action) -> str:
        return self.action_names[action]

    def _labelled(self) -> Mapping[Action, TreeNode]:
        children = (branch.child for branch in self.tree.branches)
        return dict(zip(Action, children, strict=False))


# What states and actions are called in a sentence

MOST_ACTIONS = 8
"""Longer ways to a state are only counted, not written out."""


def name_of(root: Any, path: Path) -> str:
    """What the state at `path` from `root` is called in a sentence."""
    if not path:
        return "the first state"
    actions = path_words(root, path)
    if isinstance(root, NamedPosition):
        return f"state {reduce(NamedPosition.successor, path, root).name} (after {actions})"
    return f"the state after {actions}"


def path_words(root: Any, path: Path) -> str:
    """The actions on the way to a state; of very many, the first."""
    first = path.first(MOST_ACTIONS)
    words = list(map(str, first))
    if hasattr(root, "action_name"):
        states = accumulate(first, lambda state, action: state.successor(action), initial=root)
        words = [action_word(*step) for step in zip(states, first, strict=False)]
    actions = ", ".join(words)
    return actions if len(path) <= MOST_ACTIONS else f"{actions}, … ({len(path):,} actions)"


def action_word(state: Any, action: Action) -> str:
    """What an action in `state` is called."""
    return str(getattr(state, "action_name", str)(action))
