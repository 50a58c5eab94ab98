"""A session in which a person steps through a search."""

from collections.abc import Sequence

from pacgrid.session.frame import Frame
from pacgrid.session.help_sheet import HelpSheet, SheetSlot
from pacgrid.session.key_commands import KEYS, Command
from pacgrid.session.next_action import NextAction
from pacgrid.session.settings import Settings
from pacgrid.session.tree_frames import TreeFrames
from pacgrid.session.tree_position import TreeCursor
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.whole_tree import WholeTreeError

SPEED = 2.0
"""Steps per second, unless a person wants another speed."""
_FORWARD = {Command.ROUND_FORWARD, Command.PLY_FORWARD}
_BACK = {Command.ROUND_BACK, Command.PLY_BACK}
_REPEATED_KEYS = frozenset({"up", "down", "page_up", "page_down", "n", "b"})
_REPEATED = _FORWARD | _BACK | {Command.SLOWER, Command.FASTER}

HELP = (
    ("← →  , .", "step back or forward"),
    ("↑ ↓", "to where the previous or next action of the root gets its value"),
    ("N  B  > <", "to the next cut, or back to the previous one"),
    ("Home  End", "go to the start or the end"),
    ("space  P", "play or pause"),
    ("+  -", "faster, slower"),
    ("O", "open or close the current node: show or hide what is below it"),
    ("W", "the whole tree: its leaves first, before the search; or what the search visits"),
    ("D", "the position in each node, or one board beside the tree"),
    ("[  ]", "the previous or next iteration of the search"),
    ("click", "a node: the step in which it got its value; again: open or close it"),
    ("C", "colours for the colour-blind"),
    ("L", "light or dark background"),
    ("F", "full screen"),
    ("Enter", "at the end: close"),
    ("?", "this help"),
    ("Q  Esc", "close"),
)
"""What the keys do."""


class TreeSession:
    """Steps through what an agent searched for one decision. Nothing is drawn here.

    Args:
        trees: one for each iteration of the search.
        title: what was searched: `book.tree`.
        iteration: the iteration to start with, from 1; by default, the last.
        step: the step to start with.
        most_nodes: how many nodes are shown at most, until a person opens some; None: fewer with
            boards than without.
        leaves_first: show the whole tree before the search; see `whole_tree`.
        boards: whether each node has its position as a small board; None: if it is small.

    Raises WholeTreeError if there is no whole tree to show.
    """

    person_plays = False
    steering = False
    busy = False

    def __init__(
        self,
        trees: Sequence[SearchTree],
        *,
        title: str = "",
        settings: Settings | None = None,
        iteration: int | None = None,
        step: int = 0,
        most_nodes: int | None = None,
        leaves_first: bool = False,
        boards: bool | None = None,
    ) -> None:
        self.settings = settings or Settings(SPEED)
        self.next_action: NextAction | None = None
        """What follows the session; None until it is over."""
        self.playing = False
        self.sheets = SheetSlot()
        self.position = TreeCursor(
            trees,
            iteration=iteration or len(trees),
            step=step,
            most_nodes=most_nodes,
            leaves_first=leaves_first,
            boards=boards,
        )
        self._problem = ""
        self._since_step = 0.0  # in steps
        self._frames = TreeFrames(self.position, title)

    def frame(self) -> Frame:
        """What to show now."""
        return self._frames.frame(
            self.settings, self.sheets.shown, playing=self.playing, problem=self._problem
        )

    def advance(self, seconds: float) -> None:
        """Let time pass. Nothing moves while the help is open."""
        if not self.playing or self.sheets.open:
            return
        self._since_step += seconds * self.settings.speed
        steps, self._since_step = divmod(self._since_step, 1)
        self.position.go_to(self.position.step + int(steps))
        self.playing = not self.position.at_end

    def press(self, key: str, *, repeated: bool = False) -> None:
        """Handle a key; `repeated` if it is auto-repeat of a key held down."""
        command, self._problem = KEYS.get(key), ""
        if repeated and command not in _REPEATED and key not in _REPEATED_KEYS:
            return
        if self.sheets.press(key):
            return
        if not self._press_in_tree(key) and command:
            self._run(command)

    def seek(self, ply: int) -> None:
        """The timeline was clicked at that step."""
        if not self.sheets.open:
            self.playing = False
            self.position.go_to(ply)

    def choose_target(self, number: int) -> None:
        """A node was clicked, or what is folded up below one. It may be gone by now."""
        position = self.position
        nodes = len(position.tree.nodes)
        if self.sheets.open or not 0 <= number < 2 * nodes:
            return
        if number >= nodes:
            position.open(number - nodes)
        elif number == position.current:
            position.open_or_close(number)
        else:
            self.playing = False
            position.go_to_node(number)

    def close(self) -> None:
        """There is nothing to end."""

    def _press_in_tree(self, key: str) -> bool:
        """Handle a key that has its own meaning here; return whether it has one."""
        position = self.position
        match key:
            case "down":
                position.next_of(position.finished_children)
            case "up":
                position.previous_of(position.finished_children)
            case "n" | ">":
                position.next_of(position.cuts)
            case "b" | "<":
                position.previous_of(position.cuts)
            case "]" | "page_down":
                position.go_to_iteration(position.iteration + 1)
            case "[" | "page_up":
                position.go_to_iteration(position.iteration - 1)
            case "o":
                position.open_or_close(position.current)
                return True
            case "w":
                self._switch_leaves_first()
                return True
            case "d":
                position.boards = position.node_boards is None
                return True
            case _:
                return False
        self.playing = False
        return True

    def _switch_leaves_first(self) -> None:
        """Show the whole tree, or what the search visits."""
        if self.position.leaves_first:
            self.position.show_visited()
            return
        try:
            self.position.show_leaves_first()
        except WholeTreeError as error:
            self._problem = str(error)

    def _run(self, command: Command) -> None:
        if self.settings.change(command):
            return
        position = self.position
        if command in _FORWARD | _BACK | {Command.START, Command.END}:
            self.playing = False
        match command:
            case Command.PAUSE:
                if self.position.at_end:
                    position.go_to(0)
                self.playing, self._since_step = not self.playing, 0
            case Command.ROUND_FORWARD | Command.PLY_FORWARD:
                position.go_to(position.step + 1)
            case Command.ROUND_BACK | Command.PLY_BACK:
                position.go_to(position.step - 1)
            case Command.START:
                position.go_to(0)
            case Command.END:
                position.go_to(position.last)
            case Command.HELP:
                self.sheets.open = HelpSheet(HELP)
            case Command.NEXT_GAME if self.position.at_end:
                self.next_action = NextAction.NEXT_GAME
            case Command.QUIT:
                self.next_action = NextAction.QUIT
