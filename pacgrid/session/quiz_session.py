"""A session in which a person answers questions on trees."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from pacgrid.quizzes.answer_key import ChoiceKey, Key, LeavesKey, SequenceKey, read_leaves
from pacgrid.quizzes.quiz import Quiz
from pacgrid.quizzes.quiz_question import PartResult, QuizQuestion
from pacgrid.quizzes.quiz_tree import QuizError, QuizTree
from pacgrid.quizzes.searched_tree import unsearched
from pacgrid.session.diagram import (
    LETTER,
    Diagram,
    ListLine,
    Part,
    Polygon,
    Stroke,
    Target,
    Words,
    list_diagram,
    rectangle,
)
from pacgrid.session.frame import Board, Caption, Fact, Frame, KeyHint
from pacgrid.session.key_commands import Command
from pacgrid.session.session import HelpSheet, NextAction, Session, Settings, Sheets
from pacgrid.session.themes import Ink
from pacgrid.session.tree_diagram import NORMAL, tree_diagram
from pacgrid.session.tree_figures import SIDE, VALUE_SIZE
from pacgrid.session.tree_session import SPEED, TREE_WEIGHT, TreeSession
from pacgrid.tree.search_tree import Layer, SearchNode

HELP = (
    ("0-9 − / ∞ …", "write the answer"),
    ("Backspace", "erase a letter"),
    ("↑ ↓  Tab", "the previous or next part"),
    ("← →", "the previous or next question"),
    ("click", "a leaf: it is pruned, or comes next; a node: write its answer"),
    ("Enter", "check; then explain, with the steps of the search"),
    ("Esc", "in an explanation: back; else close"),
    ("?", "this help"),
)
"""What the keys do while a question is asked."""
_STEPS = {"up": -1, "down": 1, "tab": 1}
_REPEATED = frozenset({*_STEPS, "backspace"})


class QuizSession(Session):
    """Asks the questions of a quiz, checks the answers, and steps through the searches that explain
    them. Nothing is drawn here."""

    def __init__(self, quiz: Quiz, *, settings: Settings | None = None) -> None:
        self.settings = settings or Settings(SPEED)
        self._quiz = quiz
        self._answers = [QuizAnswers(question) for question in quiz.questions]
        self._number = 0
        self._solved: set[int] = set()
        self._explained: TreeSession | None = None
        self.sheets = Sheets()

    @property
    def person_plays(self) -> bool:
        return True

    def frame(self) -> Frame:
        if self._explained:
            return self._explained.frame()
        answers, count = self.answers, len(self._answers)
        sheet = self.sheets.shown
        tree = question_diagram(answers.question.tree, answers.marks())
        facts = (
            Fact("question", f"{self._number + 1} of {count}"),
            Fact("solved", f"{len(self._solved)} of {count}"),
        )
        return Frame(
            boards=(
                Board(tree, "the tree", weight=TREE_WEIGHT),
                Board(self._list(), "your answers"),
            ),
            caption=Caption(self._quiz.title, facts=facts, words=answers.question.prompt),
            keys=() if sheet else tuple(self._hints()),
            sheet=sheet,
            typing=True,
            theme=self.settings.theme,
            full_screen=self.settings.full_screen,
        )

    @property
    def answers(self) -> "QuizAnswers":
        """What was answered to the current question."""
        return self._answers[self._number]

    def advance(self, seconds: float) -> None:
        if self._explained:  # nothing else moves
            self._explained.advance(seconds)

    def press(self, key: str, *, repeated: bool = False) -> None:
        if self._explained:
            is_free = not self.sheets.open
            if is_free and key in ("escape", "q", "enter"):
                self._explained = None
            else:
                self._explained.press(key, repeated=repeated)
            return
        if self.sheets.press(key, repeated=repeated) or (repeated and key not in _REPEATED):
            return
        answers = self.answers
        match key:
            case "up" | "down" | "tab":
                answers.go_to(answers.current + _STEPS[key])
            case "left" | "right":
                self._go_to(self._number + (1 if key == "right" else -1))
            case "backspace":
                answers.erase()
            case "enter":
                self._enter()
            case "escape":
                self.next_action = NextAction.QUIT
            case "?" | "f1":
                self.sheets.open = HelpSheet(HELP)
            case "f11":
                self.settings.change(Command.FULL_SCREEN)
            case _ if len(key) == 1:
                answers.write(key)

    def seek(self, ply: int) -> None:
        if self._explained:
            self._explained.seek(ply)

    def choose_target(self, number: int) -> None:
        if self._explained:
            self._explained.choose_target(number)
            return
        nodes, parts = len(self.answers.question.tree.nodes), len(self.answers.question.parts)
        if self.sheets.open or not 0 <= number < nodes + parts:
            return
        if number < nodes:
            self.answers.choose(number)
        else:
            self.answers.go_to(number - nodes)

    def _go_to(self, number: int) -> None:
        self._number = min(max(number, 0), len(self._answers) - 1)

    def _enter(self) -> None:
        """Check, or explain what was checked."""
        answers = self.answers
        if answers.results:
            self._explained = TreeSession(
                [answers.question.search],
                title=self._quiz.title,
                settings=self.settings,
                leaves_first=True,
            )
            self._explained.sheets = self.sheets
            return
        answers.check()
        if answers.is_right:
            self._solved.add(self._number)

    def _hints(self) -> Iterator[KeyHint]:
        yield KeyHint("enter", "Enter", "explain" if self.answers.results else "check")
        if len(self.answers.written) > 1:
            yield KeyHint("down", "↓", "next part")
        if len(self._answers) > 1:
            yield KeyHint("right", "→", "next question")
        yield KeyHint("?", "?", "help")
        yield KeyHint("escape", "Esc", "close")

    def _list(self) -> Diagram:
        """The parts of the question with what is written for them, as a diagram."""
        answers, first = self.answers, len(self.answers.question.tree.nodes)
        lines = [*_lines(answers, first)]
        current = next(n for n, line in enumerate(lines) if line.target == first + answers.current)
        return list_diagram(lines, current)


def _lines(answers: "QuizAnswers", first: int) -> Iterator[ListLine]:
    """The lines of each part; the targets are numbered from `first` on."""
    for number, part in enumerate(answers.question.parts):
        is_current = number == answers.current
        cursor = "_" * (is_current and not isinstance(part.key, ChoiceKey))
        line = f"{part.prompt}: {answers.written[number]}{cursor}"
        ink = Ink.TEXT
        if answers.results:
            result = answers.results[number]
            line = f"{line.removesuffix('_')}   {'right' if result.is_right else 'not right'}"
            ink = Ink.GOOD if result.is_right else Ink.BAD
        yield ListLine(line, first + number, ink, is_current)
        if is_current and isinstance(part.key, ChoiceKey):
            options = (f"{n} {name}" for n, name in enumerate(part.key.options, start=1))
            yield ListLine(f"   {'   '.join(options)}", ink=Ink.FAINT)
        if answers.results and answers.results[number].problem:
            problem = answers.results[number].problem.partition(": ")[2]
            yield ListLine(f"   {problem.partition(';')[0]}", ink=Ink.BAD)


_LONGEST = 200


@dataclass
class QuizAnswers:
    """What is written for each part of a question, and which part is being written."""

    question: QuizQuestion
    written: list[str] = field(init=False)
    """The answer to each part."""
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

    def marks(self) -> "Mapping[str, NodeMark]":
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

    def _chosen(self, key: ChoiceKey, text: str) -> "dict[str, NodeMark]":
        if text not in key.options:
            return {}
        tree = self.question.tree
        branch = tree.root.branches[key.options.index(text)]
        return {tree.at((branch.action,)).label: NodeMark(ink=Ink.BEST)}


RIM = 0.1
ROOM = 1.2
"""How wide a number in an inner node can be."""
TIP = 0.36
"""How far above or below the middle of a triangle its number stands."""
BADGE = 0.42
"""The height of letters beside a leaf."""


@dataclass(frozen=True)
class NodeMark:
    """What an answer says of a node."""

    text: str = ""
    """The text in an inner node, or above a leaf."""
    ink: Ink | None = None
    """The colour of a frame around it; None: it has none."""
    is_crossed: bool = False
    """Whether it is crossed out, as a leaf that is pruned."""


def question_diagram(tree: QuizTree, marks: Mapping[str, NodeMark] | None = None) -> Diagram:
    """The tree with its leaves, before any search. The target of a node is its index in
    `tree.nodes`.

    Args:
        marks: what to draw at nodes, by label.
    """
    diagram, nodes = _plain(tree)
    below: list[Part] = []
    above: list[Part] = []
    for target in diagram.targets:
        node = tree.nodes[target.number]
        mark = (marks or {}).get(node.label)
        if mark:
            area = _area(target, is_leaf=node.is_leaf)
            below += _frame(area, mark.ink)
            above += _written(area, mark, nodes[target.number])
    parts = (*below, *diagram.parts, *above)
    return replace(diagram, parts=parts)


@lru_cache(maxsize=8)
def _plain(tree: QuizTree) -> tuple[Diagram, tuple[SearchNode, ...]]:
    """The diagram without marks, and the nodes by target."""
    found = unsearched(tree)
    diagram = tree_diagram(found, most_nodes=len(found.nodes))
    index = {node.path: number for number, node in enumerate(tree.nodes)}
    numbers = {node.number: index[node.state.path] for node in found.nodes}
    targets = tuple(replace(each, number=numbers[each.number]) for each in diagram.targets)
    by_target = sorted(found.nodes, key=lambda node: numbers[node.number])
    root = tree.inner[0]
    words = f"A tree with {len(tree.leaves)} leaves; at the root is {root.title}"
    return replace(diagram, targets=targets, description=words), tuple(by_target)


def _area(target: Target, *, is_leaf: bool) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of a node's figure."""
    (x, y), (width, height) = target.corner, target.size
    return x, y, x + width, y + (SIDE if is_leaf else height)


def _frame(area: tuple[float, float, float, float], ink: Ink | None) -> Iterator[Part]:
    if ink is not None:
        yield Polygon(rectangle(*area, RIM), ink, ink, opacity=0.18, width=NORMAL)


def _written(
    area: tuple[float, float, float, float], mark: NodeMark, node: SearchNode
) -> Iterator[Part]:
    left, top, right, bottom = area
    x, y = (left + right) / 2, (top + bottom) / 2
    if mark.is_crossed:
        for start, end in (((left, bottom), (right, top)), ((left, top), (right, bottom))):
            yield Stroke((start, end), mark.ink or Ink.BAD, NORMAL)
    if not mark.text:
        return
    if node.layer is Layer.LEAF:
        at = left, top - RIM - BADGE / 2
        yield Words(mark.text, at, BADGE, mark.ink or Ink.BEST, strong=True)
        return
    y += {Layer.MAX: TIP, Layer.MIN: -TIP}.get(node.layer, 0)
    size = min(VALUE_SIZE, ROOM / (LETTER * len(mark.text)))
    yield Words(mark.text, (x, y), size, mark.ink or Ink.BEST, strong=True)
