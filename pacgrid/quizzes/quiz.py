"""A quiz: questions on a tree, their parts and keys, and how people may write the answers.

Each kind of question (`KINDS`) makes a question of a tree; the key is what a search of it finds.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Any

from pacgrid.common.markup import markup
from pacgrid.common.sanitize import sanitize_fields
from pacgrid.games.game_loader import load_game
from pacgrid.quizzes.quiz_tree import (
    PRUNING,
    QuizError,
    QuizNode,
    QuizTree,
    SearchedTree,
    quiz_tree,
    unsearched,
)
from pacgrid.tree.search_tree import Layer, SearchNode, SearchTree
from pacgrid.tree.tree_text import tree_text
from pacgrid.tree.wording import value_label

ROUNDED = Fraction(1, 200)
"""The tolerance of an answer that is rounded to two decimals."""
_ROUND = " Round to two decimals."
_CLOSE = 1e-9
MOST_BOUNDS = 3
"""Alpha and beta are asked for at no more nodes."""
RULES = {
    "book": "It prunes on equality, too: where a value ≤ alpha or ≥ beta, as in the book.",
    "strict": "It prunes only where a value < alpha or > beta, not on equality.",
}

NOTHING = ("none", "nothing", "no leaf", "-", "−", "∅", "{}")
Number = Fraction | float
"""An exact number; only an infinity is a float."""
MINUS = "−–—﹣"
"""What people write for a hyphen before a number."""
PATTERN = (
    r"([-+]?)\s*(?:(∞|inf|infinity|oo)|(\d{1,12})\s*/\s*(\d{1,12})"
    r"|((?=.*\d)\d{0,12}(?:[.,]\d{0,40})?))"
)
"""A number in small letters, with hyphens: a sign, an infinity, a numerator and a denominator, or a
decimal. It means the same in Python and in JavaScript."""
FORMS = "write it as −3, 3/4, 0.75 or inf"


# The keys. Each says the right answer and how to write one; the page of a quiz reads answers.


@dataclass(frozen=True)
class NumberKey:
    """A number."""

    value: Number
    tolerance: Fraction = Fraction(0)
    """How far off an answer may be."""

    @property
    def text(self) -> str:
        if self.tolerance and isinstance(self.value, Fraction):
            return number_label(round(self.value, 2))
        return number_label(self.value)

    @property
    def form(self) -> str:
        return "a number, such as −3, 3/4, 0.75 or inf"


@dataclass(frozen=True)
class LeavesKey:
    options: tuple[QuizNode, ...]
    right: tuple[str, ...]
    """The labels of those that belong to the answer."""
    in_order: bool = False

    @property
    def text(self) -> str:
        return ", ".join(self.right) or "none"

    @property
    def form(self) -> str:
        named = [leaf.label for leaf in self.options if leaf.tree.name]
        names = f"; those with a name by name, such as {named[0]}" if named else ""
        return f"leaves by value{names}{', in order' if self.in_order else '; or none'}"


@dataclass(frozen=True)
class ChoiceKey:
    options: tuple[str, ...]
    right: frozenset[str]
    """The right ones: several may be equally good."""

    @property
    def text(self) -> str:
        return " or ".join(each for each in self.options if each in self.right)

    @property
    def form(self) -> str:
        return f"{', '.join(self.options[:-1])} or {self.options[-1]}" if self.options[1:] else "it"


Key = NumberKey | LeavesKey | ChoiceKey
"""The right answer to a part of a question."""


def number_of(value: float) -> Number:
    """A value of a search as an exact number: the fraction that it was meant to be.

    >>> number_of(0.1 + 0.2), number_of(float("-inf"))
    (Fraction(3, 10), -inf)
    """
    return value if value in (inf, -inf) else Fraction(value).limit_denominator(10**6)


def number_label(value: Number) -> str:
    """A number as short as it can be read exactly; thirds and the like are fractions.

    >>> [number_label(Fraction(each)) for each in ("-3", "0.125", "1/3", "-22/7")]
    ['−3', '0.125', '1/3', '−22/7']
    """
    if isinstance(value, float):
        return value_label(value)
    size, sign = abs(value), "−" if value < 0 else ""
    if size.denominator == 1:
        return f"{sign}{size.numerator}"
    for digits in range(1, 7):
        if (size * 10**digits).denominator == 1:
            return f"{sign}{float(size):.{digits}f}"
    return f"{sign}{size}" if size.denominator < 1000 else value_label(float(value))


# Questions


@dataclass(frozen=True)
class QuizPart:
    name: str
    """A word or two that no other part of the question has: `B`, `alpha at C`."""
    prompt: str
    """What is asked, as a phrase: `The value of B`."""
    key: Key
    node: str = ""
    """The label of the node that is asked about; empty if there is none."""


@dataclass(frozen=True)
class QuizQuestion:
    kind: str
    """A name in `quiz.KINDS`."""
    prompt: str
    tree: QuizTree = field(compare=False)
    parts: tuple[QuizPart, ...]
    search: SearchTree = field(compare=False, repr=False)
    """The search that the key is taken from, which explains it."""


def ask_values(searched: SearchedTree) -> QuizQuestion:
    prompt = "Which value does each node get, if everybody plays their best?"
    return _of_numbers(searched, "values", prompt, searched.tree.inner)


def ask_expected(searched: SearchedTree) -> QuizQuestion:
    nodes = [node for node in searched.tree.inner if node.layer is Layer.CHANCE]
    prompt = "What is the expected value of each CHANCE node, if everybody else plays their best?"
    return _of_numbers(searched, "expected", prompt, nodes)


def ask_move(searched: SearchedTree) -> QuizQuestion:
    root, search = searched.tree.inner[0], searched.minimax
    prompt = f"Which move does {root.layer.value} make at {root.label}?"
    return QuizQuestion("move", prompt, searched.tree, (_move_part(searched, search),), search)


def no_chance(searched: SearchedTree) -> str:
    return "" if searched.tree.has_chance else "the tree has no CHANCE node"


def no_choice(searched: SearchedTree) -> str:
    root = searched.tree.inner[0]
    if root.layer is Layer.CHANCE:
        return "nobody chooses at the root of the tree"
    return "" if len(root.tree.branches) > 1 else "there is only one move"


def _of_numbers(
    searched: SearchedTree, kind: str, prompt: str, nodes: Sequence[QuizNode]
) -> QuizQuestion:
    found = searched.found(searched.minimax)
    parts = [
        QuizPart(label, f"The value of {label}", _value_key(found[label].value or 0), label)
        for label in (node.label for node in nodes)
    ]
    prompt += _ROUND * any(isinstance(part.key, NumberKey) and part.key.tolerance for part in parts)
    return QuizQuestion(kind, prompt, searched.tree, tuple(parts), searched.minimax)


def _value_key(value: float) -> NumberKey:
    """The key of a value: exact, or to two decimals if it has more."""
    exact = number_of(value)
    is_exact = isinstance(exact, float) or (exact * 100).denominator == 1
    return NumberKey(exact, Fraction(0) if is_exact else ROUNDED)


def _move_part(searched: SearchedTree, search: SearchTree) -> QuizPart:
    """Which move is best by a search; each of several that are as good is right."""
    root = searched.tree.inner[0]
    children = [search.nodes[number] for number in search.children_in_order(0)]
    names = {node.number: _move_name(searched, node) for node in children}
    best = search.root.value or 0
    right = frozenset(
        names[node.number] for node in children if abs((node.value or 0) - best) < _CLOSE
    )
    key = ChoiceKey(tuple(names.values()), right)
    return QuizPart("move", f"The move at {root.label}", key, root.label)


def _move_name(searched: SearchedTree, node: SearchNode) -> str:
    """A move by its name; if it has only a number, by where it leads."""
    action = str(node.action)
    return f"to {searched.tree.of(node).label}" if action.isdigit() else action


def ask_pruning(searched: SearchedTree) -> QuizQuestion:
    leaves = tuple(searched.tree.leaves)
    visited = {leaf.label for leaf in searched.leaves_of(searched.alpha_beta)}
    key = LeavesKey(leaves, tuple(leaf.label for leaf in leaves if leaf.label not in visited))
    prompt = "Which leaves does it prune, so that it never looks at them?"
    return _question(
        searched, "pruning", prompt, [QuizPart("pruned", "The leaves that are pruned", key)]
    )


def ask_order(searched: SearchedTree) -> QuizQuestion:
    visited = tuple(leaf.label for leaf in searched.leaves_of(searched.alpha_beta))
    key = LeavesKey(tuple(searched.tree.leaves), visited, in_order=True)
    prompt = "Which leaves does it visit, and in which order?"
    return _question(searched, "order", prompt, [QuizPart("visited", "The leaves, in order", key)])


def ask_bounds(searched: SearchedTree) -> QuizQuestion:
    found, parts = searched.found(searched.alpha_beta), list[QuizPart]()
    for label in _bounded(searched):
        known = {"alpha": found[label].alpha, "beta": found[label].beta}
        for name, bound in known.items():
            words = f"{name} at {label}"
            parts.append(
                QuizPart(words, words[0].upper() + words[1:], NumberKey(number_of(bound)), label)
            )
    prompt = "What are alpha and beta when it enters each of these nodes?"
    return _question(searched, "bounds", prompt, parts)


def ask_count(searched: SearchedTree) -> QuizQuestion:
    prompt = "How much of it does it visit?"
    asked = {
        "leaves": ("The leaves that it visits", len(searched.leaves_of(searched.alpha_beta))),
        "nodes": (
            "The nodes that it visits, root and leaves included",
            len(searched.alpha_beta.nodes),
        ),
    }
    if searched.tree.shape:
        prompt += (
            " And how many leaves would it visit in a tree of this shape in the best order, and in"
            " the worst?"
        )
        asked["best"] = ("The leaves in the best order", searched.extreme("best"))
        asked["worst"] = ("The leaves in the worst order", searched.extreme("worst"))
    parts = [QuizPart(name, words, NumberKey(Fraction(n))) for name, (words, n) in asked.items()]
    return _question(searched, "count", prompt, parts)


def no_pruning(searched: SearchedTree) -> str:
    if searched.tree.has_chance:
        return "alpha-beta doesn't prune below CHANCE nodes; ask about a tree without chance"
    return ""


def no_bounds(searched: SearchedTree) -> str:
    if reason := no_pruning(searched):
        return reason
    return "" if searched.tree.inner[1:] else "the tree has no inner node below its root"


def _bounded(searched: SearchedTree) -> Sequence[str]:
    """The labels of the nodes at which alpha and beta are asked for: of those that are visited, the
    ones where most is known, in the order of the visits."""
    inner = {node.label for node in searched.tree.inner[1:]}
    found = searched.found(searched.alpha_beta)
    labels = [label for label in found if label in inner]
    known = {label: (found[label].alpha > -inf) + (found[label].beta < inf) for label in labels}
    chosen = sorted(labels, key=lambda label: -known[label])[:MOST_BOUNDS]
    return [label for label in labels if label in chosen]


def _question(
    searched: SearchedTree, kind: str, prompt: str, parts: Sequence[QuizPart]
) -> QuizQuestion:
    prompt = f"Alpha-beta searches this tree from left to right. {prompt}"
    if searched.pruning_matters:
        prompt += f" {RULES[searched.pruning]}"
    return QuizQuestion(kind, prompt, searched.tree, tuple(parts), searched.alpha_beta)


@dataclass(frozen=True)
class QuizKind:
    name: str
    meaning: str
    ask: Callable[[SearchedTree], QuizQuestion]
    why_not: Callable[[SearchedTree], str]
    """Why it can't be asked of a tree; empty if it can."""
    with_chance: bool = True
    """Whether it is asked of trees with chance, unless it is chosen by name."""

    def question(self, searched: SearchedTree) -> QuizQuestion:
        """The question on a tree. Raises QuizError if it can't be asked."""
        if reason := self.why_not(searched):
            raise QuizError(f"{self.name} can't be asked: {reason}")
        return self.ask(searched)


