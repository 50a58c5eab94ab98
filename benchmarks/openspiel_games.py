"""What each game of OpenSpiel does here, and what lectures say of some of them, measured.

    python benchmarks/openspiel_games.py --save benchmarks/results/openspiel_games.md

Without `--save`, only the first table is printed: which search is sound in each game, or why the
game is refused. Each game that is loaded is played at random, for at most 100 plies, and every
position is drawn. The page also has material in chess, branching factors, and five searches in
five games, which takes some minutes.
"""

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import pyspiel
import typer

from pacgrid.agent_loader import has_chance, load_agent, suitable_agent
from pacgrid.cli.bench import random_position
from pacgrid.errors import GameError
from pacgrid.games.board_setup import dealt
from pacgrid.games.openspiel_evaluations import material
from pacgrid.games.openspiel_game import load_openspiel
from pacgrid.games.openspiel_loader import quiet
from pacgrid.session.board_diagram import board_diagram

COMMAND = "python benchmarks/openspiel_games.py --save benchmarks/results/openspiel_games.md"
EXAMPLES = {
    "add_noise": "add_noise(epsilon=1.0,seed=1,game=tic_tac_toe())",
    "cached_tree": "cached_tree(game=tic_tac_toe())",
    "misere": "misere(game=tic_tac_toe())",
    "normal_form_extensive_game": "normal_form_extensive_game(game=matrix_pd())",
    "repeated_game": "repeated_game(num_repetitions=2,stage_game=matrix_pd())",
    "repeated_poker": "repeated_poker(max_num_hands=2,reset_stacks=True,"
    "universal_poker_game_string=universal_poker())",
    "restricted_nash_response": "restricted_nash_response(game=kuhn_poker())",
    "start_at": "start_at(game=tic_tac_toe(),history=4;0)",
    "turn_based_simultaneous_game": "turn_based_simultaneous_game(game=matrix_pd())",
    "zerosum": "zerosum(game=tic_tac_toe())",
}
"""With the parameters that a game needs."""
PLIES = 100
CHESS = {
    "r1bqkb1r/pppp1ppp/2n5/4p3/4P3/5N2/PPP2PPP/RNBQK2R w KQkq - 0 7": "bishop, pawn for knight",
    "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQk - 0 1": "knight for rook",
    "rnbqkbnr/1ppppp1p/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1": "queen for two pawns",
}
"""Positions, and what White exchanged."""
DEPTHS = {"chess": 2, "checkers": 3, "backgammon": 1}
"""How many rounds are searched for branching factors."""
POSITIONS = 10
BENCH = (
    *("minimax:depth=1", "alpha_beta:depth=1", "expectimax:depth=1"),
    *("iterative_deepening:nodes=1000", "mcts:playouts=200"),
    *("--game", "openspiel:tic_tac_toe", "--game", "openspiel:connect_four"),
    *("--game", "openspiel:othello", "--game", "openspiel:checkers", "--game", "openspiel:chess"),
    *("--second", "minimax:depth=1", "--opening", "1", "--games", "10", "--rounds", "60"),
)


def main(save: Annotated[Path | None, typer.Option(help="Write the page.")] = None) -> None:
    """Print the table of all games, or write the page."""
    if save is None:
        print(games_table())
        return
    parts = {
        "": games_table(),
        "Material in chess, in pawns": markdown(
            ["White gave", "position", "White − Black"], material_rows()
        ),
        "Branching factors": BRANCHING
        + markdown(
            ["game", "legal actions", "plies", "search", "nodes", "b\\*"], list(branching_rows())
        ),
        "Five searches in five games": f"`pacgrid bench {shlex.join(BENCH)}`\n\n"
        + markdown(["game", "search", "wins", "draws", "mean score", "nodes"], bench_rows()),
    }
    text = "\n".join(f"## {title}\n\n{part}" if title else part for title, part in parts.items())
    save.write_text(f"# The games of OpenSpiel\n\n`{COMMAND}`\n\n{text}", "utf-8")


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def games_table() -> str:
    """What each game does here."""
    with quiet():
        rows = list(game_rows())
    plays = [row for row in rows if row[3]]
    around = sum("game=" in title for title, *_ in plays)
    alone = sum(players == "1" for _, players, *_ in plays)
    chance = sum(row[2] == "expectiminimax" and row[1] != "1" for row in plays)
    words = (
        f"{len(plays)} of {len(rows)} play here: {len(plays) - around - alone - chance} for"
        f" alpha-beta, {chance} for expectiminimax, {alone} for one player, and {around} games"
        " around another one, sound as long as that is, such as tic-tac-toe.\n\n"
    )
    return words + markdown(["game", "players", "search", "drawn as"], rows)


