"""`pacgrid bench`: how strong agents are, measured in many games that a journal stores."""

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Annotated, Any, NamedTuple

import typer
from pydantic import TypeAdapter

from pacgrid.agent import AgentSpec
from pacgrid.agent_loader import DEFAULT_GHOST, MAX_AGENT_BYTES, suitable_agent
from pacgrid.analysis.analyse import JudgeChoice
from pacgrid.analysis.results import Result, lead, results_json
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.model.fault import engine_version
from pacgrid.cli.console import JsonOutput, SafeConsole, progress_bar, resumable
from pacgrid.cli.matchup import DEFAULT_LAYOUT, Matchup, load_layout
from pacgrid.cli.options import (
    AnalyseOption,
    GamesOption,
    JobsOption,
    JournalOption,
    JsonOption,
    JudgeOption,
    LayoutsOption,
    MoveSecondsOption,
    NoJournalOption,
    NumGhostsOption,
    OptionError,
    RoundsOption,
    SeedOption,
    complete_agent,
    complete_game,
    ghosts_option,
    refuse_both,
    refuse_with_game,
    split_names,
)
from pacgrid.cli.series import Series, chosen_judge, exit_after_forfeit, in_processes, results_table
from pacgrid.common.concurrency import available_cpus
from pacgrid.common.files import read_regular_file
from pacgrid.game import Limits
from pacgrid.games.board_setup import BoardSetup
from pacgrid.search import CHANCE
from pacgrid.session.playback import NAME

JOURNAL = Path("pacgrid-bench.sqlite")
_RESULT = TypeAdapter(Result)


def bench(
    context: typer.Context,
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="AGENT",
            help="Agents for Pac-Man, or for who plays first in another game.",
            autocompletion=complete_agent,
        ),
    ] = None,
    *,
    game: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME",
            help="Another game, as in `pacgrid play`. Repeat for more tables.",
            autocompletion=complete_game,
        ),
    ] = None,
    second: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT",
            help="With --game: the agent of the other players, as in `pacgrid play`. Repeat for"
            " more tables.",
            autocompletion=complete_agent,
        ),
    ] = None,
    ghosts: Annotated[
        list[str] | None,
        ghosts_option(
            "An agent for all ghosts, a team, or names with commas between them. Repeat for more"
            f" tables. Default: {DEFAULT_GHOST}."
        ),
    ] = None,
    layout: LayoutsOption = None,
    num_ghosts: NumGhostsOption = None,
    games: GamesOption = 20,
    seed: SeedOption = 0,
    goal: Annotated[
        float | None,
        typer.Option(metavar="POINTS", help="Also count the games with at least so many points."),
    ] = None,
    opening: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="Begin each game with N random rounds, for agents and ghosts that leave nothing"
            " to chance.",
        ),
    ] = 0,
    rounds: RoundsOption = 1000,
    move_seconds: MoveSecondsOption = None,
    jobs: JobsOption = None,
    analyse: AnalyseOption = False,
    judge_by: JudgeOption = None,
    json_path: JsonOption = None,
    journal: JournalOption = None,
    no_journal: NoJournalOption = False,
) -> None:
    """Measure agents: wins, scores, costs; 95 % intervals.

    Every agent plays the same seeds against each of the ghosts on each layout.
    The table also shows how far each agent is ahead of the first one.

    With --game, every agent plays first in another game: bench minimax mcts --game nim

    To resume a benchmark that was stopped, run the same command again.
    The exit code is 1 if an agent forfeits a game.

    Example: pacgrid bench minimax expectimax -g minimax_ghost -g random_ghost
    """
    if not agents:
        raise OptionError("name an agent, such as reflex; `pacgrid agents` lists them")
    if game:
        refuse_with_game(context, "layout", "ghosts", "num_ghosts", "analyse", "judge_by")
    elif second:
        raise OptionError("--second needs --game; Pac-Man has --ghosts")
    refuse_both(journal=journal, no_journal=no_journal)
    opponents = second if game else ghosts or [DEFAULT_GHOST]
    if any(NAME in text for text in (*agents, *(opponents or ()))):
        raise OptionError("a benchmark is played by agents; the keyboard can't take part")
    output = JsonOutput(json_path)
    if not opponents:
        opponents = [suitable_agent(BoardSetup.load(title).first_state) for title in game or ()]
    benchmark = Benchmark(
        matchups(
            agents,
            opponents,
            game or layout or [DEFAULT_LAYOUT],
            Limits(rounds=rounds, move_seconds=move_seconds),
            num_ghosts=num_ghosts,
            other_games=bool(game),
        ),
        range(seed, seed + games),
        opening,
        chosen_judge(analyse, judge_by),
    )
    # A wrong name, or a file that can't be written, is reported before anything is played.
    console = SafeConsole(stderr=output.is_stdout)
    with (
        resumable(None if no_journal else journal or JOURNAL, syncs=False) as stored,
        progress_bar("games") as bar,
    ):
        task = bar.add_task("")
        results = benchmark.play(
            stored,
            jobs or available_cpus(),
            lambda done, total: bar.update(task, completed=done, total=total),
        )
    count = f"{games} games each, seeds {seed} to {seed + games - 1}"
    count = count if games > 1 else f"one game each, seed {seed}"
    contests, tables = [], dict[tuple[str, str], dict[str, list[Result]]]()
    for contest, own in results.items():
        tables.setdefault(contest[:2], {})[contest.agent] = own
    for (board, others), played in tables.items():
        setup = benchmark.matchups[Contest(board, others, next(iter(played)))].setup
        title = f"{board}, against {others}: {count}"
        console.print(results_table(title, [*played], [*played.values()], setup, goal))
        first = next(iter(played.values()))
        for agent, own in played.items():
            ahead, interval = lead(own, first)
            numbers = {"ahead": ahead, "ahead_interval": interval} if own is not first else {}
            contests.append({"ghosts": others} | results_json(own, setup, [agent]) | numbers)
    command = shlex.join(["pacgrid", *sys.argv[1:]])
    output.write({"command": command, "version": engine_version(), "contests": contests})
    exit_after_forfeit(result for played in results.values() for result in played)