def _always(_: SearchedTree) -> str:
    return ""


_KINDS = (
    QuizKind("values", "which value each node gets", ask_values, _always, with_chance=False),
    QuizKind("expected", "the expected value of each CHANCE node", ask_expected, no_chance),
    QuizKind("move", "which move is best", ask_move, no_choice),
    QuizKind("pruning", "which leaves are pruned", ask_pruning, no_pruning),
    QuizKind("order", "which leaves are visited, in order", ask_order, no_pruning),
    QuizKind("bounds", "alpha and beta at nodes", ask_bounds, no_bounds),
    QuizKind("count", "how many leaves and nodes are visited", ask_count, no_pruning),
)
KINDS: Mapping[str, QuizKind] = {kind.name: kind for kind in _KINDS}
"""The kinds by name, in the order in which they are asked."""


def kind_named(name: str) -> QuizKind:
    """Raises QuizError."""
    try:
        return KINDS[name.replace("-", "_")]
    except KeyError:
        raise QuizError(f"no kind of question {name!r:.40}; choose {', '.join(KINDS)}") from None


def usual_kinds(searched: SearchedTree) -> Iterator[QuizKind]:
    for kind in KINDS.values():
        if not kind.why_not(searched) and (kind.with_chance or not searched.tree.has_chance):
            yield kind


