"""`pacgrid play`, `compare` and `replay`: games that are played, watched, saved and shown again."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.analysis.results import results_json
from pacgrid.cli.console import JsonOutput, SafeConsole, note_written
from pacgrid.cli.matchup import Matchup, matchups
from pacgrid.cli.options import (
    AddressOption,
    AnalyseOption,
    GameOption,
    GamesOption,
    GhostsOption,
    JobsOption,
    JsonOption,
    JudgeOption,
    LayoutOption,
    LimitOption,
    MoveSecondsOption,
    NumGhostsOption,
    OptionError,
    OverlayOption,
    PositionOption,
    SaveOption,
    SecondOption,
    SeedOption,
    View,
    ViewOption,
    complete_agent,
    given_options,
)
from pacgrid.cli.series import (
    GameFiles,
    Series,
    analysed,
    chosen_judge,
    exit_after_forfeit,
    print_analysis,
    results_table,
)
from pacgrid.cli.watching import (
    LINGER,
    chosen_view,
    open_renderer,
    play_series,
    print_result,
    show,
    view_settings,
)
from pacgrid.game import Limits
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.game_loader import own_errors
from pacgrid.layout import Layout
from pacgrid.records.record import Record, pairing, players_words
from pacgrid.session.game_session import GameSession
from pacgrid.session.menus import GameChoice
from pacgrid.session.playback import NAME, ReplayedGame
from pacgrid.session.session import NextAction

MOST_AGENTS = 4


def play(
    context: typer.Context,
    agent: Annotated[
        str | None,
        typer.Argument(
            metavar="AGENT",
            help="Pac-Man's agent, or the one that plays first in another game. Default: keyboard,"
            " which is you.",
            autocompletion=complete_agent,
        ),
    ] = None,
    *,
    game: GameOption = None,
    second: SecondOption = None,
    layout: LayoutOption = None,
    position: PositionOption = None,
    ghosts: GhostsOption = None,
    num_ghosts: NumGhostsOption = None,
    games: GamesOption = 1,
    seed: Annotated[
        str,
        typer.Option(
            *("--seed", "-s"),
            metavar="N[,N[,N]]",
            help="Seed of the first game; each next game adds 1. A second number seeds Pac-Man's"
            " own random numbers, as in grading; a third the ghosts'.",
        ),
    ] = "0",
    view: ViewOption = None,
    address: AddressOption = None,
    overlay: OverlayOption = None,
    save: SaveOption = None,
    analyse: AnalyseOption = False,
    judge_by: JudgeOption = None,
    json_path: JsonOption = None,
    rounds: LimitOption = None,
    move_seconds: MoveSecondsOption = None,
    jobs: JobsOption = None,
) -> None:
    """Play Pac-Man yourself, or watch agents play.

    Without an agent, a layout, a position or ghosts, a menu lets you choose.

    An agent is a name from `pacgrid agents` or a file: my_agent.py.
    Options follow a colon: minimax:depth=3, my_agent.py:MyAgent:depth=3.

    With --game, agents or people play another game: pacgrid play minimax --game nim

    The files of several games are numbered: game-1.jsonl, game-2.jsonl.
    PACGRID_THEME sets the colours of views and films, such as light.
    The exit code is 1 if an agent forfeits a game.
    """
    first = agent or NAME
    person = NAME in ((first, second) if game is not None else (first, *(ghosts or ())))
    (matchup,) = matchups(
        context,
        [first],
        _limits(rounds, move_seconds, person=person),
        game=game,
        second=second,
        layout=layout,
        position=position,
        ghosts=ghosts,
        num_ghosts=num_ghosts,
    )
    settings = view_settings(matchup.setup, overlay, person=person, analysed=analyse)
    files = GameFiles.of(save, games, settings)
    shown = chosen_view(view, address, person=person, unwatched=games > 1 or files.has_pictures)
    is_watched = files.shows_thoughts or bool(overlay) or shown is not View.NONE
    seed_of_games, own_seeds = _seeds(seed)
    series = Series(
        matchup,
        games,
        seed_of_games,
        files,
        thoughts=games == 1 and is_watched,
        own_seeds=own_seeds,
        judge=chosen_judge(analyse, judge_by, matchup.setup),
    )
    output = JsonOutput(json_path)
    console = SafeConsole(stderr=output.is_stdout)

    def series_of(choice: GameChoice) -> Series:
        limits = _limits(rounds, move_seconds, person=choice.pacman == NAME)
        board, others = Layout.load(choice.layout), [choice.ghosts]
        return replace(series, matchup=Matchup.of(board, choice.pacman, others, limits=limits))

    is_chosen = agent or game or layout or position or ghosts or num_ghosts is not None
    with output.alone_on_stdout(), own_errors(game or ""):
        (results,) = play_series(
            [series],
            shown,
            address,
            settings,
            console,
            jobs=jobs,
            linger=LINGER if games > 1 and not person else None,
            series_of=None if is_chosen or games > 1 or json_path else series_of,
        )
    if not results:  # the menu was closed
        return
    setup, agents = matchup.setup, matchup.agents
    if games > 1:
        title = f"{pairing(agents)} on {setup.title}"
        if not setup.has_rounds:
            title = f"{players_words(setup, agents)} ({setup.title})"
        console.print(results_table(title, [first], [results], setup))
    output.write(results_json(results, setup, agents))
    exit_after_forfeit(results)


def compare(
    context: typer.Context,
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT",
            help="Two to four agents for Pac-Man, or for who plays first in another game.",
            autocompletion=complete_agent,
        ),
    ],
    *,
    game: GameOption = None,
    second: SecondOption = None,
    layout: LayoutOption = None,
    position: PositionOption = None,
    ghosts: GhostsOption = None,
    num_ghosts: NumGhostsOption = None,
    games: GamesOption = 1,
    seed: SeedOption = 0,
    view: ViewOption = None,
    address: AddressOption = None,
    overlay: OverlayOption = None,
    save: SaveOption = None,
    json_path: JsonOption = None,
    rounds: LimitOption = None,
    move_seconds: MoveSecondsOption = None,
    jobs: JobsOption = None,
) -> None:
    """Compare agents in the same games, side by side.

    They meet the same ghosts on the same layout with the same seeds. A single game of
    each agent is shown side by side. For several, a table shows how far each agent is
    ahead of the first.

    With --game, each agent plays first in another game: --game tictactoe

    Each agent has its own files: game-1.jsonl, game-2.jsonl.
    The exit code is 1 if an agent forfeits a game.
    """
    if not 2 <= len(agents) <= MOST_AGENTS:
        raise OptionError(f"compare takes 2 to {MOST_AGENTS} agents, not {len(agents)}")
    person = NAME in agents
    if game is None and (agents.count(NAME) > 1 or NAME in (ghosts or ())):
        raise OptionError("there is only one keyboard, so you can steer only one Pac-Man")
    if game is not None and NAME in (*agents, second):
        raise OptionError("--game: games are compared between agents; leave out the keyboard")
    compared = matchups(
        context,
        agents,
        _limits(rounds, move_seconds, person=person),
        game=game,
        second=second,
        layout=layout,
        position=position,
        ghosts=ghosts,
        num_ghosts=num_ghosts,
    )
    setup, others = compared[0].setup, compared[0].agents[1:]
    settings = view_settings(setup, overlay, person=person)
    files = GameFiles.of(save, games, settings)
    shown = chosen_view(view, address, person=person, unwatched=games > 1 or files.has_pictures)
    thoughts = games == 1 and (files.shows_thoughts or bool(overlay))
    all_series = [
        Series(matchup, games, seed, files.for_agent(number), thoughts=thoughts)
        for number, matchup in enumerate(compared, start=1)
    ]
    output = JsonOutput(json_path)
    console = SafeConsole(stderr=output.is_stdout)
    linger = LINGER if games > 1 and not person else None
    with output.alone_on_stdout(), own_errors(game or ""):
        results = play_series(
            *(all_series, shown, address, settings, console), jobs=jobs, linger=linger
        )
    count = len(results[0])
    title = f"{'one game' if count == 1 else f'the same {count} games'} on {setup.title}"
    title = f"{title}, {pairing(['', *others]).strip()}"
    console.print(results_table(title, agents, results, setup))
    each = zip(agents, results, strict=True)
    contestants = [results_json(played, setup, (agent, *others)) for agent, played in each]
    name = "layout" if setup.has_rounds else "game"
    output.write({name: setup.title, "contestants": contestants})
    exit_after_forfeit(result for played in results for result in played)


def _limits(rounds: int | None, move_seconds: float | None, *, person: bool) -> Limits:
    """By default there is no limit on the rounds of a person's game."""
    return Limits(rounds=rounds or (None if person else Limits.rounds), move_seconds=move_seconds)