class Contest(NamedTuple):
    """One agent against some ghosts on a layout, or against an opponent in another game."""

    layout: str
    ghosts: str
    """An agent, a team, or several agents with commas between their names; in another game, the
    agent of all other players."""
    agent: str


Results = Mapping[Contest, list[Result]]
"""By contest: the results of its games, in the order of the seeds."""


def matchups(
    agents: Sequence[str],
    opponents: Sequence[str],
    boards: Sequence[str],
    limits: Limits,
    *,
    num_ghosts: int | None = None,
    other_games: bool = False,
) -> dict[Contest, Matchup]:
    """Each agent against each of the opponents on each of the boards, which may be other games.

    Raises PacgridError for agents, ghosts and layouts that can't be loaded or don't go together.
    """
    made: dict[Contest, Matchup] = {}
    for board in boards:
        layout = None if other_games else load_layout(board)
        for others in opponents:
            for agent in agents:
                made[Contest(board, others, agent)] = (
                    Matchup.of(
                        *(layout, agent, split_names(others)), num_ghosts=num_ghosts, limits=limits
                    )
                    if layout
                    else Matchup.of_game(board, agent, others, limits=limits)
                )
    return made


@dataclass(frozen=True)
class Benchmark:
    """Games of each contest with each of the `seeds`."""

    matchups: Mapping[Contest, Matchup]
    seeds: Sequence[int]
    opening: int = 0
    """How many random rounds, drawn from the seed, each game begins with."""
    judge: JudgeChoice | None = None

    def __post_init__(self) -> None:
        """Raises SolutionError or AnalysisError if the judge can't judge these games."""
        if self.judge:
            for each in self.matchups.values():
                self.judge.check(each.setup)

    def play(
        self,
        journal: Journal | None = None,
        jobs: int = 1,
        watch: Callable[[int, int], object] = lambda *_: None,
    ) -> Results:
        """Play the games that `journal` doesn't have yet, in `jobs` processes.

        `watch` is called with the number of games done and of all games, at the start and after
        each game.
        """
        games = list(self._games())
        results = {game: found for game in games if journal and (found := _stored(journal, game))}
        watch(len(results), len(games))
        missing = [game for game in games if game not in results]
        for game, result in in_processes(BenchmarkGame.play, missing, jobs):
            results[game] = result
            if journal:
                journal.store(game.key, _RESULT.dump_json(result).decode())
            watch(len(results), len(games))
        played: dict[Contest, list[Result]] = {contest: [] for contest in self.matchups}
        for game in games:
            played[game.contest].append(results[game])
        return played

    def _games(self) -> Iterator["BenchmarkGame"]:
        for contest, matchup in self.matchups.items():
            identity = f"{matchup_identity(matchup)}\0{self.opening}"
            if self.judge:
                identity += f"\0{self.judge.identity}"
            for seed in self.seeds:
                key = sha256(f"{identity}\0{seed}".encode()).hexdigest()
                yield BenchmarkGame(key, contest, seed, matchup, self.opening, self.judge)


