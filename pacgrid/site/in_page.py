"""Python in the page: the file that a person edits there, its grade, and games and searches with
the sessions and frames of every other view."""

import ast
import json
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from inspect import signature
from pathlib import Path, PurePosixPath
from time import monotonic
from traceback import TracebackException
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pacgrid.agent import AgentSpec
from pacgrid.agent_loader import agent_class, ghost_names, load_agent, load_agents, suitable_agent
from pacgrid.autograder.assignments.assignment import Assignment, first_look, select
from pacgrid.common.failure import Failure
from pacgrid.errors import PacgridError
from pacgrid.game import Limits
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.games.game_loader import tree_text as shipped_tree
from pacgrid.games.pacman import PacmanSetup
from pacgrid.layout import Layout
from pacgrid.render.web.server import FrameStream, read_event
from pacgrid.render.web.tree_page import tree_page
from pacgrid.session.frame import Overlay
from pacgrid.session.game_session import GameSession
from pacgrid.session.playback import NAME, Keyboard, LiveGame
from pacgrid.session.session import NextAction, Settings, usual_speed
from pacgrid.session.themes import DARK, LIGHT
from pacgrid.state import State
from pacgrid.tree.recorder import record_search
from pacgrid.tree.tree_text import tree_text
from pacgrid.tree.tree_view import MOST_NODES
from pacgrid.tree.whole_tree import trees_to_step

if TYPE_CHECKING:
    from pacgrid.autograder.batch.grader import Progress
    from pacgrid.autograder.reports.student_view import StudentView
    from pacgrid.autograder.worker_client.in_process_worker import LoopGuard

COLUMNS = 78
"""The width of the report: what half of a window of 1,280 pixels shows."""
_FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
LONGEST_MOVE = 30
"""Seconds after which an agent that loops forfeits: nothing else could end it but a new Python."""
MOVING_RATE, RESTING_RATE = 30, 10


class NoActionError(BaseException):
    """Ends an agent's loop; not an `Exception`, which the agent may catch."""


class PlayedInPage:
    def __init__(self) -> None:
        self._choice: dict[str, Any] = {}
        self._settings: Settings | None = None
        self.session: GameSession | None = None
        self._stream = FrameStream()
        self._seed = 0
        self._guard: LoopGuard | None = None
        self._began = 0.0
        """When the session was last told to advance."""

    def start(self, choice: dict[str, Any]) -> None:
        """Begin the game of a `choice`: `text`, the file; `game`; `first`, the agent that plays,
        and `others`, its opponents; `layout`, `seed`, `depth`, and whether it is `light`.

        Raises PacgridError if it can't be played.
        """
        save(choice["text"])
        self._choice, self._seed = choice, choice["seed"]
        self._settings = None
        self._begin()

    def _begin(self) -> None:
        game = self._game()
        if self._settings is None:
            self._settings = Settings(
                speed=usual_speed(game.setup, person_plays=game.person_plays),
                theme=LIGHT if self._choice["light"] else DARK,
                overlays={Overlay.VALUES},
            )
        self.stop()
        from pacgrid.autograder.worker_client.in_process_worker import LoopGuard

        self._began = monotonic()
        self._guard = LoopGuard(Path.cwd(), self._check_time)
        self.session = GameSession(game, settings=self._settings, enter_effect="next game")

    def _game(self) -> LiveGame:
        choice = self._choice
        first, others = agent_spec(choice["first"], choice["depth"]), choice["others"]
        if choice["game"] == "pacman":
            layout = Layout.load(choice["layout"])
            ghosts = ghost_names([others], len(layout.ghosts), choice["layout"])
            setup: Any = PacmanSetup(layout, 1 + len(ghosts))
            person = Keyboard()
            agents = load_agents((first, *ghosts), lambda name: _built(name, person))
        else:
            setup = BoardSetup.load(choice["game"])
            agents = [_built(name) for name in (first, *[others] * (len(setup.players) - 1))]
        return LiveGame(setup, agents, seed=self._seed, limits=Limits())

    def stop(self) -> None:
        if self.session and self._guard:
            self.session.close()
            self._guard.close()
        self.session = self._guard = None

    def joined(self) -> None:
        """The page that shows it has just been loaded, and knows nothing."""
        self._stream = FrameStream()

    def press(self, message: str) -> None:
        """A person did something. Raises ValueError if it isn't an event."""
        if self.session and self.session.next_action is None:
            read_event(message)(self.session)

    def advance(self, seconds: float) -> tuple[str, float]:
        """Let time pass. Returns what is news to the page, "" if nothing, and how many seconds it
        should wait until the next call."""
        if not self.session:
            return "", 1.0
        if self.session.next_action is not None:
            self._seed += self.session.next_action is not NextAction.QUIT
            self._begin()
        self._began = monotonic()
        self.session.advance(seconds)
        frame = self.session.frame()
        news = self._stream.news(frame, notice="", plays=True, over=False)
        rate = MOVING_RATE if frame.moving else RESTING_RATE
        return json.dumps(news) if news else "", 1 / rate

    def _check_time(self) -> None:
        if monotonic() - self._began > LONGEST_MOVE:
            raise NoActionError(f"no action after {LONGEST_MOVE} seconds")

    def position(self) -> str:
        """The position that is shown, as text; "" if no game of Pac-Man is."""
        if not self.session or self._choice["game"] != "pacman":
            return ""
        states = self.session.games[0].states
        return str(states[min(self.session.playback.ply, len(states) - 1)])


