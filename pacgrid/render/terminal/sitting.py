"""A person in front of a terminal: what the keys do to the games that are shown."""

from pacgrid.action import Action
from pacgrid.render.terminal.sheets import HelpSheet, Sheet, TakeOverSheet
from pacgrid.session.caption import LONG_THOUGHT
from pacgrid.session.commands import KEYS, LAST_STEERING, OVERLAY_KEYS, Command, obey
from pacgrid.session.events import Event, Events
from pacgrid.session.game_source import GameSource
from pacgrid.session.keyboard import STEERING
from pacgrid.session.next_action import NextAction
from pacgrid.session.player import Player
from pacgrid.session.themes import Theme, other_colours, other_ground
from pacgrid.state import State

STAYING = (" ", ".")
"""The keys of a person who lets a move go by."""


class Sitting:
    """Games that somebody watches or plays.

    A person who plays moves with one key for each move, and everybody waits meanwhile; unless they
    let time run, and then it is as in a window. Who has looked back goes on from where the game is:
    the key that would have moved only leads there.
    """

    def __init__(self, player: Player, theme: Theme, *, has_keys: bool = True) -> None:
        self.player = player
        self.has_keys = has_keys
        """Whether there is a keyboard."""
        self.theme = theme
        self.sheet: Sheet | None = None
        """What covers the boards."""
        self.seen_end = False
        """Whether the end of all games has been shown."""
        self._persons_end = False
        self._still_steering = 0.0  # seconds
        self._was_running = False
        self._events: list[tuple[GameSource, Events]] = []

    # What is to be seen.

    @property
    def steers(self) -> bool:
        """Whether a person plays, and their game isn't over."""
        return self.player.person is not None and not self._persons_end

    @property
    def in_turns(self) -> bool:
        """Whether everybody waits for the person's keys."""
        return self.steers and self.player.paused

    @property
    def looks_back(self) -> bool:
        """Whether a person who plays sees an earlier position than the one to move in."""
        return self.steers and self.player.still and self.player.after < self._newest

    @property
    def listens(self) -> bool:
        """Whether the next key has a meaning yet: keys that were typed ahead wait until the move
        before is made."""
        player = self.player
        waits = self.in_turns and not self.sheet and not player.still and player.fraction >= 1
        return not waits or player.waited > LONG_THOUGHT

    def events(self) -> list[Event]:
        """What has happened in all games."""
        shows = self.player.shows
        if [show for show, _ in self._events] != [*shows]:
            self._events = [(show, Events(show.states)) for show in shows]
        return sorted(
            (event for _, events in self._events for event in events.now()),
            key=lambda event: event.ply,
        )

    # What happens.

    def advance(self, seconds: float) -> None:
        """Let time go by; it stands still below a sheet."""
        if self.sheet:
            return
        self.player.advance(seconds)
        self._still_steering = max(self._still_steering - seconds, 0)
        person = self.player.person
        if person and not self._persons_end:
            self._persons_end = self.player.has_ended(self.player.shows.index(person))
            self._still_steering = LAST_STEERING if self._persons_end else 0
            if self.in_turns and self.player.still and self._goes_on_alone(person):
                self.player.round_on()
        self.seen_end = self.seen_end or self.player.over

    def press(self, key: str) -> NextAction | None:
        """Do what a key means; a wish if it ends the sitting."""
        if self.sheet:
            self._press_on_sheet(self.sheet, key)
            return None
        if self.steers and self._steer(key):
            return None
        if self._still_steering and key in STEERING:
            self._still_steering = LAST_STEERING
            return None
        if overlay := OVERLAY_KEYS.get(key):
            self.player.toggle(overlay)
            return None
        match command := KEYS.get(key):
            case Command.QUIT:
                return NextAction.QUIT
            case Command.AGAIN:
                return NextAction.PLAY_AGAIN
            case Command.NEXT:
                return NextAction.NEXT_GAME if self.seen_end else None
            case Command.HELP:
                self.sheet = HelpSheet(turns=self.in_turns)
            case Command.TAKE_OVER:
                self._open_menu()
            case Command.COLOURS:
                self.theme = other_colours(self.theme)
            case Command.GROUND:
                self.theme = other_ground(self.theme)
            case Command():
                obey(self.player, command)
        return None

    @property
    def _newest(self) -> int:
        """The last ply of the game in which the person plays."""
        person = self.player.person
        return len(person.states) - 1 if person else self.player.last

    def _steer(self, key: str) -> bool:
        """What a key means to who plays; False if it means what it means to everybody."""
        player, person = self.player, self.player.person
        assert person is not None
        assert person.person is not None
        if not player.paused:
            if key in STEERING:
                person.person.steer(STEERING[key])
            return key in STEERING
        if player.fraction < 1:
            player.go_to(player.after)  # the next move needn't wait until this one was shown
        behind = player.after < self._newest
        command = KEYS.get(key)
        if key in (*STEERING, *STAYING) and not (key == "." and behind):
            if behind:
                player.go_to(self._newest)
            elif player.still:
                action = STEERING.get(key, Action.STOP)
                if action in _choices(person):
                    person.person.steer(action)
                    player.round_on()
            return True
        if command is Command.PAUSE:
            player.go_to(self._newest)
        if command is Command.END:
            player.go_to(self._newest)
            return True
        return command in (Command.ROUND_ON, Command.PLY_ON) and not behind

    def _goes_on_alone(self, person: GameSource) -> bool:
        """Whether the newest position is shown, and others have moves of this round to make."""
        to_move = person.states[-1].to_move
        if person.over or self.player.after < self._newest:
            return False
        return to_move != 0 and person.players[to_move] is not person.person

    def _open_menu(self) -> None:
        player = self.player
        self._was_running = not player.paused
        player.go_to(player.after if player.fraction >= 1 else player.before)
        self.sheet = TakeOverSheet(player)

    def _press_on_sheet(self, sheet: Sheet, key: str) -> None:
        if sheet.press(key):
            return
        self.sheet = None
        if not isinstance(sheet, TakeOverSheet):
            return
        if sheet.taken:
            self.seen_end = self._persons_end = False
        elif self._was_running and not self.player.over:
            self.player.toggle_pause()


def _choices(person: GameSource) -> tuple[Action, ...]:
    """What the person can do in this round. A ghost's choice doesn't depend on who moves first."""
    state: State = person.states[-1]
    seat = next(number for number, agent in enumerate(person.players) if agent is person.person)
    while state.to_move != seat and not state.is_terminal:
        state = state.successor(state.legal_actions()[-1])
    # Who might be caught before their turn may want anything.
    return tuple(Action) if state.is_terminal else state.legal_actions()
