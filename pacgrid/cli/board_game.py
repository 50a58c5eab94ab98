"""`pacgrid play --game`: play, watch or count games of other kinds than Pac-Man."""

import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext, redirect_stdout
from dataclasses import dataclass
from typing import Any, Self

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from pacgrid.agent import Agent
from pacgrid.agent_loader import load_agent
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.default_agent import default_agent
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.options import OptionError, chosen_view
from pacgrid.cli.view import View, WebOptions, open_renderer
from pacgrid.cli.watching import LINGER, show
from pacgrid.common.intervals import proportion_interval
from pacgrid.games.board_game import PERSON, BoardGame
from pacgrid.games.board_state import BoardState
from pacgrid.games.game_file import own_errors
from pacgrid.games.game_loader import GameError, load_game
from pacgrid.search import Searcher
from pacgrid.session.board_insight import BOARD_OVERLAYS
from pacgrid.session.board_picture import players_words, result_words
from pacgrid.session.board_source import BoardSource
from pacgrid.session.game_session import GameSession
from pacgrid.session.next_action import NextAction
from pacgrid.session.overlays import Overlay
from pacgrid.session.settings import MOVES_PER_SECOND, Settings
from pacgrid.session.themes import THEMES, ThemeName

OPTIONS = frozenset(
    {"game", "first", "second", "games", "seed", "view", "host", "port", "browser", "speed"}
    | {"theme", "overlay", "json_path"}
)
"""The parameters of `pacgrid play` that board games have."""


@dataclass(frozen=True)
class BoardMatchup:
    """A game and who plays it. Every game of a series gets new agents."""

    title: str
    start: BoardState
    names: tuple[str, ...]
    """The agents' names, `PERSON` for people; agent 0 first."""

    @classmethod
    def of(cls, title: str, first: str | None, second: str | None) -> Self:
        """The game that `title` names. With more than two players, `second` plays all the others.

        Raises GameError, AgentError, or OptionError for a compiled search.
        """
        start = load_game(title)
        if start.is_terminal:
            raise GameError(f"{title}: the game is over before it begins; there is nothing to play")
        others = (second or default_agent(start),) * (start.num_agents - 1)
        matchup = cls(title, start, (first or PERSON, *others))
        for agent in matchup.game(seed=0).agents:  # report a wrong name before anything starts
            if isinstance(agent, Searcher) and agent.compiled:
                raise OptionError(
                    f"{agent.name}: a compiled search plays only Pac-Man; leave out compiled=true"
                )
        return matchup

    @property
    def has_person(self) -> bool:
        return PERSON in self.names

    def game(self, seed: int) -> BoardGame:
        """A new game. Raises AgentError."""
        agents: list[Agent | None] = [
            None if name == PERSON else load_agent(name) for name in self.names
        ]
        return BoardGame(self.start, agents, self.names, seed=seed)


def play_board_game(
    context: typer.Context,
    title: str,
    first: str | None,
    second: str | None,
    *,
    games: int,
    seed: int,
    view: View | None,
    web: WebOptions,
    speed: float | None,
    theme: ThemeName,
    overlays: Sequence[Overlay],
    json_path: str | None,
) -> int:
    """Play `games` games; return the exit code, 1 if an agent forfeited a game.

    Raises OptionError, GameError or AgentError.
    """
    _refuse_other_options(context)
    for overlay in overlays:
        if overlay not in BOARD_OVERLAYS:
            names = ", ".join(BOARD_OVERLAYS)
            raise OptionError(f"--overlay {overlay}: only Pac-Man has it; choose {names}")
    with own_errors(title):
        matchup = BoardMatchup.of(title, first, second)
    view = chosen_view(view, web, person=matchup.has_person, unwatched=games > 1)
    settings = Settings(speed or MOVES_PER_SECOND, THEMES[theme], set(overlays))
    output = JsonOutput(json_path)
    console = SafeConsole(stderr=output.is_stdout)
    # What agents print must not mix with the JSON.
    with redirect_stdout(sys.stderr) if output.is_stdout else nullcontext(), own_errors(title):
        if view is View.NONE:
            played = play_unwatched(matchup, games, seed, console)
        else:
            played = play_watched(matchup, games, seed, view, web, settings, console)
    if games > 1:
        console.print(results_table(matchup, played))
    output.write(as_json(matchup, played))
    return int(any(game.forfeit for game in played))


