"""The flow of time in a view: which ply is shown, and how far between which two it is now."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from concurrent.futures import TimeoutError as NotYet
from queue import SimpleQueue
from threading import Thread

from pacgrid.records.record import Move
from pacgrid.records.thought import Thought
from pacgrid.session.game_source import GameSource
from pacgrid.session.marks import Marks
from pacgrid.session.overlays import Overlay, marks_of
from pacgrid.session.scene import VANISHING, Scene, Stride, facing, scene
from pacgrid.state import State

GRACE = 0.3
"""Seconds that a move that is being thought about gets to end when the viewer leaves."""


class Backstage:
    """Plays a show round by round, on order.

    The thread is a daemon: an agent that thinks for ever keeps neither the window nor the program.
    """

    def __init__(self, show: GameSource) -> None:
        self.show = show
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._last: Future[State | None] = Future()
        self._last.set_result(None)
        self._leaving = False
        Thread(target=self._work, daemon=True).start()

    def next_round(self) -> "Future[State | None]":
        """Order the next round: the state it ends with, some time; None when the game is over."""
        future: Future[State | None] = Future()

        def perform() -> None:
            try:
                future.set_result(self._play_round())
            except BaseException as error:  # it belongs to whoever asks for the result
                future.set_exception(error)

        self._last = future
        self._orders.put(perform)
        return future

    def leave(self) -> None:
        """End the show. An agent that doesn't answer soon is left alone with its thoughts."""
        self._leaving = True
        if wait([self._last], GRACE).done:
            self.show.quit()
        self._orders.put(lambda: None)  # wakes the thread, which then ends

    def _work(self) -> None:
        while not self._leaving:
            self._orders.get()()

    def _play_round(self) -> State | None:
        after = last = self.show.next_ply()
        while last is not None and last.to_move and not self._leaving:
            last = self.show.next_ply()
            after = last or after
        return after


SLOWEST, FASTEST = 0.5, 240.0
QUICK_ANSWER = 0.005
"""Seconds worth waiting for a round, because a picture left out would show as a jolt."""
SLOWEST_STEP = 8.0
"""Single steps are shown at that many a second, or quicker."""


