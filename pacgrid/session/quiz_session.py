"""A session in which a person answers questions on trees."""

from collections.abc import Iterator

from pacgrid.quizzes.key import ChoiceKey
from pacgrid.quizzes.quiz import Quiz
from pacgrid.session.diagram import Diagram
from pacgrid.session.frame import Board, Caption, Fact, Frame, KeyHint
from pacgrid.session.help_sheet import HelpSheet, SheetSlot
from pacgrid.session.key_commands import Command
from pacgrid.session.marks import Ink
from pacgrid.session.next_action import NextAction
from pacgrid.session.question_diagram import question_diagram
from pacgrid.session.quiz_answers import QuizAnswers
from pacgrid.session.settings import Settings
from pacgrid.session.text_list import ListLine, list_diagram
from pacgrid.session.tree_frames import TREE_WEIGHT
from pacgrid.session.tree_session import SPEED, TreeSession

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


class QuizSession:
    """Asks the questions of a quiz, checks the answers, and steps through the searches that explain
    them. Nothing is drawn here."""

    person_plays = True
    steering = False
    busy = False

    def __init__(self, quiz: Quiz, *, settings: Settings | None = None) -> None:
        self.settings = settings or Settings(SPEED)
        self._quiz = quiz
        self._answers = [QuizAnswers(question) for question in quiz.questions]
        self._number = 0
        self._solved: set[int] = set()
        self._explained: TreeSession | None = None
        self._sheets = SheetSlot()
        self.next_action: NextAction | None = None
        """What follows the session; None until it is over."""

    @property
    def sheets(self) -> SheetSlot:
        """The slot of the help that may be open."""
        return self._explained.sheets if self._explained else self._sheets

    @sheets.setter
    def sheets(self, slot: SheetSlot) -> None:
        self._sheets = slot

    def frame(self) -> Frame:
        """What to show now."""
        if self._explained:
            return self._explained.frame()
        answers, count = self.answers, len(self._answers)
        sheet = self._sheets.shown
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
    def answers(self) -> QuizAnswers:
        """What was answered to the current question."""
        return self._answers[self._number]

    def advance(self, seconds: float) -> None:
        """Let time pass, which only an explanation needs."""
        if self._explained:
            self._explained.advance(seconds)

    def press(self, key: str, *, repeated: bool = False) -> None:
        """Handle a key; `repeated` if it is auto-repeat of a key held down."""
        if self._explained:
            is_free = not self._explained.sheets.open
            if is_free and key in ("escape", "q", "enter"):
                self._explained = None
            else:
                self._explained.press(key, repeated=repeated)
            return
        if self._sheets.press(key, repeated=repeated) or (repeated and key not in _REPEATED):
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
                self._sheets.open = HelpSheet(HELP)
            case "f11":
                self.settings.change(Command.FULL_SCREEN)
            case _ if len(key) == 1:
                answers.write(key)

    def seek(self, ply: int) -> None:
        """The timeline was clicked at that step."""
        if self._explained:
            self._explained.seek(ply)

    def choose_target(self, number: int) -> None:
        """A node was clicked, or a line of the list of answers."""
        if self._explained:
            self._explained.choose_target(number)
            return
        nodes, parts = len(self.answers.question.tree.nodes), len(self.answers.question.parts)
        if self._sheets.open or not 0 <= number < nodes + parts:
            return
        if number < nodes:
            self.answers.choose(number)
        else:
            self.answers.go_to(number - nodes)

    def close(self) -> None:
        """There is nothing to end."""

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


def _lines(answers: QuizAnswers, first: int) -> Iterator[ListLine]:
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
