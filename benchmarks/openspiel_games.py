"""What each game of OpenSpiel does here: which search is sound in it, or why it is refused.

    python benchmarks/openspiel_games.py --save benchmarks/results/openspiel_games.md

Each game that is loaded is played at random, for at most 100 plies, and every position is drawn.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated

import pyspiel
import typer

from pacgrid.agent_loader import suitable_agent
from pacgrid.errors import GameError
from pacgrid.games.openspiel_game import load_openspiel
from pacgrid.games.openspiel_loader import quiet
from pacgrid.session.board_diagram import board_diagram

EXAMPLES = {
    "add_noise": "add_noise(epsilon=1.0,seed=1,game=tic_tac_toe())",
    "cached_tree": "cached_tree(game=tic_tac_toe())",
    "misere": "misere(game=tic_tac_toe())",
    "normal_form_extensive_game": "normal_form_extensive_game(game=matrix_pd())",
    "repeated_game": "repeated_game(num_repetitions=2,stage_game=matrix_pd())",
    "repeated_poker": "repeated_poker(max_num_hands=2,reset_stacks=True)",
    "restricted_nash_response": "restricted_nash_response(game=kuhn_poker())",
    "start_at": "start_at(game=tic_tac_toe(),history=4;0)",
    "turn_based_simultaneous_game": "turn_based_simultaneous_game(game=matrix_pd())",
    "zerosum": "zerosum(game=tic_tac_toe())",
}
"""With the parameters that a game needs."""
PLIES = 100


def rows() -> Iterator[tuple[str, int, str, str]]:
    """Of each game: its name, how many players it has, its search or why it is refused, and how it
    is drawn."""
    for kind in pyspiel.registered_games():
        title = EXAMPLES.get(kind.short_name, kind.short_name)
        try:
            state = load_openspiel(title)
        except GameError as error:
            reason = str(error).partition(": ")[2].partition(",")[0].partition(";")[0]
            yield title, kind.max_num_players, f"refused: {reason}", ""
            continue
        first, rng = state, Random(1)
        for _ in range(PLIES):
            board_diagram(state)
            if state.is_terminal:
                break
            state = state.successor(rng.choice(state.legal_actions()))
        yield title, first.num_agents, suitable_agent(first), "text" if first.is_text else "squares"


def table() -> str:
    """The rows in Markdown."""
    with quiet():
        lines = [
            f"| `{title}` | {players} | {search} | {drawn} |"
            for title, players, search, drawn in rows()
        ]
    return "\n".join(["| game | players | search | drawn as |", "|---|---|---|---|", *lines, ""])


def main(save: Annotated[Path | None, typer.Option(help="Write a page.")] = None) -> None:
    """Print the table, or write it as a page."""
    if save is None:
        print(table())
        return
    command = "`python benchmarks/openspiel_games.py --save benchmarks/results/openspiel_games.md`"
    save.write_text(f"# The games of OpenSpiel\n\n{command}\n\n{table()}", "utf-8")


if __name__ == "__main__":
    typer.run(main)
