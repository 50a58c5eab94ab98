"""Plays a show in the terminal, round by round."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text

from pacgrid.action import Action
from pacgrid.view.caption import pairing
from pacgrid.view.keyboard import STEERING
from pacgrid.view.keys import pressed_keys
from pacgrid.view.scene import Stride
from pacgrid.view.show import Show
from pacgrid.view.text_board import Type, board_text
from pacgrid.view.wish import Wish

LINES_BELOW = 3
"""Two lines of words, and the line where the cursor rests."""
STOPPING = (" ", ".")


class TerminalView:
    """Draws games with rich: in place on a terminal; elsewhere the first and the last position.

    A person moves with one key for each move, and the ghosts wait meanwhile.
    """

    def __init__(
        self,
        console: Console,
        *,
        speed: float = 6,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._console = console
        self._seconds = 1 / speed
        self._sleep = sleep
        self._animated = console.is_terminal and not console.is_dumb_terminal

    def watch(self, show: Show) -> Wish:
        """Show a game until it has ended, or until the person leaves it."""
        with (
            pressed_keys() if show.person else nullcontext() as read_key,
            self._canvas() as draw,
        ):
            wish = self._play(show, draw, read_key)
        show.leave()
        return wish

    def _play(
        self,
        show: Show,
        draw: Callable[[RenderableType], None],
        read_key: Callable[[], str] | None,
    ) -> Wish:
        stride, rounds = Stride.standing(show.state), 0
        if not read_key:  # otherwise it is drawn for the person's first turn
            draw(self._picture(show, stride, rounds))
        while True:
            if read_key and show.person and show.persons_turn():
                draw(self._picture(show, stride.then(show.state), rounds))
                action = asked_action(read_key, show.state.legal_actions())
                if action is None:
                    return Wish.QUIT
                show.person.steer(action)
            mover = show.state.to_move
            after = show.next_ply()
            if after is None:
                break
            rounds += mover == 0
            if after.to_move == 0 or after.is_terminal:
                stride = stride.then(after)
                if self._animated:
                    draw(self._picture(show, stride, rounds))
                    self._sleep(0 if read_key else self._seconds)
        draw(self._picture(show, stride.then(show.state), rounds))
        return Wish.NEXT

    @contextmanager
    def _canvas(self) -> Iterator[Callable[[RenderableType], None]]:
        """A function that draws: over its last drawing, where the terminal can do that."""
        if not self._animated:
            yield lambda picture: self._console.print(picture, soft_wrap=True)
            return
        with Live(console=self._console, auto_refresh=False, vertical_overflow="crop") as live:
            yield lambda picture: live.update(picture, refresh=True)

    def _picture(self, show: Show, stride: Stride, rounds: int) -> Text:
        room = self._console.size if self._animated else None
        type_ = best_type(show.layout.width, self._console, room.width if room else None)
        board = board_text(
            stride.after,
            stride.facing,
            type_=type_,
            room=(room.width, room.height - LINES_BELOW) if room else None,
        )
        return Text("\n", no_wrap=True, overflow="crop").join(
            [board, *status_lines(show, stride.after.score, rounds)]
        )


def best_type(width: int, console: Console, room: int | None) -> Type:
    """How a board of `width` cells is best set on `console`, whose lines have `room` columns."""
    unicode = not (console.options.ascii_only or console.is_dumb_terminal)
    return Type(columns=1 if room is not None and 2 * width > room else 2, unicode=unicode)


def status_lines(show: Show, score: int, rounds: int) -> tuple[Text, Text]:
    """What stands below the board."""
    place = f"{show.layout.name or 'a layout'}, seed {show.seed}"
    first = Text.assemble(("Score ", "dim"), (str(score), "bold yellow"), f"   Round {rounds}")
    if show.person:
        keys = "arrows or WASD move, space stops, Q quits"
        return first, Text(keys, "dim")
    return first, Text(f"{pairing(show.agents)}   {place}", "dim")


def asked_action(read_key: Callable[[], str], legal: tuple[Action, ...]) -> Action | None:
    """The legal action that the person wants, or None to quit."""
    while (key := read_key()) != "q":
        action = Action.STOP if key in STOPPING else STEERING.get(key)
        if action in legal:
            return action
    return None
