"""Game trees written as text, as on a blackboard, and played like any other game."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from math import isfinite
from typing import NoReturn, Self

from pacgrid.common.sanitize import printable
from pacgrid.errors import GameError
from pacgrid.games.game_setup import DrawnBoard
from pacgrid.search import CHANCE


@dataclass(frozen=True)
class DrawnTree(DrawnBoard):
    """A position in a drawn tree. Positions are equal if they are at the same place in equal trees:
    two leaves with the same value are two positions."""

    root: "TreeNode" = field(hash=False, repr=False)
    """The whole tree."""
    path: tuple[str, ...]
    """The actions that lead here from the root."""
    tree: "TreeNode" = field(compare=False, repr=False)
    """The node that they lead to."""

    @staticmethod
    def parse(text: str, source: str = "<text>") -> "DrawnTree":
        """The root of the tree written in `text`. Errors begin with `source`.

        Raises GameError, with line and column.

        >>> root = DrawnTree.parse('''
        ... MAX
        ...   left: MIN: 3 12 8
        ...   right: CHANCE
        ...     1/2: 4
        ...     1/2 heads: 6
        ... ''')
        >>> root.legal_actions(), root.successor("right").distribution()
        (('left', 'right'), {'1': 0.5, 'heads': 0.5})
        """
        return DrawnTree.initial(parse_tree(text, source))

    @staticmethod
    def initial(tree: "TreeNode") -> "DrawnTree":
        """The root of `tree`: a `GeneralSumTree` if its leaves have a payoff for each player."""
        kind = GeneralSumTree if tree.num_payoffs else DrawnTree
        return kind(tree, (), tree)

    @property
    def name(self) -> str:
        """The node's name; empty if it has none."""
        return self.tree.name

    @property
    def height(self) -> int:
        """How many plies are below it at most."""
        return self.tree.height

    @property
    def to_move(self) -> int:
        return self.tree.to_move

    @property
    def num_agents(self) -> int:
        return self.root.most_agent + 1

    @property
    def players(self) -> tuple[str, ...]:
        """`MAX` and `MIN`, or `MAX`, `MIN 1`, `MIN 2`, …"""
        others = range(1, self.num_agents)
        return ("MAX", *(f"MIN {agent}" if len(others) > 1 else "MIN" for agent in others))

    @property
    def is_terminal(self) -> bool:
        return not self.tree.branches

    @property
    def score(self) -> float:
        """The value of a leaf; 0 elsewhere."""
        return self.tree.value or 0 if self.is_terminal else 0

    def evaluate(self) -> float:
        """What `(eval …)` says; 0 without it."""
        return self.tree.value or 0

    def legal_actions(self) -> tuple[str, ...]:
        return tuple(branch.action for branch in self.tree.branches)

    def successor(self, action: str) -> Self:
        child = next(branch.child for branch in self.tree.branches if branch.action == action)
        return type(self)(self.root, (*self.path, action), child)

    def distribution(self) -> Mapping[str, float]:
        """The probability of each action where chance moves."""
        return {branch.action: float(branch.probability or 0) for branch in self.tree.branches}

    def action_name(self, action: str) -> str:
        return action

    def grid(self) -> tuple[tuple[str, ...], ...]:
        """One square for each branch: its action, or the value of the leaf it leads to."""
        branches = self.tree.branches
        return (tuple(branch.action for branch in branches) or (self.tree.value_text or "0",),)

    def cell(self, action: str) -> tuple[int, int]:
        return [branch.action for branch in self.tree.branches].index(action), 0

    def __str__(self) -> str:
        return str(self.tree)


