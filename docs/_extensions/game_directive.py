"""```` ```{game} alpha_beta ````: a game, played while the site is built.

The first agent is Pac-Man's; with `:game:`, it is the first player, and `:second:` the other. The
game is the one that `pacgrid play` plays.
"""

from itertools import pairwise
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from frames import MadeDirective, split_names
from plain_pages import Picture, add_made
from sphinx.application import Sphinx

from pacgrid.cli.matchup import Matchup, load_board
from pacgrid.game import Limits
from pacgrid.records.record import Record, pairing, result_line
from pacgrid.render.svg import svg
from pacgrid.render.web.page import page
from pacgrid.session.themes import ThemeName


class GameDirective(MadeDirective):
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {
        "ghosts": split_names,
        "num-ghosts": directives.nonnegative_int,
        "layout": directives.unchanged_required,
        "position": directives.unchanged_required,
        "seed": int,
        "max-rounds": directives.positive_int,
        "game": directives.unchanged_required,
        "second": directives.unchanged_required,
        "start": directives.nonnegative_int,
        "caption": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        record = self.made(self._played)
        title = f"{pairing(record.agents)}: {result_line(record)}"
        text = self.made(lambda: page(record, self.options.get("start", 0)))
        add_made(self.env, Picture("Game", game_picture(record)))
        self.options.setdefault("caption", title)
        return [self.frame(text, f"A game of {title}", "game")]

    def _played(self) -> Record:
        return self._matchup().play(self.options.get("seed", 0), thoughts=True)

    def _matchup(self) -> Matchup:
        (agent,), options = self.arguments, self.options
        limits = Limits(rounds=options.get("max-rounds", Limits.rounds))
        agent = self.beside_page(agent)
        if game := options.get("game"):
            return Matchup.of_game(game, agent, options.get("second"), limits=limits)
        layout, position = (options.get(name) for name in ("layout", "position"))
        board, start = load_board(
            self.beside_page(layout) if layout else None,
            self.beside_page(position) if position else None,
        )
        ghosts, count = options.get("ghosts", ()), options.get("num-ghosts")
        return Matchup.of(board, agent, ghosts, num_ghosts=count, limits=limits, start=start)


def game_picture(record: Record) -> str:
    """Where a game begins, with Pac-Man's way; another game than Pac-Man's at its end."""
    if not record.setup.in_real_time:
        return svg(record, theme=ThemeName.LIGHT)
    first, *_ = states = [*record.states()]
    way = pairwise(state.pacman for state in states)
    steps = dict.fromkeys((here, there) for here, there in way if here != there)
    return svg(first, arrows=steps, theme=ThemeName.LIGHT)


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("frames")
    app.add_directive("game", GameDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
