"""Games of OpenSpiel: loaded or refused in one line, with the positions, the winners, the values
and the tables that OpenSpiel gives them. Without open_spiel these tests are skipped."""

import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest
from typer.testing import Result

from pacgrid import Record
from pacgrid.agent_loader import load_agent
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectiminimax import Expectiminimax
from pacgrid.errors import GameError, PacgridError
from pacgrid.game import Game
from pacgrid.games.board_setup import BoardSetup, dealt
from pacgrid.games.game_loader import load_game, problem_with
from pacgrid.games.game_setup import square_name
from pacgrid.games.openspiel_boards import BOARDS
from pacgrid.games.openspiel_evaluations import EVALUATIONS, MOST_PAWNS, material, moves
from pacgrid.games.openspiel_game import TEXT_IS_KEY, OpenSpielState, load_openspiel
from pacgrid.games.openspiel_loader import loaded_game
from pacgrid.search import CHANCE
from pacgrid.session.board_diagram import board_diagram
from pacgrid.session.frame import Polygon

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is missing: pip install open_spiel")
Pacgrid = Callable[..., Result]


CHESS_POSITIONS = {
    "r1bqkb1r/pppp1ppp/2n5/4p3/4P3/5N2/PPP2PPP/RNBQK2R w KQkq - 0 7": -1.25,
    "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQk - 0 1": 2,
    "rnbqkbnr/1ppppp1p/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1": -7,
}
"""Positions and their sums of material: a bishop and a pawn for a knight, a rook for a knight, and
a queen for two pawns."""


def walk(title: str, seed: int, plies: int) -> list[OpenSpielState]:
    """The positions of a random game."""
    states, rng = [load_openspiel(title)], Random(seed)
    while len(states) <= plies and not states[-1].is_terminal:
        states.append(states[-1].successor(rng.choice(states[-1].legal_actions())))
    return states


@pytest.mark.parametrize(
    "title",
    [
        *sorted(BOARDS.keys() - {"go", "gomoku", "mnk", "hex"}),
        *("go(board_size=5)", "gomoku(size=5)", "hex(board_size=4)", "mnk(m=3,n=4,k=3)"),
        *("2048", "backgammon", "chinese_checkers(players=3)", "maedn(players=4)"),
        "pig(players=1)",
        *("start_at(game=tic_tac_toe(),history=4;0)", "misere(game=tic_tac_toe())"),
    ],
)
def test_every_position_keeps_the_protocol(title: str) -> None:
    assert problem_with(load_openspiel(title)) == ""
    for state in walk(title, 3, 12)[::3]:
        assert state == pickle.loads(pickle.dumps(state)) == deepcopy(state)
        assert hash(state) == hash(deepcopy(state))
        assert len(state.players) == state.num_agents
        assert len({len(row) for row in state.grid()}) == 1
        assert CHANCE <= state.to_move < state.num_agents
        names = [state.action_name(action) for action in state.legal_actions()]
        assert len(set(names)) == len(names)
        assert hasattr(state, "payoffs") == (state.num_agents > 2)
        for action in state.legal_actions():
            for cell in (state.cell(action), getattr(state, "start_cell", state.cell)(action)):
                assert cell is None or state.grid()[cell[1]][cell[0]] != " "
        if state.game.name in EVALUATIONS and not state.is_terminal:
            assert abs(state.evaluate()) < 1


REFUSED = [
    ("", "openspiel: write openspiel:NAME, or 'openspiel:NAME(parameter=value,…)' in quotes"),
    ("chekers", "OpenSpiel has no such game; did you mean 'checkers'?"),
    ("xyzzyx", "OpenSpiel has no such game; docs/openspiel.md says which there are"),
    ("connect_four(row=3)", "Unknown parameter 'row'; the parameters of connect_four are: columns"),
    ("connect_four(rows=x)", "Wrong type for parameter rows."),
    ("connect_four(rows=0)", "rows must be above 0, not 0"),
    ("misere", "misere: it needs parameters; the parameters of misere are: game"),
    ("efg_game(filename=none)", "CHECK_TRUE(fd_); the parameters of efg_game are: filename"),
    ("morpion_solitaire", "left out, since OpenSpiel's morpion_solitaire crashes Python"),
    ("misere(game=morpion_solitaire())", "left out"),
    ("misere(game=kuhn_poker())", "players don't see everything, and a search would look at what"),
    ("goofspiel", "players move at the same time, so a search would see the other's move first"),
    ("mfg_garnet", "a game of a crowd"),
    ("stones_and_gems", "chance is drawn inside the game, without a list of outcomes"),
    ("hex(board_size=300)", "90,000 actions to choose from; make it smaller: 1,000 at most"),
    ("clobber(rows=1,columns=1)", "nothing can be played in its first position"),
    ("nim(pile_sizes=0;0)", "over before it begins"),
]


