"""The games of a test: what was played, and when a lost one could still have been saved."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal
from urllib.parse import quote

from pacgrid.action import Action
from pacgrid.analysis.game_analysis import (
    LINE_LEGEND,
    GameAnalysis,
    Mark,
    line_name,
    line_text,
    worth_text,
)
from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields
from pacgrid.records.record import Record
from pacgrid.state import State


@dataclass(frozen=True)
class LastChance:
    """The last move before which Pac-Man could be safe for some rounds, whatever the ghosts do."""

    move: int
    """Pac-Man's moves are numbered from 1."""
    action: str
    """A safe action that he didn't take: `west`. "" if the one he took was safe for that long."""
    rounds: int
    """How many rounds it is safe for."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["action"])

    def __str__(self) -> str:
        safe = f"safe for {self.rounds} rounds"
        if self.action:
            return f"could be saved until move {self.move}: {self.action} was {safe}"
        return f"was {safe} until move {self.move}"


@dataclass(frozen=True)
class TurningPoint:
    """The mistake or blunder that cost most, and what should have been played."""

    move: int
    """Pac-Man's moves are numbered from 1."""
    worth: str
    """What he played, and what was better: `east is worth -512, west 240`."""
    board: str
    line: str
    """The play that proves it, a word for each round."""
    is_example: bool
    """Whether other play is as likely, because ghosts leave their moves to chance."""
    judge: str
    """How that is known."""
    is_blunder: bool = True

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["worth", "line", "judge"], blocks=["board"])

    def __str__(self) -> str:
        went = "was thrown away" if self.is_blunder else "went wrong"
        return f"{went} at move {self.move}: {self.worth}"

    @property
    def explanation(self) -> str:
        """The position, what was better there and why, in some lines."""
        line = line_name(has_chance=self.is_example)
        played = f"{line} ({LINE_LEGEND}): {self.line}"
        return f"{self.board}\n\n{self.worth}\n{played}\njudge: {self.judge}"


GameNoun = Literal["seed", "game"]


@dataclass(frozen=True)
class PlayedGame:
    """A game of a test, from which its record can be made again."""

    seed: int
    won: bool
    """Whether the submission won it: as Pac-Man; or as ghosts, by catching him."""
    score: int
    actions: str = ""
    """All actions that were played, ghosts' included, as in a record: `NESW`, and `-` to stop."""
    failure: Failure | None = None
    """Why the submission forfeited the game, if it did."""
    last_chance: LastChance | None = None
    """When a lost game could still have been saved, if it is one of the first and that is known."""
    turning_point: TurningPoint | None = None
    """The move that cost most, if the test has its lost games analysed and this is one of them."""
    analysis: str = ""
    """What each of Pac-Man's moves cost, as JSON, if the game was analysed."""
    noun: GameNoun = "seed"
    """What the number in `seed` is: a `game` of a course's test cases has only its own number."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["actions"])


HORIZONS = (12, 8, 4, 2)
"""So many rounds are searched, or else fewer: as far as `MOST_SUCCESSORS` reach."""
MOST_SUCCESSORS = 30_000


class _OutOfBudgetError(Exception):
    """The search has become too large."""


def last_chance(states: Sequence[State]) -> LastChance | None:
    """The last chance in a game with these states, from first to last. None if Pac-Man isn't caught
    in the end, had no chance, or finding it takes too long."""
    if not states[-1].is_loss:
        return None
    turns = [n for n, state in enumerate(states) if state.to_move == 0 and not state.is_terminal]
    for rounds in HORIZONS:
        escape = _Escape(rounds)
        try:
            for move in range(len(turns), 0, -1):
                before = states[turns[move - 1]]
                if safe := escape.safe_actions(before):
                    is_safe = states[turns[move - 1] + 1] in map(before.successor, safe)
                    return LastChance(move, "" if is_safe else str(safe[0]), rounds)
            return None
        except _OutOfBudgetError:
            continue
    return None


class _Escape:
    """Searches for actions after which Pac-Man can't be caught for some rounds."""

    def __init__(self, rounds: int) -> None:
        self._rounds = rounds
        self._left = MOST_SUCCESSORS
        self._known: dict[tuple[State, int], bool] = {}

    def safe_actions(self, state: State) -> list[Action]:
        """Those of Pac-Man in `state`. Raises _OutOfBudgetError."""
        plies = self._rounds * state.num_agents
        return [a for a in state.legal_actions() if self._can_escape(state.successor(a), plies - 1)]

    def _can_escape(self, state: State, plies: int) -> bool:
        """Whether Pac-Man can avoid being caught for so many plies, whatever the ghosts do."""
        if state.is_terminal or plies == 0:
            return not state.is_loss
        if (state, plies) not in self._known:
            if self._left <= 0:
                raise _OutOfBudgetError
            actions = state.legal_actions()
            self._left -= len(actions)
            after = (self._can_escape(state.successor(a), plies - 1) for a in actions)
            self._known[state, plies] = any(after) if state.to_move == 0 else all(after)
        return self._known[state, plies]