def _seeds(text: str) -> tuple[int, dict[str, int]]:
    """The seed of the game, and those of Pac-Man and of the ghosts. Raises OptionError."""
    try:
        game, *own = map(int, text.split(","))
    except ValueError:
        raise OptionError(f"--seed {text}: isn't a number") from None
    if len(own) > 2:
        raise OptionError(f"--seed {text}: three at most, of the game, Pac-Man and the ghosts")
    return game, dict(zip(("pacman_seed", "ghost_seed"), own, strict=False))


def replay(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A record that `pacgrid play --save` wrote.")
    ],
    *,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME", help="The file of the game, if it is your own: my_game.py:target=21."
        ),
    ] = None,
    view: ViewOption = None,
    address: AddressOption = None,
    overlay: OverlayOption = None,
    save: SaveOption = None,
    analyse: AnalyseOption = False,
    judge_by: JudgeOption = None,
    json_path: Annotated[
        str | None,
        typer.Option(
            "--json", metavar="FILE", help="Write the analysis as JSON; - prints only that."
        ),
    ] = None,
) -> None:
    """Show a saved game again, or make a film or a page of it.

    A truncated record is shown as far as it goes. With --save, that part becomes
    a complete record. If you take over, --save also saves what follows.

    With --analyse, each move has its regret: how many points it cost, compared
    with the best one.
    """
    judge = chosen_judge(analyse, judge_by)
    if json_path and not judge:
        raise OptionError("--json writes an analysis; add --analyse")
    output = JsonOutput(json_path)
    record = Record.load(file, BoardSetup.load(game) if game else None)
    setup = record.setup
    if not setup.in_real_time and (given := given_options(context, "analyse", "judge_by")):
        raise OptionError(f"{', '.join(given)}: only games of Pac-Man are analysed")
    settings = view_settings(setup, overlay, analysed=bool(judge))
    files = GameFiles.of(save, 1, settings)
    shown = chosen_view(view, address, unwatched=files.has_pictures or bool(json_path))
    console = SafeConsole(stderr=output.is_stdout)
    analysis = None
    if judge:
        from pacgrid.analysis.analyse import analysis_json

        analysis = analysed(record, judge)
        output.write(analysis_json(analysis))
    if shown is View.NONE:
        _finish(record, analysis, files, console)
        return
    with own_errors(setup.title), open_renderer(shown, console, address) as renderer:
        again = True
        while again:
            replayed = ReplayedGame(record, analysis)
            session = GameSession(replayed, settings=settings, real_time=renderer.real_time)
            try:
                show(renderer, session)
            finally:  # after Ctrl-C, too
                last = session.games[0]  # a new one after a takeover
                record, analysis = last.record, last.analysis
                again = session.next_action is NextAction.PLAY_AGAIN
                if not again:
                    _finish(record, analysis, files, console)


def _finish(
    record: Record, analysis: GameAnalysis | None, files: GameFiles, console: Console
) -> None:
    written = files.write(1, record, analysis)
    print_result(record, console)
    if analysis:
        print_analysis(record, analysis, console)
    for file in written:
        note_written(file)