@pytest.mark.parametrize(("title", "error"), REFUSED)
def test_a_game_is_refused_in_one_line(title: str, error: str, capfd: Any) -> None:
    with pytest.raises(GameError, match=re.escape(error)) as raised:
        BoardSetup.load(f"openspiel:{title}")
    assert "\n" not in str(raised.value)
    assert capfd.readouterr().err == ""


def test_the_extra_is_named_where_open_spiel_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    loaded_game.cache_clear()
    with pytest.raises(GameError, match=r"needs open_spiel.*pip install 'pacgrid\[openspiel\]'"):
        load_game("openspiel:chess")


def test_an_illegal_action_is_an_error_and_no_crash_and_a_record_reads_no_other_file() -> None:
    with pytest.raises(ValueError, match=r"99 isn't legal; legal: \(0, 1"):
        load_openspiel("tic_tac_toe").successor(99)
    with pytest.raises(GameError, match="it reads a file; add --game"):
        BoardSetup.recorded("openspiel:efg_game(filename=/etc/hosts)", "")


@pytest.mark.parametrize(
    ("title", "seed", "words"),
    [
        ("tic_tac_toe", 1, ""),
        ("chess", 1, ""),
        ("catch", 1, "Player 1 gets"),
        ("2048(max_tile=8)", 1, "Player 1 gets"),
        ("maedn(players=3)", 1, "Player 2 gets most: (-1, 2, -1)"),
    ],
)
def test_who_won_is_said_truthfully(title: str, seed: int, words: str) -> None:
    setup, state = BoardSetup.load(f"openspiel:{title}"), walk(title, seed, 20_000)[-1]
    verdict = setup.verdict(state, setup.ending(state), None)
    returns = state.spiel.returns()
    if not words:  # player 0 is MAX; in chess that is Black
        sign = int(returns[0])
        names = {1: f"{state.players[0]} wins", 0: "a draw", -1: f"{state.players[1]} wins"}
        words = names[sign].capitalize()
    assert verdict.startswith(words)
    assert state.score == returns[0]


@pytest.mark.parametrize("title", ["breakthrough", "checkers", "clobber", "chess"])
def test_moves_are_shown_on_the_squares_that_they_name(title: str) -> None:
    for state in walk(title, 5, 30)[:-1:5]:
        rows = len(state.grid())
        for action in state.legal_actions():
            name = state.action_name(action).rstrip("+#*")
            if "O" in name or "=" in name:
                continue
            end = state.cell(action)
            assert end is not None
            assert square_name(*end, rows=rows) == name[-2:]
            if title != "chess":
                start = state.start_cell(action)  # type: ignore[attr-defined]
                assert square_name(*start, rows=rows) == name[:2]


@pytest.mark.parametrize(
    ("title", "rows", "columns"),
    [
        ("breakthrough(rows=12,columns=4)", 12, 4),
        ("checkers(rows=10,columns=10)", 10, 10),
        ("clobber(rows=12,columns=5)", 12, 5),
        ("connect_four(rows=1,columns=5)", 1, 5),
        ("go(board_size=19)", 19, 19),
        ("gomoku(size=3,dims=3)", 1, 28),
        ("hex(num_rows=3,num_cols=12)", 3, 12),
    ],
)
def test_boards_of_all_sizes_are_drawn_whole(title: str, rows: int, columns: int) -> None:
    for state in walk(title, 2, 40):
        assert len(state.grid()) == rows
        assert {len(row) for row in state.grid()} == {columns}


def test_castling_moves_the_king() -> None:
    chess = load_openspiel("chess")
    for name in ("e4", "e5", "Nf3", "Nf6", "Be2", "Be7"):
        named = {chess.action_name(action): action for action in chess.legal_actions()}
        chess = chess.successor(named[name])
    castle = next(each for each in chess.legal_actions() if chess.action_name(each) == "O-O")
    assert (chess.start_cell(castle), chess.cell(castle)) == ((4, 7), (6, 7))  # type: ignore[attr-defined]


def test_moves_in_othello_are_counted_as_openspiel_lists_them() -> None:
    for state in walk("othello", 4, 60)[:-1:4]:
        own, other = "●○" if state.to_move == 0 else "○●"
        passes = [state.action_name(action) for action in state.legal_actions()] == ["pass"]
        assert moves(state.grid(), own, other) == len(state.legal_actions()) * (not passes)