def _built(name: str, person: Keyboard | None = None) -> Any:
    return person if name == NAME else load_agent(name)


LONGEST_TEXT = 100_000


class SearchError(PacgridError):
    """A search that can't be shown."""


def of_position(
    text: str, agent: str, depth: int, game: str, layout: str = "", position: str = ""
) -> dict[str, Any]:
    """The page that steps through the search of `agent`, and the tree as text: in Pac-Man at a
    `position`, as it is printed, or at the start of `layout`; or at the start of another game.
    Raises PacgridError."""
    save(text)
    if game != "pacman":
        return _searched(load_game(game), agent, depth, game)
    state = State.parse(position) if position.strip() else State.initial(Layout.load(layout))
    return _searched(state, agent, depth, "this position" if position.strip() else layout)


def of_drawn_tree(tree: str, agent: str) -> dict[str, Any]:
    """The same of a drawn tree, searched to its end by a shipped agent. Raises PacgridError."""
    if len(tree) > LONGEST_TEXT:
        raise SearchError(f"a tree has at most {LONGEST_TEXT:,} characters")
    root = DrawnTree.parse(tree, "my.tree")
    if root.is_terminal:
        raise SearchError("the tree has only one node, so there is nothing to search")
    return _searched(root, agent, root.height, "my.tree")


def _searched(state: Any, agent: str, depth: int, title: str) -> dict[str, Any]:
    if state.is_terminal:
        raise SearchError(f"{title}: the game is over here, so there is nothing to search")
    is_own = agent.startswith(OWN)
    name = agent or suitable_agent(state).partition(":")[0]
    shipped = f"{name}:depth={depth}"
    trees = record_search(load_agent(agent_spec(agent, depth) if is_own else shipped), state)
    last, shown = trees[-1], trees_to_step(trees)[-1]
    return {
        "page": tree_page(trees, title),
        "text": tree_text(shown, most_nodes=len(shown.nodes) if shown.is_whole else MOST_NODES),
        "failure": last.failure.message if last.failure else "",
    }


FILE = Path("my_agent.py")
COURSE = Path("/course/assignment.toml")
"""Where a course's own site has its assignment, with its visible tests."""
SHIPPED = "pacman"
OWN = "own:"


@cache
def assignment() -> Assignment:
    """The course's own, or the shipped one."""
    return Assignment.load(COURSE if COURSE.is_file() else SHIPPED)


def save(text: str) -> Path:
    """Write the text as the file that the commands get."""
    sys.dont_write_bytecode = True  # compiled files are told apart by the second
    FILE.write_text(text, "utf-8")
    return FILE


def problems(text: str) -> dict[str, Any]:
    """The error of a text that isn't Python, with its line, and the agents that it defines."""
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line, column = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
        message = getattr(error, "msg", None) or str(error)
        found = {"line": line, "column": column, "message": f"{type(error).__name__}: {message}"}
        agents = re.findall(r"^class (\w+)", text, re.MULTILINE)
        return {"problems": [found], "agents": agents}
    classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
    return {"problems": [], "agents": [node.name for node in classes if not _is_ghost(node)]}


def _is_ghost(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith("ChanceAgent") for base in node.bases)


def agent_spec(name: str, depth: int) -> str:
    """How the commands name an agent that the page offers: a class of the file, whose name begins
    with `OWN`, has the options that it takes. Raises AgentError if it can't be loaded."""
    if not name.startswith(OWN):
        return name
    spec = f"{FILE}:{name.removeprefix(OWN)}"
    parameters = signature(agent_class(AgentSpec.parse(spec))).parameters
    options = {"depth": depth, "evaluation": "linear"}
    given = ",".join(f"{each}={value}" for each, value in options.items() if each in parameters)
    spec = f"{spec}:{given}" if given else spec
    load_agent(spec)
    return spec


# The file's grade. Only those who ask for one wait for the imports.


