"""The answers to a question as a person writes them, key by key and click by click."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pacgrid.quizzes.key import ChoiceKey, Key, LeavesKey, SequenceKey, read_leaves
from pacgrid.quizzes.quiz_error import QuizError
from pacgrid.quizzes.quiz_question import PartResult, QuizQuestion
from pacgrid.session.marks import Ink
from pacgrid.session.question_diagram import NodeMark

_LONGEST = 200


@dataclass
class QuizAnswers:
    """What is written for each part of a question, and which part is being written."""

    question: QuizQuestion
    written: list[str] = field(init=False)
    """By part."""
    current: int = 0
    results: Sequence[PartResult] = ()
    """What became of the answers; empty until they are checked, and when they change."""

    def __post_init__(self) -> None:
        self.written = [""] * len(self.question.parts)

    def check(self) -> None:
        """Check all answers. What isn't written counts as no answer, or as no leaf."""
        given = {
            part.name: text
            for part, text in zip(self.question.parts, self.written, strict=True)
            if text or isinstance(part.key, LeavesKey)
        }
        self.results = self.question.check(given)

    @property
    def is_right(self) -> bool:
        return bool(self.results) and all(result.is_right for result in self.results)

    def go_to(self, part: int) -> None:
        """Write another part."""
        self.current = part % len(self.question.parts)

    def write(self, letter: str) -> None:
        """Add a letter to the current part; to choose, the number of an option."""
        key, text = self._key, self.written[self.current]
        if not isinstance(key, ChoiceKey):
            self._set(self.current, (text + letter)[:_LONGEST])
        elif letter.isdecimal() and 1 <= int(letter) <= len(key.options):
            self._set(self.current, key.options[int(letter) - 1])

    def erase(self) -> None:
        """Take the last letter away; of a choice, all."""
        is_choice = isinstance(self._key, ChoiceKey)
        self._set(self.current, "" if is_choice else self.written[self.current][:-1])

    def choose(self, index: int) -> None:
        """The node with that index was clicked: a leaf is added or taken away, a move chosen, or
        the part about the node is the current one."""
        tree = self.question.tree
        node = tree.nodes[index]
        for number, part in enumerate(self.question.parts):
            if isinstance(part.key, LeavesKey | SequenceKey) and node.is_leaf:
                labels = self._labels(number)
                rest = [label for label in labels if label != node.label]
                named = rest if len(rest) < len(labels) else [*labels, node.label]
                self._set(number, ", ".join(named))
            elif isinstance(part.key, ChoiceKey) and len(node.path) == 1:
                actions = [branch.action for branch in tree.root.branches]
                self._set(number, part.key.options[actions.index(node.path[0])])
            elif part.node == node.label:
                self.current = number
                return

    def marks(self) -> Mapping[str, NodeMark]:
        """What the answers say of nodes, by label."""
        marks: dict[str, NodeMark] = {}
        parts = self.question.parts
        for number, (part, text) in enumerate(zip(parts, self.written, strict=True)):
            if isinstance(part.key, LeavesKey):
                crossed = NodeMark(ink=Ink.BAD, is_crossed=True)
                marks |= dict.fromkeys(self._labels(number), crossed)
            elif isinstance(part.key, SequenceKey):
                for place, label in enumerate(self._labels(number), start=1):
                    marks[label] = NodeMark(str(place), Ink.BEST)
            elif isinstance(part.key, ChoiceKey):
                marks |= self._chosen(part.key, text)
            elif part.node:
                is_only = [each.node for each in parts].count(part.node) == 1
                ink = Ink.EDGE if number == self.current else None
                if ink or part.node not in marks:
                    marks[part.node] = NodeMark(text if is_only else "", ink)
        return marks

    @property
    def _key(self) -> Key:
        return self.question.parts[self.current].key

    def _set(self, part: int, text: str) -> None:
        self.written[part], self.results = text, ()

    def _labels(self, part: int) -> list[str]:
        """The leaves that are named, as far as that can be read."""
        try:
            return read_leaves(self.written[part], self.question.tree.leaves)
        except QuizError:
            return []

    def _chosen(self, key: ChoiceKey, text: str) -> dict[str, NodeMark]:
        if text not in key.options:
            return {}
        tree = self.question.tree
        branch = tree.root.branches[key.options.index(text)]
        return {tree.at((branch.action,)).label: NodeMark(ink=Ink.BEST)}