def play_unwatched(
    matchup: BoardMatchup, games: int, seed: int, console: Console
) -> list[BoardGame]:
    """Play all games, with a progress bar on a terminal; print the result of a single game."""
    errors = SafeConsole(stderr=True)
    played = []
    for number in track(
        range(games),
        "games",
        console=errors,
        transient=True,
        disable=games == 1 or not errors.is_terminal,
    ):
        game = matchup.game(seed + number)
        while game.step():
            pass
        game.quit()
        played.append(game)
    if games == 1:
        console.print(result_text(matchup, played[0]), soft_wrap=True)
    return played


def play_watched(
    matchup: BoardMatchup,
    games: int,
    seed: int,
    view: View,
    web: WebOptions,
    settings: Settings,
    console: Console,
) -> list[BoardGame]:
    """Show the games; R adds one more. Prints the result of each."""
    played: list[BoardGame] = []
    last = games
    with open_renderer(view, console, web) as renderer:
        while len(played) < last:
            is_last = len(played) == last - 1
            game = matchup.game(seed + len(played))
            session = GameSession(
                BoardSource(game, matchup.title),
                settings=settings,
                enter_effect="close" if is_last else "next game",
                linger=LINGER if games > 1 and not matchup.has_person else None,
            )
            show(renderer, session)
            played.append(game)
            if game.moves or game.over:
                console.print(result_text(matchup, game), soft_wrap=True)
            if session.next_action is NextAction.QUIT:
                break
            last += session.next_action is NextAction.PLAY_AGAIN
    return played


def result_text(matchup: BoardMatchup, game: BoardGame) -> Text:
    """How a game ended: a line, and the reason and traceback of a forfeit."""
    plies = f"{len(game.moves)} {'ply' if len(game.moves) == 1 else 'plies'}"
    line = f"{result_words(game)} after {plies} ({players_words(game)}; {matchup.title}"
    text = Text(f"{line}, seed {game.seed})", "bold")
    if forfeit := game.forfeit:
        text.append(f"\n{game.names[forfeit.agent]}: {forfeit.failure.message}", "not bold red")
        if forfeit.failure.frames:
            text.append(f"\n{forfeit.failure.frames}", "not bold dim")
    return text


def results_table(matchup: BoardMatchup, games: Sequence[BoardGame]) -> Table:
    """How often each result occurred, and what moves cost."""
    table = Table(title=f"{players_words(games[0])} ({matchup.title})", show_header=False)
    table.add_column(style="bold")
    table.add_column(justify="right")
    table.add_column(style="dim")
    table.add_row("games", str(len(games)), "")
    for words, count in Counter(map(result_words, games)).most_common():
        low, high = proportion_interval(count, len(games))
        share = f"{count} ({count / len(games):.1%})"
        table.add_row(words, share, f"95 % interval {low:.1%} to {high:.1%}")
    plies = sum(len(game.moves) for game in games) / len(games)
    table.add_row("mean plies", f"{plies:.1f}", "")
    for agent, player in enumerate(matchup.start.players):
        own = [move for game in games for move in game.moves if move.mover == agent]
        if own:
            seconds = sum(move.seconds for move in own) / len(own)
            table.add_row(f"{player}'s seconds per move", f"{seconds:.2g}", "")
    return table


def as_json(matchup: BoardMatchup, games: Sequence[BoardGame]) -> dict[str, Any]:
    """The results for other programs."""
    return {
        "game": matchup.title,
        "agents": list(matchup.names),
        "games": [
            {
                "seed": game.seed,
                "result": result_words(game),
                "score": game.state.score,
                "plies": len(game.moves),
                "moves": [
                    state.action_name(move.action)
                    for state, move in zip(game.states, game.moves, strict=False)
                ],
                "forfeit": game.forfeit.agent if game.forfeit else None,
                "reason": game.forfeit.failure.message if game.forfeit else "",
            }
            for game in games
        ],
    }


def _refuse_other_options(context: typer.Context) -> None:
    """Raises OptionError if the command line has options that board games don't have."""
    sources = {
        parameter.opts[0]: context.get_parameter_source(parameter.name or "")
        for parameter in context.command.params
        if parameter.name not in OPTIONS
    }
    given = [name for name, source in sources.items() if source and source.name == "COMMANDLINE"]
    if "agent" in given:
        raise OptionError("an agent alone is Pac-Man's; with --game, use --first and --second")
    if given:
        raise OptionError(f"{', '.join(given)} can't be used with --game")