@pytest.mark.parametrize(("fen", "pawns"), CHESS_POSITIONS.items())
def test_white_is_min_in_chess_so_its_material_counts_against(fen: str, pawns: float) -> None:
    state = load_openspiel("chess", fen)
    assert material(state.text) == pawns
    assert state.evaluate() == -pawns / MOST_PAWNS
    again = pickle.loads(pickle.dumps(state))
    assert again == state != load_openspiel("chess")
    assert again.successor(again.legal_actions()[0]).start == fen
    assert str(again) == fen


@pytest.mark.parametrize(
    "position",
    [
        "zz",
        "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",  # seven ranks crash OpenSpiel
        "8/8/8/8/8/8/8/K7 w - - 0 1",
        "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1",  # White captures the king
    ],
)
def test_a_position_of_chess_is_refused_in_one_line(position: str) -> None:
    with pytest.raises(GameError, match=r"can't read the position .*; write as in rnbqkbnr/"):
        load_openspiel("chess", position)


def test_a_tree_begins_in_a_position_of_chess(pacgrid: Pacgrid, tmp_path: Path) -> None:
    file = tmp_path / "mate.fen"
    file.write_text("7k/8/6K1/8/8/8/8/R7 w - - 0 1\n")
    result = pacgrid("tree", "openspiel:chess", "--position", str(file), "-a", "minimax:depth=1")
    assert "Ra8#: ■ −1 ★" in result.stdout


def test_backgammon_is_drawn_with_points_bar_dice_and_what_is_borne_off() -> None:
    lines = """
    +------|------+
    |.o..x.|o.x6ox|
    |....x.|..xxox|
    |......|...xo.|
    |......|...x..|
    |......|...x..|
    |      |      |
    |......|o.....|
    |......|o.....|
    |......|o.....|
    |......|o..o..|
    |..o...|oxxoox|
    +------|------+
    Turn: o
    Previous player: 0
    Extra turn: 0
    Dice: 12
    Bar: o
    Scores, X: 7, O: 1
    """
    grid = BOARDS["backgammon"].grid(dedent(lines).strip())
    assert ["".join(text or "." for text in row) for row in grid] == [
        "121110 9 8 7  6 5 4 3 2 1 ",
        ".○..●. ○.●6○●7",
        "....●. ..●●○●●",
        "...... ...●○.●",
        "...... ...●..●",
        "...... ...●..●",
        "         12   ",
        "...... ○..... ",
        "...... ○..... ",
        "...... ○..... ",
        "...... ○..○.. ",
        "..○...○○●●○○●○",
        "131415161718 192021222324 ",
    ]


def test_each_cell_of_hex_touches_six_others_and_sides_have_a_players_colour() -> None:
    diagram = board_diagram(load_openspiel("hex(board_size=5)"))
    polygons = [part for part in diagram.parts if isinstance(part, Polygon)]
    cells = [
        {(round(x, 6), round(y, 6)) for x, y in part.points} for part in polygons if part.outline
    ]
    edges = [sum(len(cell & other) == 2 for other in cells) for cell in cells]
    assert edges[12] == 6
    assert edges[0] + edges[4] == 5
    assert [part.agent for part in polygons if not part.outline] == [0, 0, 1, 1]


def test_an_evaluation_of_ones_own_sees_text_and_tensor() -> None:
    def evaluate(state: OpenSpielState) -> float:
        assert len(state.tensor()) == 27
        return state.text.count("x") / 9

    agent = AlphaBeta(depth=1, evaluation=evaluate)
    agent.act(load_openspiel("tic_tac_toe"))
    assert agent.report.values[0] == 1 / 9


def test_a_game_is_saved_and_replayed(pacgrid: Pacgrid, tmp_path: Path) -> None:
    title = "openspiel:connect_four(rows=4,columns=4,x_in_row=3)"
    agents = [load_agent("alpha_beta:depth=1"), load_agent("random_agent")]
    game = Game(BoardSetup.load(title), agents, seed=2)
    while game.step():
        pass
    path = tmp_path / "game.jsonl"
    game.record.save(path)
    again = Record.load(path)
    assert [move.action for move in again.moves] == [move.action for move in game.moves]
    assert again.score == game.state.score
    with pytest.raises(PacgridError, match="--analyse: only games of Pac-Man are analysed"):
        pacgrid("replay", str(path), "--analyse")


def test_games_whose_scores_are_fractions_are_measured(pacgrid: Pacgrid) -> None:
    options = ["--second", "random_agent", "--games", "2", "--no-journal", "--jobs", "1"]
    result = pacgrid("bench", "random_agent", "--game", "openspiel:tic_tac_toe", *options)
    assert "mean score" in result.stdout


