"""One timeline of games, live or saved: which ply is shown, and in which phase a session is."""

from collections.abc import Sequence
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from pacgrid.session.frame import Sheet
from pacgrid.session.game_source import GameSource, GameThread
from pacgrid.session.scene import EventKind
from pacgrid.session.session import Settings

FRAME_WAIT = 0.005
"""Seconds that a frame waits for a round by default. Skipping a frame would look jerky."""
SLOWEST_STEP = 8.0
"""Single steps are shown at this speed, in rounds per second, or faster."""
SETTLE_SECONDS = 1.3
"""For this long after the last movement, Pac-Man may vanish and points may rise."""


class Playback:
    """Moves games forward as time passes, and to any ply on request.

    Games side by side advance round by round, so they need the same number of agents. If a person
    steers, playback starts paused, and each round is played only once the one before has been
    shown, so that a key counts at once. Otherwise agents think one round ahead. Games that aren't
    in real time are shown position by position, and wait for people.

    Args:
        patience: how many seconds a frame waits for a round; None: forever.
    """

    def __init__(
        self,
        games: Sequence[GameSource],
        settings: Settings,
        *,
        patience: float | None = FRAME_WAIT,
    ) -> None:
        if len({len(game.agents) for game in games}) != 1:
            raise ValueError("games side by side need the same number of agents")
        self.games = tuple(games)
        self.settings = settings
        self.in_real_time = games[0].setup.in_real_time
        """Whether agents move while time passes."""
        self.before = self.after = max((g.taken_over for g in games if g.players), default=0)
        """The plies between which agents move now; equal if nothing moves."""
        self.fraction = 1.0 if self.in_real_time else 0.0
        """How far agents have moved from `before` to `after`, 0 to 1; of a position that stands
        still, how much of its time has passed."""
        self.paused = self.own_game is not None
        self.waited = 0.0
        """Seconds that the view has waited for the next round."""
        self.clock = 0.0
        """Seconds, for animations. It stops a moment after everything else has."""
        self.left_behind = ("",) * len(games)
        """Where the agent of each game was busy that didn't return when it was stopped."""
        self.since_end = [0.0] * len(games)
        """Seconds since the end of each game was shown."""
        self.jumps = 0
        """How often playback jumped to another ply."""
        self._since_motion = 0.0
        self._stepping = False  # one step, then pause
        self._target: int | None = None  # a ply to step to once it has been played
        self._threads = [GameThread(game) for game in games]
        self._patience = patience
        self._busy_since, self._busy_line = 0, ""

    @property
    def own_game(self) -> GameSource | None:
        """The game in which a person steers an agent."""
        return next((game for game in self.games if game.keyboard), None)

    @property
    def persons_game(self) -> GameSource | None:
        """The game in which a person plays by choosing actions, rather than by steering."""
        games = () if self.in_real_time else self.games
        return next((game for game in games if game.person_plays), None)

    @property
    def person_chooses(self) -> bool:
        """Whether a person plays by choosing actions."""
        return self.persons_game is not None

    @property
    def awaits_choice(self) -> bool:
        """Whether a person is to choose an action in the position that is shown."""
        return self.persons_game is not None and self.persons_game.waits_for_person(self.after)

    @property
    def shows_own_end(self) -> bool:
        """Whether the end of the game is shown in which a person steers."""
        game = self.own_game
        return game is not None and self.shows_end(self.games.index(game))

    @property
    def analysed(self) -> bool:
        """Whether it is known what the moves of a game cost."""
        return any(game.analysis for game in self.games)

    @property
    def last(self) -> int:
        """The last ply played, in the longest game."""
        return max(len(game.states) for game in self.games) - 1

    @property
    def all_over(self) -> bool:
        """Whether all games are over; their ends may not have been shown yet."""
        return all(game.over for game in self.games)

    @property
    def at_end(self) -> bool:
        """Whether the end of all games is shown."""
        return self.all_over and self.reached == self.last

    @property
    def idle(self) -> bool:
        """Whether playback is paused, and no step is in progress or waited for."""
        return self.paused and not self._stepping and self._target is None

    @property
    def settled(self) -> bool:
        """Whether nothing has moved for a while."""
        if self.in_real_time:
            return self._since_motion > SETTLE_SECONDS
        stands = self.paused or self.at_end or (self.awaits_choice and self.after == self.last)
        return stands and self._target is None and not self.is_thinking

    @property
    def ply(self) -> int:
        """The ply whose food, capsules and scores are shown."""
        return self.after if self.fraction >= 0.5 else self.before

    @property
    def reached(self) -> int:
        """The last ply whose movement is complete."""
        return self.after if self.fraction >= 1 else self.before

    @property
    def round(self) -> int:
        """The round that is shown."""
        return -(-self.after // len(self.games[0].agents))

    def shows_end(self, number: int) -> bool:
        """Whether game `number` is over, and its end is shown."""
        game = self.games[number]
        return game.over and self.reached >= len(game.states) - 1

    @property
    def is_thinking(self) -> bool:
        """Whether an agent is thinking, or chance is drawing."""
        return any(not thread.last_round.done() for thread in self._threads)

    def waiting_for(self) -> str:
        """The name of the agent that is thinking; empty if none is."""
        for thread in self._threads:
            if (mover := thread.mover) is not None:
                return thread.game.agents[mover]
        return ""

    def busy_line(self) -> str:
        """Where the agent is that has been thinking for so long: `my_agent.py, line 5, in act`. It
        is looked up every second, so that it can be read."""
        if (second := int(self.waited)) != self._busy_since:
            self._busy_since = second
            self._busy_line = next(filter(None, (each.busy_line for each in self._threads)), "")
        return self._busy_line

    def pause(self) -> None:
        """Pause at the end of the current round, so that agents stand in cells."""
        if self.before != self.after and self.fraction < 1:
            self._stepping = True
        elif self.own_game and self.waiting_for():
            self._target = self.games[0].shown_after(self.after)
        self.paused = True

    def resume(self) -> None:
        """Resume; at the end of all games, start over."""
        if self.at_end:
            self.seek(0)
        self.paused = self._stepping = False
        self._target = None

    def seek(self, ply: int) -> None:
        """Pause, and show this ply, or the nearest one that was played."""
        self.jumps += 1
        self.since_end = [0.0] * len(self.games)
        self._stand_at(ply)
        self.paused = not (self.person_chooses and self.after == self.last)

    def choose(self, action: Any) -> None:
        """Play `action` for a person in the position that is shown."""
        assert self.persons_game
        self.persons_game.choose(self.after, action)
        self._stand_at(self.after + 1)
        self.paused = False

    def ply_back(self) -> None:
        """Pause, and step one ply back."""
        self.seek(self.reached - (self.reached == self.after))

    def round_back(self) -> None:
        """Pause, and step back to the start of the round."""
        self.seek(self.games[0].step_from(self.after, -1))

    def ply_forward(self) -> None:
        """Pause, and step one ply forward once it has been played."""
        self._step_to(self.reached + 1)

    def round_forward(self) -> None:
        """Pause, and step forward to the end of the round once it has been played."""
        self._step_to(self.games[0].step_from(self.reached, 1))

    def replace(self, number: int, branch: GameSource) -> None:
        """Replace game `number` by `branch`, and show its newest position."""
        GameThread.stop_all([self._threads[number]])
        self.games = (*self.games[:number], branch, *self.games[number + 1 :])
        self._threads[number] = GameThread(branch)
        self.seek(len(branch.states) - 1)
        self.paused = self.own_game is not None

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._since_motion = self._since_motion + seconds if self.idle else 0
        if not self.settled:
            self.clock += seconds
        if self._target is not None:
            target = self._target
            if self._wait_for(target, seconds):
                self._step_to(target)
        elif self._stepping:
            self.fraction += seconds * max(self.settings.speed, SLOWEST_STEP)
            if self.fraction >= 1:
                self._stand_at(self.after)
        elif not self.paused:
            self.fraction += seconds * self.settings.speed
            while self.fraction >= 1 and self._start_round(seconds):
                pass
        if self.own_game is None:
            self._play_on(self.after + 1)  # so that the next thought can be shown
        for number in range(len(self.games)):
            if self.shows_end(number):
                self.since_end[number] += seconds

    def stop(self) -> None:
        """End the games. Agents that don't return soon are left behind."""
        GameThread.stop_all(self._threads)
        self.left_behind = tuple(each.busy_line for each in self._threads)

    def _stand_at(self, ply: int) -> None:
        """Pause at this ply, or the nearest one that was played."""
        self.paused = True
        self._stepping = False
        self._target = None
        self.before = self.after = min(max(ply, 0), self.last)
        self.fraction = 1.0 if self.in_real_time else 0.0
        self.waited = self._since_motion = 0.0

    def _step_to(self, ply: int) -> None:
        self._stand_at(self.reached)
        if not self._is_played(ply):
            waits = self._waits_for_person(ply)
            self._target, self.paused = None if waits else ply, not waits
            return
        if not self.in_real_time:
            self.seek(ply)
            return
        self.after = min(ply, self.last)
        if self.after != self.before:
            self.fraction = 0.0
            self._stepping = True

    def _start_round(self, seconds: float) -> bool:
        """Start to show the next round if it has been played; else stand still."""
        end = self.games[0].shown_after(self.after)
        played = self._wait_for(end, seconds)
        if self.all_over and self.after >= self.last:
            self._stand_at(self.after)
            return False
        if not played:
            self.before = self.after
            self.fraction = 1.0
            return False
        start, self.after = self.after, min(end, self.last)
        self.before = start if self.in_real_time else self.after
        self.fraction -= 1
        return True

    def _is_played(self, ply: int) -> bool:
        """Whether every game has reached that ply, or its end."""
        return all(game.over or len(game.states) > ply for game in self.games)

    def _waits_for_person(self, ply: int) -> bool:
        """Whether all games that haven't reached that ply, nor their end, wait for a person."""
        ends = (len(game.states) - 1 for game in self.games)
        pairs = zip(self.games, ends, strict=True)
        return all(game.over or end >= ply or game.waits_for_person(end) for game, end in pairs)

    def _wait_for(self, ply: int, seconds: float) -> bool:
        """Whether every game has reached that ply, after waiting a little for it."""
        while not self._is_played(ply):
            if self._waits_for_person(ply):
                return False
            self._play_on(ply)
            try:
                for thread in self._threads:
                    thread.last_round.result(self._patience)
            except NotYet:
                self.waited += seconds
                return False
        self.waited = 0.0
        return True

    def _play_on(self, ply: int) -> None:
        """Ask for another round of each game that hasn't reached that ply."""
        for thread in self._threads:
            if thread.last_round.done():
                thread.last_round.result()  # raises what the game raised
            game = thread.game
            last = len(game.states) - 1
            if not game.over and last < ply and not game.waits_for_person(last):
                thread.play_round()


class Phase(Enum):
    """What a session does now. It decides what keys do, and what a view says about them."""

    LINE = auto()
    """A line that was better than what was played is shown."""
    END = auto()
    EARLIER = auto()
    """A person who plays has stepped back."""
    COUNTDOWN = auto()
    READY = auto()
    """The game waits for a person to start the clock."""
    CHOICE = auto()
    """The game waits for a person's move."""
    STEERING = auto()
    """The clock runs, and a person steers."""
    WATCHING = auto()


@dataclass(frozen=True)
class ViewState:
    """What a person sees of a session besides its games: replaced as a whole, never changed."""

    enter_effect: str = "close"
    """What Enter does at the end: `next game`, `menu` or `close`."""
    real_time: bool = True
    """Whether a key starts the clock of a person who steers."""
    sheet: Sheet | None = None
    """The help or the menu that is open."""
    countdown: float = 0.0
    """Seconds until the game starts; 0 without a countdown."""
    started: bool = False
    """Whether a person who plays has started the clock or made a move."""
    own_game_ended: bool = False
    """Whether a person who steered has seen the end of their game."""
    notice: str = ""
    """Why the last key did nothing."""
    line_rounds: int = 0
    """How many rounds of the line that was better are shown; 0: the game itself."""
    selection: tuple[object, Any] | None = None
    """A position, and the action that a person has selected there."""
    analysing: bool = False
    """Whether it is being found out what the moves of a game cost."""
    sounds: tuple[EventKind, ...] = ()

    def selected(self, playback: Playback) -> Any:
        """The action that a person has selected; the first one at first, None where agents move."""
        if not (playback.persons_game and playback.awaits_choice):
            return None
        state = playback.persons_game.states[playback.after]
        if self.selection and self.selection[0] is state:
            return self.selection[1]
        return state.legal_actions()[0]

    def steering(self, playback: Playback) -> bool:
        """Whether a person steers and hasn't reached the end of their game."""
        return playback.own_game is not None and not self.own_game_ended

    def newest(self, playback: Playback) -> int:
        """The last ply that can be shown; while a person steers, the last one of their game."""
        if playback.own_game and not self.own_game_ended:
            return len(playback.own_game.states) - 1
        return playback.last

    def looking_back(self, playback: Playback) -> bool:
        """Whether a person who steers has stepped back to an earlier position."""
        return self.steering(playback) and playback.idle and playback.after < self.newest(playback)

    def waits_for_start(self, playback: Playback) -> bool:
        """Whether the game waits for a person to start the clock."""
        return self.real_time and not self.started and self.steering(playback)

    def phase(self, playback: Playback) -> Phase:
        """What the session does now, whether a sheet is open or not."""
        if self.line_rounds:
            return Phase.LINE
        if playback.at_end:
            return Phase.END
        if not self.steering(playback):
            return Phase.CHOICE if playback.awaits_choice else Phase.WATCHING
        if self.looking_back(playback):
            return Phase.EARLIER
        if self.countdown:
            return Phase.COUNTDOWN
        if self.waits_for_start(playback):
            return Phase.READY
        return Phase.CHOICE if playback.paused else Phase.STEERING