@dataclass(frozen=True)
class Quiz:
    """Some questions. In a notebook it asks them in place."""

    title: str
    questions: tuple[QuizQuestion, ...]

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["title"])
        if not self.questions:
            raise QuizError(f"{self.title}: there is no question to ask")

    def _repr_html_(self) -> str | None:
        return markup(self)


def quiz(
    source: Any,
    kinds: Sequence[str] = (),
    *,
    plies: int | None = None,
    pruning: str = PRUNING,
    title: str = "",
) -> Quiz:
    """Questions on a tree.

    Args:
        source: the name of a tree or a game, as for `pacgrid tree`, such as `"book"`; a position;
            a tree; or a recorded search.
        kinds: names in `quiz.KINDS`; by default, those that fit the tree.
        plies: of a game: how many plies are in the tree, with evaluations below.
        pruning: how alpha-beta prunes where it matters: `book`, on equality, too; or `strict`.
        title: what the quiz is called.

    >>> from pacgrid import quiz
    >>> for question in quiz("book", ["values", "pruning"]).questions:
    ...     print({part.name: part.key.text for part in question.parts})
    {'A': '3', 'B': '3', 'C': '2', 'D': '2'}
    {'pruned': '4, 6'}

    Raises QuizError or GameError.
    """
    name = source if isinstance(source, str) else ""
    state = load_game(source) if isinstance(source, str) else source
    searched = SearchedTree(quiz_tree(state, plies), pruning)
    chosen = [kind_named(kind) for kind in kinds] or [*usual_kinds(searched)]
    questions = tuple(kind.question(searched) for kind in chosen)
    return Quiz(title or name or "A tree", questions)


def question_text(question: QuizQuestion, *, columns: int = 80, ascii_only: bool = False) -> str:
    """The tree of a question with its leaves, before any search."""
    tree = unsearched(question.tree)
    nodes = len(tree.nodes)
    return tree_text(tree, most_nodes=nodes, columns=columns, ascii_only=ascii_only)