def game_rows() -> Iterator[tuple[str, str, str, str]]:
    """Of each game: its name, how many players it has, its search or why it is refused, and how it
    is drawn."""
    for kind in pyspiel.registered_games():
        title = EXAMPLES.get(kind.short_name, kind.short_name)
        try:
            state = load_openspiel(title)
        except GameError as error:
            reason = str(error).removeprefix(f"openspiel:{title}: ").replace(";", ",")
            refused = f"refused: {reason.partition(',')[0]}"
            yield f"`{title}`", str(kind.max_num_players), refused, ""
            continue
        first, rng = state, Random(1)
        for _ in range(PLIES):
            board_diagram(state)
            if state.is_terminal:
                break
            state = state.successor(rng.choice(state.legal_actions()))
        drawn = "text" if first.is_text else "squares"
        search = suitable_agent(first).partition(":")[0]
        yield f"`{title}`", str(first.num_agents), search, drawn


def material_rows() -> list[tuple[str, str, str]]:
    """The sums that the evaluation of chess counts."""
    return [
        (words, f"`{fen}`", f"{material(load_openspiel('chess', fen).text):g}".replace("-", "−"))
        for fen, words in CHESS.items()
    ]


BRANCHING = f"""In {POSITIONS} positions after 10 random rounds. b\\* is the branching factor of a
uniform tree with as many nodes as the search visited: AIMA, section 3.6.1. A roll of dice is a ply.

"""


def branching_rows() -> Iterator[tuple[str, ...]]:
    """For each game, the nodes of the whole tree and of alpha-beta's."""
    for name, depth in DEPTHS.items():
        first, plies = load_openspiel(name), 2 * depth
        states = [dealt(random_position(first, 10, Random(seed)))[0] for seed in range(POSITIONS)]
        actions = fmean(len(state.legal_actions()) for state in states)
        sizes = {"whole tree": [whole_tree(state, plies) for state in states]}
        if not has_chance(first):
            sizes["alpha_beta"] = [visited(state, depth) for state in states]
        for search, nodes in sizes.items():
            b = fmean(effective_branching(each, plies) for each in nodes)
            mean = f"{fmean(nodes):,.0f}"
            yield name, f"{actions:.1f}", str(plies), search, mean, f"{b:.1f}"


def whole_tree(state: Any, plies: int) -> int:
    """How many positions there are below `state`."""
    actions = () if state.is_terminal else state.legal_actions()
    below = (whole_tree(state.successor(each), plies - 1) for each in actions if plies > 1)
    return len(actions) + sum(below)


def visited(state: Any, depth: int) -> int:
    """How many positions alpha-beta visits."""
    agent: Any = load_agent(f"alpha_beta:depth={depth}")
    agent.act(state)
    nodes: int = agent.report.nodes
    return nodes


def effective_branching(nodes: int, plies: int) -> float:
    """The b with b + b² + … + b^plies = nodes."""
    low, high = 0.0, float(nodes)
    while high - low > 1e-6:
        middle = (low + high) / 2
        if sum(middle**ply for ply in range(1, plies + 1)) < nodes:
            low = middle
        else:
            high = middle
    return low


def bench_rows() -> list[tuple[str, ...]]:
    """What `pacgrid bench` measures."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "results.json"
        options = ["--no-journal", "--json", str(file)]
        subprocess.run(["pacgrid", "bench", *BENCH, *options], check=True, stdout=sys.stderr)
        contests = json.loads(file.read_text("utf-8"))["contests"]
    return [bench_row(contest) for contest in contests]


def bench_row(contest: Any) -> tuple[str, ...]:
    summary, (search, *_) = contest["summary"], contest["agents"]
    score, (low, high) = summary["mean_score"], summary["score_interval"]
    nodes = summary["nodes_per_move"]
    return (
        contest["game"].removeprefix("openspiel:"),
        search,
        str(summary["wins"]),
        str(summary["draws"]),
        f"{score:z.2f} ({low:z.2f} to {high:z.2f})".replace("-", "−"),
        f"{nodes:,.0f}",
    )


if __name__ == "__main__":
    typer.run(main)