def test_a_tree_begins_where_a_player_is_to_move(pacgrid: Pacgrid) -> None:
    state, names = dealt(load_openspiel("backgammon"))
    assert state.to_move == 0
    assert names
    result = pacgrid("tree", "openspiel:catch", "--agent", "expectiminimax:depth=1")
    assert "Note: chance moves first; this is the tree after" in result.stderr


@pytest.mark.parametrize(
    ("game", "after", "error"),
    [
        ("tic_tac_toe", "x(0,0), o(0,0)", r"move 2, 'o\(0,0\)': o can't play it; legal: o\(0,1\)"),
        (
            "einstein_wurfelt_nicht",
            "Placing black cubes on the board - action 7",
            "the tree stops here: chance has 720 outcomes; add one of them to --after",
        ),
    ],
)
def test_a_tree_that_cannot_begin_is_one_clear_line(
    pacgrid: Pacgrid, game: str, after: str, error: str
) -> None:
    with pytest.raises(PacgridError, match=error):
        pacgrid("tree", f"openspiel:{game}", "--after", after)


SEARCHED = {
    "tic_tac_toe": 5,
    "connect_four": 4,
    "breakthrough": 2,
    "hex(board_size=4)": 3,
    "nim": 4,
    "checkers": 4,
    "chess": 2,
    "othello": 3,
    "mancala": 4,
    "go(board_size=4)": 3,
    "pig": 4,
    "backgammon": 1,
}
"""Twelve games, and how many plies are searched."""


class InPlies(AlphaBeta):
    def plies(self, state: Any) -> int:
        return self.depth


class PliesOfPlayers(Expectiminimax):
    def plies(self, state: Any) -> int:
        return self.depth


@pytest.mark.slow
@pytest.mark.parametrize(("title", "plies"), SEARCHED.items())
def test_values_are_those_of_openspiels_own_searches(title: str, plies: int) -> None:
    from open_spiel.python.algorithms import minimax

    def evaluate(spiel: Any) -> float:
        """Any numbers will do that are not all equal."""
        return (sum(map(ord, str(spiel))) * 7919 % 1000) / 1000

    for state in walk(title, 8, 40)[:-1:7]:
        if state.to_move == CHANCE:
            continue
        chance = title in ("pig", "backgammon")
        options: Any = {"depth": plies, "evaluation": lambda state: evaluate(state.spiel)}
        search = PliesOfPlayers(count_chance=False, **options) if chance else InPlies(**options)
        search.act(state)
        values, best = search.report.values, max if state.to_move == 0 else min
        for_max = [evaluate, 0]
        if chance:
            value, _ = minimax.expectiminimax(state.spiel, plies, *for_max)
        else:
            value, _ = minimax._alpha_beta(state.spiel.clone(), plies, -9, 9, *for_max)
        assert best(values.values()) == pytest.approx(value, abs=1e-12)


SMALL = {
    "breakthrough": "breakthrough(rows=4,columns=3)",
    "clobber": "clobber(rows=3,columns=4)",
    "connect_four": "connect_four(rows=4,columns=4,x_in_row=3)",
    "gomoku": "gomoku(size=3,connect=3)",
    "hex": "hex(board_size=3)",
    "mnk": "mnk(m=3,n=3,k=3)",
    "pig": "pig(winscore=12)",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [*sorted(TEXT_IS_KEY), "go(board_size=3)"])
def test_positions_that_read_the_same_go_on_the_same(name: str) -> None:
    """In random games of the small board; in Go they don't, so the test can fail."""
    differs, met, rng = 0, 0, Random(4)
    facts: dict[Any, Any] = {}
    first = loaded_game(SMALL.get(name, name)).spiel
    for _ in range(1000):
        spiel, last = first.new_initial_state(), None
        while True:
            key = (spiel.current_player(), str(spiel))
            here = (spiel.is_terminal(), spiel.legal_actions(), spiel.returns())
            met += key in facts
            differs += facts.setdefault(key, here) != here
            differs += last is not None and facts.setdefault(last, key) != key
            if spiel.is_terminal():
                break
            action = rng.choice(spiel.legal_actions())
            last, spiel = (key, action), spiel.child(action)
    assert met > 1000
    assert bool(differs) == (name not in TEXT_IS_KEY)


@pytest.mark.slow
def test_the_table_of_all_games_is_what_they_do() -> None:
    folder = Path(__file__).parents[2] / "benchmarks"
    # In a process of its own, since other tests register games that are written in Python.
    command = [sys.executable, str(folder / "openspiel_games.py")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    page = (folder / "results" / "openspiel_games.md").read_text("utf-8")
    assert f"\n\n{done.stdout.strip()}\n\n" in page
