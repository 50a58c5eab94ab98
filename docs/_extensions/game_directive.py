"""```` ```{game} alpha_beta ````: a game, played while the site is built.

The first agent is Pac-Man's; with `:game:`, it is the first player, and `:second:` the other. The
game is the one that `pacgrid play` plays.
"""

from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from frames import MadeDirective, split_names
from sphinx.application import Sphinx

from pacgrid.cli.board_choice import load_board
from pacgrid.cli.matchup import Matchup
from pacgrid.game import Limits
from pacgrid.records.description import pairing, result_line
from pacgrid.records.record import Record
from pacgrid.render.web.page import page


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


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("frames")
    app.add_directive("game", GameDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