def grade(
    text: str, tell: Callable[[str], None], *, only: str = "", fast: bool = False
) -> dict[str, Any]:
    """The grade of `text` on the visible tests, or on those of the question `only`.

    Args:
        tell: told now and then how far it is, and which mistake was found, as JSON.
        fast: a first look, at few games and positions of each test.
    """
    from pacgrid.autograder.batch.grader import Grader
    from pacgrid.autograder.reports.json_reports import to_json
    from pacgrid.autograder.reports.pages import as_page
    from pacgrid.autograder.reports.shown_diagnosis import diagnosis_title
    from pacgrid.autograder.reports.student_view import student_view
    from pacgrid.autograder.reports.terminal_report import plain_text, student_report
    from pacgrid.autograder.sandbox.level import strongest
    from pacgrid.autograder.submissions.collection import collect_one

    path = save(text)
    chosen = first_look(assignment()) if fast else assignment()
    selected = select(chosen, [only]) if only else None

    def watch(progress: "Progress") -> None:
        done = min(progress.done / max(progress.total, 1), 1)
        said = progress.latest.partition(": ")[2] or "reading the file"
        found = progress.conclusion and progress.conclusion.diagnosis
        shown = found and found.accuses and diagnosis_title(found.for_author(chosen.hints))
        mistake = f"{said}: {shown}" if shown else ""
        tell(json.dumps({"done": round(done, 3), "said": said, "mistake": mistake}))

    grader = Grader(chosen, level=strongest(), questions=selected, jobs=1, watch=watch)
    (result,) = grader.grade([collect_one(path, chosen.file)])
    result = result.for_author(chosen.hints)
    view = student_view(chosen, result, command="")
    brief = student_report(view, everything=False, options=False)
    return {
        "points": view.points,
        "possible": view.possible,
        "total": view.total,
        "brief": plain_text(brief, COLUMNS),
        "report": plain_text(student_report(view), COLUMNS),
        "page": as_page(view),
        "json": to_json(chosen, [result]),
        "mistakes": _mistakes(view),
        "problems": _marks(view, path.name),
    }


def _mistakes(view: "StudentView") -> list[dict[str, str]]:
    shown = [(test.selector, test.diagnosis) for each in view.questions for test in each.tests]
    return [
        {"test": selector, "title": diagnosis.title}
        for selector, diagnosis in shown
        if diagnosis and diagnosis.is_wrong and not diagnosis.is_repeated
    ]


def _marks(view: "StudentView", name: str) -> list[dict[str, Any]]:
    failures = [failure for each in view.questions for failure in each.failures]
    found: dict[int, str] = {}
    for failure in [*failures, *filter(None, [view.failure])]:
        frames = _FRAME.finditer(failure.details)
        lines = [int(m["line"]) for m in frames if PurePosixPath(m["file"]).name == name]
        if lines:
            found.setdefault(lines[-1], failure.message)
    return [{"line": line, "column": 1, "message": text} for line, text in found.items()]


# Cells of code, which share their names as in a notebook.


CELL = "<cell>"
_MOST_FRAMES = 5


class CodeCells:
    def __init__(self) -> None:
        self._module = ModuleType("__main__")
        sys.modules["__main__"] = self._module

    def run(self, code: str) -> dict[str, Any]:
        """Run `code`. What its last line is worth comes back as `value`, "" if nothing, and as
        `html` if it shows itself so; or an `error` with its `line` and `details`."""
        try:
            module, value = ast.parse(code, CELL), None
            last: ast.stmt | None = None
            if module.body and isinstance(module.body[-1], ast.Expr):
                last = module.body.pop()
            exec(compile(module, CELL, "exec"), vars(self._module))
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), CELL, "eval"), vars(self._module))
            return _shown(value)
        except BaseException as error:  # it may also exit
            return _failed(error)


def _shown(value: object) -> dict[str, Any]:
    if value is None:
        return {"value": "", "html": ""}
    html = getattr(value, "_repr_html_", None) or getattr(value, "_repr_svg_", None)
    return {"value": repr(value), "html": (html() if html else "") or ""}


def _failed(error: BaseException) -> dict[str, Any]:
    told = TracebackException.from_exception(error)
    message = [*told.format_exception_only()][-1].strip()
    own = [frame for frame in told.stack if frame.filename == CELL][-_MOST_FRAMES:]
    line = own[-1].lineno if own else getattr(error, "lineno", None)
    details = "\n".join(f"line {frame.lineno}, in {frame.name}" for frame in own)
    return {"error": message, "line": line, "details": details}


# What the page asks for: calls by name, with JSON in and out.


Tell = Callable[[str], None]
_cells = CodeCells()
played = PlayedInPage()

_CALLS: Mapping[str, Callable[..., Any]] = {
    "drawn_tree": lambda name: shipped_tree(f"{name}.tree"),
    "play": lambda **choice: played.start(choice),
    "position": played.position,
    "problems": problems,
    "run": _cells.run,
    "tree": of_position,
    "tree_of_drawn": of_drawn_tree,
}


def call(name: str, arguments: str, tell: Tell = lambda _: None) -> str:
    """The `value` of a call, or the `error` that it ended with, in one line."""
    given = json.loads(arguments)
    try:
        value = grade(tell=tell, **given) if name == "grade" else _CALLS[name](**given)
        return json.dumps({"value": value})
    except PacgridError as error:
        return json.dumps({"error": str(error), "details": getattr(error, "details", "")})
    except BaseException as error:  # the file may exit, or take all memory
        failure = Failure.of(error, None)
        return json.dumps({"error": failure.message, "details": ""})
