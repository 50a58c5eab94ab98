"""The window: paints a game as it goes on, and hears the keys."""

import sys
from types import TracebackType
from typing import Self

from pacgrid.view.backstage import Backstage
from pacgrid.view.caption import Caption, forfeit_reason, pairing, verdict
from pacgrid.view.frame import FramePainter, good_size
from pacgrid.view.keyboard import STEERING
from pacgrid.view.projector import Projector
from pacgrid.view.sdl import open_display, pygame
from pacgrid.view.show import Show
from pacgrid.view.wish import Wish

PICTURES_PER_SECOND = 60
LONGEST_PICTURE = 0.1
"""Seconds; when the computer was busy for longer, the game doesn't leap to catch up."""
LONG_THOUGHT = 0.5
"""Seconds, after which the window says who is thinking."""
STEP_FACTOR = 1.25
THREAD_SECONDS = 0.001
"""How long a thinking agent may hold the interpreter while a picture is due."""

_CLOSING = (pygame.K_q, pygame.K_ESCAPE)
_GOING_ON = (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER)


class Window:
    """A window that shows one game after the other; use it in a `with` statement.

    Raises NoScreenError where there is no screen.
    """

    def __init__(self, *, speed: float = 6, linger: float | None = None) -> None:
        self.speed = speed
        self.linger = linger
        """Seconds that a result stays; None: until a key is pressed."""
        self._painter = FramePainter()

    def __enter__(self) -> Self:
        open_display()
        self._thread_seconds = sys.getswitchinterval()
        sys.setswitchinterval(THREAD_SECONDS)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        sys.setswitchinterval(self._thread_seconds)
        pygame.display.quit()

    def watch(self, show: Show) -> Wish:
        """Show a game until it has ended and was looked at, or until the person leaves it."""
        self._open(show)
        backstage = Backstage(show)
        projector = Projector(backstage, self.speed)
        clock = pygame.time.Clock()
        wish: Wish | None = None
        while wish is None:
            for event in pygame.event.get():
                wish = wish or self._heard(event, projector)
            if self.linger is not None and projector.since_end > self.linger:
                wish = wish or Wish.NEXT
            projector.advance(min(clock.tick(PICTURES_PER_SECOND) / 1000, LONGEST_PICTURE))
            surface = pygame.display.get_surface()
            assert surface is not None  # it is there from _open to __exit__
            self._painter.paint(surface, projector.scene(), caption_of(projector))
            pygame.display.flip()
        self.speed = projector.speed
        backstage.leave()
        return wish

    def _open(self, show: Show) -> None:
        if pygame.display.get_surface() is None:
            screen = pygame.display.get_desktop_sizes()[0]
            size = good_size(show.state.maze, screen)
            pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.display.set_caption(f"Pacgrid: {pairing(show.agents)}")

    def _heard(self, event: pygame.Event, projector: Projector) -> Wish | None:
        """React to what happened; a wish if it ends this game."""
        if event.type == pygame.QUIT:
            return Wish.QUIT
        if event.type != pygame.KEYDOWN:
            return None
        if event.key in _CLOSING:
            return Wish.QUIT
        if event.key == pygame.K_r:
            return Wish.AGAIN
        if projector.over:
            return Wish.NEXT if event.key in _GOING_ON else None
        person = projector.show.person
        steered = STEERING.get(pygame.key.name(event.key))
        if person and steered is not None:
            person.steer(steered)
            if projector.rounds == 0 and projector.paused:
                projector.toggle_pause()
        elif event.key in (pygame.K_SPACE, pygame.K_p):
            projector.toggle_pause()
        elif event.key == pygame.K_n or event.unicode == ".":
            projector.step()
        elif event.unicode in ("+", "="):
            projector.faster(STEP_FACTOR)
        elif event.unicode == "-":
            projector.faster(1 / STEP_FACTOR)
        return None


def caption_of(projector: Projector) -> Caption:
    """The words for what is to be seen now."""
    show = projector.show
    record = show.record if projector.over else None
    ending = ""
    details: tuple[str, ...] = ()
    if record:
        ending = verdict(record)
        points = f"{record.score} points in {record.rounds} rounds"
        details = tuple(filter(None, (forfeit_reason(record), points, "R plays again, Q closes")))
    elif projector.rounds == 0 and projector.paused and show.person:
        ending = "Ready?"
        details = ("Arrow keys or W A S D",)
    return Caption(
        score=record.score if record else projector.stride.after.score,
        rounds=projector.rounds,
        pairing=pairing(show.agents),
        place=f"{show.layout.name or 'a layout'}, seed {show.seed}",
        status=_status(projector),
        keys="space  pause    .  step    + -  speed    R  again    Q  close",
        verdict=ending,
        details=details,
        good=not record or record.won,
    )


def _status(projector: Projector) -> str:
    show = projector.show
    if projector.over or (projector.paused and projector.rounds == 0 and show.person):
        return ""
    if projector.waited > LONG_THOUGHT:
        return f"{show.agents[show.state.to_move]} is thinking..."
    return "paused" if projector.paused else f"{projector.speed:.3g} rounds/s"