class GeneralSumTree(DrawnTree):
    """A position in a drawn tree whose leaves have a payoff for each player.

    >>> root = DrawnTree.parse("PLAYER 1: (1, 2) (3, 0)")
    >>> root.players, root.successor("2").payoffs()
    (('player 1', 'player 2'), (3.0, 0.0))
    """

    @property
    def num_agents(self) -> int:
        return self.root.num_payoffs

    @property
    def players(self) -> tuple[str, ...]:
        """`player 1`, `player 2`, …"""
        return tuple(f"player {number + 1}" for number in range(self.num_agents))

    @property
    def score(self) -> float:
        """What the first player gets at a leaf; 0 elsewhere."""
        return self.payoffs()[0] if self.is_terminal else 0

    def evaluate(self) -> float:
        """What `(eval …)` says that the first player gets."""
        return self.payoffs()[0]

    def payoffs(self) -> tuple[float, ...]:
        """What each player gets at a leaf, or what `(eval …)` says; without it, 0 for each."""
        return self.tree.payoffs or (0,) * self.num_agents


@dataclass(frozen=True)
class TreeNode:
    """A node of a tree and what is below it."""

    to_move: int = 0
    """0 is MAX, 1, 2, … are MIN, and `CHANCE` is nobody; 0 at a leaf."""
    value: float | None = None
    """The score of a leaf; the evaluation of an inner node, if it has one."""
    name: str = ""
    branches: "tuple[Branch, ...]" = ()
    """The children in the order of the text; empty at a leaf."""
    payoffs: tuple[float, ...] = ()
    """What each player gets there, in a general-sum tree instead of `value`."""

    @cached_property
    def height(self) -> int:
        """How many plies are below this node at most."""
        return max((branch.child.height + 1 for branch in self.branches), default=0)

    @cached_property
    def most_agent(self) -> int:
        """The highest number of an agent that moves here or below; at least 1."""
        return max(self.to_move, 1, *(branch.child.most_agent for branch in self.branches))

    @cached_property
    def num_payoffs(self) -> int:
        """The number of players of a general-sum tree; 0 in a tree of MAX and MIN."""
        return self.branches[0].child.num_payoffs if self.branches else len(self.payoffs)

    @property
    def value_text(self) -> str:
        """The value or the payoffs; empty without either."""
        if self.payoffs:
            return payoffs_text(self.payoffs)
        return "" if self.value is None else number_text(self.value)

    def __str__(self) -> str:
        return "\n".join(self._lines("", ""))

    def _kind(self) -> str:
        if not self.branches:
            return self.value_text or "0"
        if self.to_move == CHANCE:
            return "CHANCE"
        if self.num_payoffs:
            return f"PLAYER {self.to_move + 1}"
        return ("MAX", "MIN")[self.to_move] if self.to_move < 2 else f"MIN {self.to_move}"

    def _lines(self, indent: str, label: str) -> Iterator[str]:
        words = [self._kind()]
        words += [self.name] * bool(self.name)
        if self.branches and self.value_text:
            words.append(f"(eval {self.value_text})")
        head = f"{indent}{label}{' '.join(words)}"
        children = [branch.child for branch in self.branches]
        leaves = [TreeNode(value=child.value, payoffs=child.payoffs) for child in children]
        if leaves and self.branches == numbered(leaves):
            yield f"{head}: {' '.join(str(leaf) for leaf in leaves)}"
            return
        yield head
        for number, branch in enumerate(self.branches, start=1):
            labels = [] if branch.probability is None else [str(branch.probability)]
            labels += [branch.action] * (branch.action != str(number))
            label = " ".join(labels) + ": " if labels else ""
            yield from branch.child._lines(indent + "  ", label)


@dataclass(frozen=True)
class Branch:
    """An action of a node, and what it leads to."""

    action: str
    """The name as written, or the number among the branches, from 1."""
    child: TreeNode
    probability: Fraction | None = None
    """How likely chance draws it; None below a player's node."""


def numbered(children: Iterable[TreeNode]) -> tuple[Branch, ...]:
    """Branches to these children, whose actions are their numbers."""
    return tuple(Branch(str(number), child) for number, child in enumerate(children, start=1))


def number_text(number: float) -> str:
    """A number as short as it can be read back.

    >>> number_text(3.0), number_text(-1.25)
    ('3', '-1.25')
    """
    return repr(number).removesuffix(".0")