def turning_point(record: Record, analysis: GameAnalysis) -> TurningPoint | None:
    """The turning point of a game; None if Pac-Man made no mistake that its analysis knows of."""
    move = analysis.turning_point()
    if move is None or move.mark is Mark.INACCURACY:
        return None
    num_agents = len(record.agents)
    (state,) = islice(record.states(), move.ply, move.ply + 1)
    return TurningPoint(
        move.ply // num_agents + 1,
        worth_text(move),
        str(state),
        line_text(move.line, 0, num_agents),
        analysis.has_chance,
        analysis.judge,
        move.mark is Mark.BLUNDER,
    )


MOST_PAGES = 3
"""How many lost games of a test have a page. A page takes half a second to make."""
_MOST_NAMED = 3


@dataclass(frozen=True)
class LostGame:
    """A lost game, and the page that plays it."""

    game: PlayedGame
    page: str = ""
    """The page's relative address; "" if there is none."""

    @property
    def label(self) -> str:
        """`seed 103`, or `game 3`."""
        return f"{self.game.noun} {self.game.seed}"

    @property
    def begins(self) -> str:
        """From where its page plays it."""
        if self.game.turning_point:
            return "from the move that cost most"
        if self.game.last_chance:
            return "from the last round in which you could be saved"
        return "from the start"


def lost_games(
    question: str, test: int, lost: Sequence[PlayedGame], pages: str = ""
) -> tuple[LostGame, ...]:
    """The games of a question's test that were `lost`; the first ones have a page in the folder
    `pages`, if it is given."""
    with_page = MOST_PAGES if pages else 0
    return tuple(
        LostGame(
            game, quote(f"{pages}/{game_name(question, test, game)}.html") * (place < with_page)
        )
        for place, game in enumerate(lost)
    )


def lost_lines(games: Sequence[PlayedGame]) -> list[str]:
    """`lost with seeds 103, 105` or `lost games 3, 5`, for lost games, and a line for each of which
    is known where it was thrown away, or could still have been saved; nothing if there are none."""
    if not games:
        return []
    named = ", ".join(str(game.seed) for game in games[:_MOST_NAMED])
    more = f" and {len(games) - _MOST_NAMED} more" if len(games) > _MOST_NAMED else ""
    noun = games[0].noun
    lost = f"lost{' with' * (noun == 'seed')} {noun}{'s' * (len(games) > 1)}"
    return [
        f"{lost} {named}{more}",
        *(
            f"{noun} {game.seed} {game.turning_point or game.last_chance}"
            for game in games
            if game.turning_point or game.last_chance
        ),
    ]


def game_name(question: str, test: int, game: PlayedGame) -> str:
    """The name of the files, without suffix, of a game in the test with that number."""
    return f"{question}-{test}-{game.noun}-{game.seed}"