def _stored(journal: Journal, game: "BenchmarkGame") -> Result | None:
    """The result of a game in the journal. Raises JournalError if it is damaged."""
    text = journal.find(game.key)
    try:
        return _RESULT.validate_json(text) if text else None
    except ValueError as error:
        raise journal.damaged(error) from None


@dataclass(frozen=True, eq=False)
class BenchmarkGame:
    """One game. Can be sent to another process."""

    key: str
    """Equal keys give equal results."""
    contest: Contest
    seed: int
    matchup: Matchup
    opening: int
    judge: JudgeChoice | None

    def play(self) -> Result:
        matchup = self.matchup
        if self.opening:
            rng, setup = Random(f"{self.seed}:opening"), matchup.setup
            start = random_position(setup.first_state, self.opening, rng)
            matchup = replace(matchup, setup=setup.starting_from(start))
        return Series(matchup, 1, self.seed, judge=self.judge).result(1)


def random_position(start: Any, rounds: int, rng: Random) -> Any:
    """A position that so many random rounds lead to from `start`, in which the game goes on.

    Raises OptionError if every one of many tries ends the game.
    """
    for _ in range(1000):
        state = start
        for _ in range(rounds * start.num_agents):
            chances = state.distribution() if state.to_move == CHANCE else None
            actions = list(chances or state.legal_actions())
            weights = [chances[action] for action in actions] if chances else None
            state = state.successor(rng.choices(actions, weights)[0])
            if state.is_terminal:
                break
        else:
            return state
    raise OptionError(f"--opening {rounds}: nobody survives so many random rounds; take fewer")


def matchup_identity(matchup: Matchup) -> str:
    """A text that is the same for matchups whose games are the same: it has the version of Pacgrid
    and the contents of the agents' files."""
    parts: list[Any] = [engine_version(), matchup.setup.header(), astuple(matchup.limits)]
    return repr([*parts, *map(_with_hashes, matchup.agents)])


def _with_hashes(agent: str) -> str:
    """An agent's name, in which hashes stand for files: its source, and options that name files or
    functions in files."""
    spec = AgentSpec.parse(agent)
    names = [name for name in (spec.source, *spec.options.values()) if isinstance(name, str)]
    names += re.findall(r"([^\[\],=]+?\.py):", ",".join(spec.texts.values()))
    for name in filter(os.path.isfile, names):
        content = read_regular_file(name, MAX_AGENT_BYTES)
        agent = agent.replace(name, sha256(content).hexdigest())
    return agent