def payoffs_text(payoffs: Iterable[float]) -> str:
    """The payoffs of several players.

    >>> payoffs_text((3.0, -1.25))
    '(3, -1.25)'
    """
    return f"({', '.join(map(number_text, payoffs))})"


MOST_LEVELS = 100
MOST_MINS = 9
KINDS = {"MAX": 0, "MIN": 1, "CHANCE": CHANCE, "PLAYER": 0}

_TOKEN = re.compile(r"\([^():]*,[^():]*\)|[:()]|[^\s:()]+")
_NUMBER = re.compile(r"[-+−]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?")
_PROBABILITY = re.compile(r"\d{1,9}/0*[1-9]\d{0,8}|\d?\.\d{1,12}|\d\.?")


@dataclass(frozen=True)
class _Token:
    text: str
    line: int
    column: int


@dataclass
class _Draft:
    """A node whose children are still being read."""

    token: _Token
    """The word that says what it is."""
    indent: int
    tree: TreeNode
    """The node without its branches."""
    label: list[_Token]
    """What is written before it: an action, a probability."""
    branches: list[Branch] = field(default_factory=list)


def parse_tree(text: str, source: str = "<text>") -> TreeNode:
    """The tree written in `text`. Errors begin with `source`.

    Raises GameError, with line and column.
    """
    return _Parser(source).parse(text)


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.open: list[_Draft] = []  # the last node and its ancestors, from the root down
        self.root: TreeNode | None = None
        self.num_payoffs: int | None = None  # of each leaf; 0 in a tree of MAX and MIN
        self.is_general_sum: bool | None = None  # None until a node or a leaf says so
        self.last_player: _Token | None = None  # the one with the highest number

    def parse(self, text: str) -> TreeNode:
        for number, line in enumerate(re.split(r"\r\n?|\n", text), start=1):
            written = line.partition("#")[0].rstrip()
            indent = len(written) - len(written.lstrip(" \t"))
            if "\t" in written[:indent]:
                tab = _Token("", number, written.index("\t") + 1)
                self.refuse(tab, "a tab in the indentation; use spaces")
            words = printable(written.replace("\t", " "))
            tokens = [_Token(m[0], number, m.start() + 1) for m in _TOKEN.finditer(words)]
            if tokens:
                self.add(indent, tokens)
        self.close(0)
        if self.root is None:
            self.refuse(_Token("", 1, 1), "is empty; write MAX, and its children below it")
        if self.last_player and self.num_payoffs and self.root.most_agent >= self.num_payoffs:
            fix = "write one for each player"
            self.refuse(self.last_player, f"each leaf has {self.num_payoffs} payoffs only; {fix}")
        return self.root

    def refuse(self, at: _Token, error: str) -> NoReturn:
        raise GameError(f"{self.source}:{at.line}:{at.column}: {error}")

    # Lines.

    def add(self, indent: int, tokens: list[_Token]) -> None:
        """Read a line as a child of the last line that is indented less."""
        first = tokens[0]
        sibling = self.close(indent)
        if sibling and sibling.indent != indent:
            self.refuse(first, "this indentation matches no line above; align it with its siblings")
        if not self.open and self.root is not None:
            self.refuse(first, "a second root; indent this line below the first")
        if len(self.open) == MOST_LEVELS:
            self.refuse(first, f"more than {MOST_LEVELS} levels; make the tree less deep")
        colon = next((n for n, token in enumerate(tokens) if token.text == ":"), None)
        label: list[_Token] = []
        if colon is not None and first.text not in KINDS:
            label, tokens = tokens[:colon], tokens[colon + 1 :]
            if first.text.upper() in KINDS:
                self.refuse(first, f"unknown word {first.text!r}; write {first.text.upper()}")
            if not label:
                self.refuse(first, "no action before the colon; write one, or remove the colon")
            if not tokens:
                self.refuse(first, "nothing after the colon; write MAX, MIN, CHANCE or a value")
        self.open.append(self.node(indent, label, tokens))

    def close(self, indent: int) -> _Draft | None:
        """Finish the open nodes indented that far or further; return the highest of them."""
        draft = None
        while self.open and self.open[-1].indent >= indent:
            draft = self.open.pop()
            tree = self.finish(draft)
            if self.open:
                self.add_branch(self.open[-1], draft, tree)
            else:
                if draft.label:
                    self.refuse(draft.label[0], "the root has no action; remove it and the colon")
                self.root = tree
        return draft

    def finish(self, draft: _Draft) -> TreeNode:
        token, tree = draft.token, draft.tree
        if token.text in KINDS and not draft.branches:
            fix = "indent them below it, or write a value instead"
            self.refuse(token, f"this {token.text} has no children; {fix}")
        if tree.to_move == CHANCE:
            total = sum(branch.probability or 0 for branch in draft.branches)
            if total != 1:
                decimal = f" = {float(total):g}" if total.denominator > 1 else ""
                error = f"the probabilities below add up to {total}{decimal}"
                self.refuse(token, f"{error}; they must add up to 1 exactly")
        return replace(tree, branches=tuple(draft.branches))

    def add_branch(self, parent: _Draft, draft: _Draft, tree: TreeNode) -> None:
        token = draft.token
        label = list(draft.label)
        if parent.token.text not in KINDS:
            fix = "write MAX, MIN or CHANCE there, or indent this line less"
            self.refuse(token, f"the value above can't have children; {fix}")
        probability = None
        if parent.tree.to_move == CHANCE:
            if not label:
                self.refuse(token, "no probability; write it before a colon, as in 1/2: 8")
            probability = self.probability(label.pop(0))
        for word in label:
            if word.text in KINDS or word.text in "()":
                self.refuse(word, f"{word.text!r} can't be part of an action; write a colon before")
        action = " ".join(word.text for word in label) or str(len(parent.branches) + 1)
        if any(branch.action == action for branch in parent.branches):
            self.refuse(token, f"a second action {action!r} of this node; give it another name")
        parent.branches.append(Branch(action, tree, probability))

    # Nodes.

    def node(self, indent: int, label: list[_Token], tokens: list[_Token]) -> _Draft:
        """The node that `tokens` describe: a kind or a value, a name, an evaluation, leaves."""
        first, *rest = tokens
        if _is_value(first.text):
            name = self.name(rest)
            if rest:
                fix = "write one value, or MAX or MIN and a colon before several"
                self.refuse(rest[0], f"{rest[0].text!r} after the value {first.text}; {fix}")
            return _Draft(first, indent, self.leaf(first, name), label)
        if first.text not in KINDS:
            close = get_close_matches(first.text.upper(), KINDS, n=1)
            fix = f"did you mean {close[0]}?" if close else "write MAX, MIN, CHANCE or a value"
            self.refuse(first, f"unknown word {first.text!r}; {fix}")
        to_move = KINDS[first.text]
        if to_move != CHANCE:
            self.check_form(first, is_general_sum=first.text == "PLAYER")
        if first.text == "PLAYER":
            to_move = self.player(rest.pop(0) if rest else first)
        elif to_move == 1 and rest and rest[0].text.isdecimal():
            to_move = self.agent(rest.pop(0))
        name = self.name(rest)
        value = self.evaluation(rest)
        tree = replace(value, to_move=to_move, name=name)
        draft = _Draft(first, indent, tree, label)
        if rest and rest.pop(0).text != ":":
            extra = tokens[len(tokens) - len(rest) - 1]
            fix = f"write a colon before leaves, as in {first.text}: 3 12 8"
            self.refuse(extra, f"unexpected {extra.text!r}; {fix}")
        if rest and to_move == CHANCE:
            fix = "write each on its own line, as in 1/2: 8"
            self.refuse(rest[0], f"children of CHANCE need probabilities; {fix}")
        for word in rest:
            if not _is_value(word.text):
                fix = "give other children lines of their own"
                self.refuse(word, f"{word.text!r} is not a number; {fix}")
        draft.branches += numbered(self.leaf(word) for word in rest)
        return draft

    def name(self, rest: list[_Token]) -> str:
        """The name that `rest` begins with; empty if there is none."""
        if not rest or rest[0].text in ":()" or _is_value(rest[0].text):
            return ""
        word = rest.pop(0)
        if word.text in KINDS:
            self.refuse(word, f"{word.text} can't be a name; write it on a line of its own")
        return word.text

    def evaluation(self, rest: list[_Token]) -> TreeNode:
        """A leaf with the value in `(eval 4)`, if `rest` begins with it; else without one."""
        if not rest or rest[0].text != "(":
            return TreeNode()
        words, rest[:] = rest[:4], rest[4:]
        before, value, after = words[:2], words[2:3], words[3:]
        texts = [word.text for word in before + after]
        if texts != ["(", "eval", ")"] or not _is_value(value[0].text):
            self.refuse(words[0], "can't read these parentheses; write (eval 4)")
        return self.leaf(value[0])

    def leaf(self, token: _Token, name: str = "") -> TreeNode:
        """A leaf with the value or the payoffs that are written there."""
        is_general_sum = "," in token.text
        self.check_form(token, is_general_sum=is_general_sum)
        if not is_general_sum:
            return TreeNode(value=self.number(token), name=name)
        parts = (replace(token, text=part.strip()) for part in token.text[1:-1].split(","))
        payoffs = tuple(map(self.number, parts))
        self.num_payoffs = self.num_payoffs or len(payoffs)
        if len(payoffs) != self.num_payoffs:
            fix = "write as many everywhere, one for each player"
            self.refuse(token, f"{len(payoffs)} payoffs, but {self.num_payoffs} before; {fix}")
        return TreeNode(payoffs=payoffs, name=name)

    def check_form(self, token: _Token, *, is_general_sum: bool) -> None:
        """Refuse MAX, MIN and values in a general-sum tree, and PLAYER and payoffs elsewhere."""
        if self.is_general_sum is None:
            self.is_general_sum = is_general_sum
        if self.is_general_sum == is_general_sum:
            return
        form = "PLAYER 1, PLAYER 2, … and payoffs as in (3, 1)"
        if is_general_sum:
            self.refuse(token, f"{token.text!r} in a tree of MAX and MIN; write only {form}")
        self.refuse(token, f"{token.text!r} in a tree of several players; write only {form}")

    def player(self, token: _Token) -> int:
        """The number of the agent that is called PLAYER 1, PLAYER 2, …"""
        if not token.text.isdecimal() or not 1 <= int(token.text[:10]) <= MOST_MINS + 1:
            self.refuse(token, f"players have numbers from 1 to {MOST_MINS + 1}: write PLAYER 1")
        if self.last_player is None or int(token.text) > int(self.last_player.text):
            self.last_player = token
        return int(token.text) - 1

    def agent(self, token: _Token) -> int:
        number = int(token.text[:10])
        if not 1 <= number <= MOST_MINS:
            self.refuse(token, f"MIN agents are numbered from 1 to {MOST_MINS}; not {token.text}")
        return number

    def number(self, token: _Token) -> float:
        number = float(token.text.replace("−", "-"))
        if not isfinite(number):
            self.refuse(token, "this number is too large; make it smaller")
        return number

    def probability(self, token: _Token) -> Fraction:
        if not _PROBABILITY.fullmatch(token.text) or (value := Fraction(token.text)) > 1:
            fix = "write a fraction such as 1/3, or a decimal such as 0.25"
            self.refuse(token, f"{token.text!r} is not a probability; {fix}")
        return value


def _is_value(text: str) -> bool:
    """Whether `text` is a number, or payoffs such as `(3, 1)`."""
    if "," in text and text[0] == "(":
        return all(_NUMBER.fullmatch(part.strip()) for part in text[1:-1].split(","))
    return bool(_NUMBER.fullmatch(text))