class Player:
    """Moves shows forward as time goes by, `speed` rounds a second, and back and forth at will.

    Several shows go on side by side, round by round; their games have as many agents each.

    With a person in the game it waits, paused, for the first key, and each round is ordered only
    when the one before has been shown, so that a key counts at once. Agents may think ahead.

    `patience` is how many seconds it waits for a round that isn't there; None: as long as it takes.
    """

    def __init__(
        self,
        *shows: GameSource,
        speed: float = 6,
        patience: float | None = QUICK_ANSWER,
    ) -> None:
        if len({len(show.agents) for show in shows}) != 1:
            raise ValueError("games side by side have the same number of agents")
        self.shows = shows
        self.speed = speed
        self.overlays: set[Overlay] = set()
        self.before = self.after = self._first_ply()
        """The plies from which, and to which, it goes; the same when all stands still."""
        self.fraction = 1.0
        self.paused = self.person is not None
        self.waited = 0.0
        """Seconds the view has been waiting for the next round."""
        self._since_ends = [0.0] * len(shows)
        self._clock = 0.0
        self._gliding = False  # one step only, while paused
        self._goal: int | None = None  # a ply to go to when it is there
        self._backstages = [Backstage(show) for show in shows]
        self._coming: list[Future[State | None] | None] = [None] * len(shows)
        self._patience = patience
        self._marks: dict[tuple[int, int, frozenset[Overlay]], Marks] = {}

    # What is to be seen.

    @property
    def person(self) -> GameSource | None:
        """The show with an agent that a person steers."""
        return next((show for show in self.shows if show.person), None)

    @property
    def last(self) -> int:
        """The last ply that is known, of the longest game."""
        return max(len(show.states) for show in self.shows) - 1

    @property
    def ended(self) -> bool:
        """Whether all games are over, and all their plies known."""
        return all(show.over for show in self.shows)

    @property
    def over(self) -> bool:
        """Whether the end of all games is what is shown."""
        return self.ended and self.after == self.last and self.fraction >= 1

    @property
    def since_end(self) -> float:
        """Seconds since the end of all games was shown; 0 before."""
        return min(self._since_ends)

    @property
    def still(self) -> bool:
        """Whether it stands still: paused, and no single step is on its way or waited for."""
        return self.paused and not self._gliding and self._goal is None

    @property
    def begun(self) -> bool:
        """Whether anything was played yet."""
        return self.last > self._first_ply() or self.ended or not self.paused

    @property
    def rounds(self) -> int:
        """The round that is shown, or gone to."""
        return -(-self.after // self._agents)

    def has_ended(self, number: int) -> bool:
        """Whether game `number` is over, and its end is shown or was before."""
        show = self.shows[number]
        last = len(show.states) - 1
        arrived = self.before if self.fraction < 1 else self.after
        return show.over and arrived >= last

    def state(self, number: int = 0) -> State:
        """The state of game `number` that is shown, or gone to."""
        states = self.shows[number].states
        return states[min(self.after, len(states) - 1)]

    def moves(self, number: int = 0) -> Sequence[Move]:
        """The moves of game `number` up to what is shown; the last one is the newest."""
        return self.shows[number].moves[: min(self.after, len(self.shows[number].states) - 1)]

    def deciding(self, number: int = 0) -> tuple[State, Thought | None]:
        """The position in which the decision that is shown is made, and the thought behind it.

        That is the move which is on its way; where all stands still, the one that comes next.
        """
        show = self.shows[number]
        last = len(show.states) - 1
        ply = min(self.before, last)
        return show.states[ply], show.moves[ply].thought if ply < last else None

    def scene(self, number: int = 0) -> Scene:
        """What is to be seen now of game `number`."""
        states = self.shows[number].states
        last = len(states) - 1
        before, after = min(self.before, last), min(self.after, last)
        caught = self.has_ended(number) and states[after].is_loss
        return scene(
            Stride(states[before], states[after], facing(states, after)),
            self.fraction,
            clock=self._clock,
            vanished=min(self._since_ends[number] / VANISHING, 1) if caught else 0,
            marks=self._marks_now(number),
        )

    def thinker(self) -> str:
        """The agent whose move is being waited for, or nobody."""
        waiting = (n for n, future in enumerate(self._coming) if future and not future.done())
        show = next((self.shows[number] for number in waiting), None)
        return show.agents[show.states[-1].to_move] if show else ""

    # What people want.

    def faster(self, factor: float) -> None:
        """Multiply the speed, within reason."""
        self.speed = min(max(self.speed * factor, SLOWEST), FASTEST)

    def toggle_pause(self) -> None:
        """Stand still, or go on; at the end of all games, from the beginning."""
        if self.over:
            self.go_to(0)
        self.paused = not self.paused
        self._gliding = False
        self._goal = None

    def toggle(self, overlay: Overlay) -> None:
        """Switch an overlay on or off."""
        self.overlays ^= {overlay}

    def go_to(self, ply: int) -> None:
        """Pause, and show that ply; or the nearest one there is."""
        self.paused = True
        self._gliding = False
        self._goal = None
        self.before = self.after = min(max(ply, 0), self.last)
        self.fraction = 1.0
        self._since_ends = [0.0] * len(self.shows)

    def ply_back(self) -> None:
        """Pause, and go one ply back."""
        self.go_to(self.after - 1 if self.fraction >= 1 else self.before)

    def round_back(self) -> None:
        """Pause, and go back to where the round began."""
        self.go_to((self.after - 1) // self._agents * self._agents)

    def ply_on(self) -> None:
        """Pause, and go one ply on, as soon as it was played."""
        self._glide(self._settled() + 1)

    def round_on(self) -> None:
        """Pause, and go on to the end of the round, as soon as it was played."""
        self._glide(self._round_end(self._settled()))

    def replace(self, number: int, branch: GameSource) -> None:
        """Have `branch` go on in the place of game `number`, from where it branches off."""
        self._backstages[number].leave()
        self.shows = (*self.shows[:number], branch, *self.shows[number + 1 :])
        self._backstages[number] = Backstage(branch)
        self._coming[number] = None
        self._marks.clear()
        self.go_to(len(branch.states) - 1)
        self.paused = self.person is not None

    # How time goes by.

    def advance(self, seconds: float) -> None:
        """Let `seconds` go by."""
        self._clock += seconds
        if self._goal is not None:
            self._wait_for_goal(seconds)
        elif self._gliding:
            self.fraction += seconds * max(self.speed, SLOWEST_STEP)
            if self.fraction >= 1:
                self.go_to(self.after)
        elif not self.paused:
            self.fraction += seconds * self.speed
            while self.fraction >= 1 and self._begin_stride(seconds):
                pass
        for number in range(len(self.shows)):
            if self.has_ended(number):
                self._since_ends[number] += seconds

    def leave(self) -> None:
        """End the shows. An agent that doesn't answer soon is left alone with its thoughts."""
        for backstage in self._backstages:
            backstage.leave()

    @property
    def _agents(self) -> int:
        return len(self.shows[0].agents)

    def _first_ply(self) -> int:
        """A game that was taken over begins where that was."""
        live = [show.taken_over for show in self.shows if show.players]
        return max(live, default=0)

    def _settled(self) -> int:
        """The ply from which a single step starts."""
        return self.after if self.fraction >= 1 else self.before

    def _round_end(self, ply: int) -> int:
        """The first ply after `ply` that ends a round."""
        return (ply // self._agents + 1) * self._agents

    def _glide(self, ply: int) -> None:
        self.go_to(self._settled())
        if not self._is_there(ply):
            self._goal = ply
            return
        self.after = min(ply, self.last)
        if self.after != self.before:
            self.fraction = 0.0
            self._gliding = True

    def _wait_for_goal(self, seconds: float) -> None:
        assert self._goal is not None
        goal = self._goal
        if self._have(goal, seconds):
            self._glide(goal)

    def _begin_stride(self, seconds: float) -> bool:
        """Go over to the next round, if it is there; else stand where we are."""
        goal = self._round_end(self.after)
        there = self._have(goal, seconds)
        if not there or (self.ended and self.after >= self.last):
            self.fraction = 1.0
            return False
        self.before, self.after = self.after, min(goal, self.last)
        self.fraction -= 1
        if self.person is None:
            self._order(self._round_end(self.after))
        return True

    def _is_there(self, ply: int) -> bool:
        """Whether every game has come to that ply, or to its end."""
        return all(show.over or len(show.states) > ply for show in self.shows)

    def _have(self, ply: int, seconds: float) -> bool:
        """Whether every game has come there; if not, order what is missing, and wait a little."""
        while not self._is_there(ply):
            self._order(ply)
            try:
                for number, future in enumerate(self._coming):
                    if future is not None:
                        future.result(self._patience)
                        self._coming[number] = None
            except NotYet:
                self.waited += seconds
                return False
        self.waited = 0.0
        return True

    def _order(self, ply: int) -> None:
        """Have the games that haven't come to that ply play a round."""
        for number, show in enumerate(self.shows):
            if not show.over and len(show.states) <= ply and not self._coming[number]:
                self._coming[number] = self._backstages[number].next_round()

    def _marks_now(self, number: int) -> Marks:
        """The marks of the decision that is shown; computed once for all its pictures."""
        if not self.overlays:
            return Marks()
        wanted = number, self.before, frozenset(self.overlays)
        if wanted not in self._marks:
            self._marks = {key: kept for key, kept in self._marks.items() if key[0] != number}
            state, thought = self.deciding(number)
            marks = marks_of(state, thought, self.overlays)
            if thought is None:  # it may come yet
                return marks
            self._marks[wanted] = marks
        return self._marks[wanted]
