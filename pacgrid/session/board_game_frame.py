"""What a session of a board game shows."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pacgrid.game import Game
from pacgrid.games.board_state import BoardState
from pacgrid.games.drawn_tree import TreeState, number_text
from pacgrid.games.ending import Ending
from pacgrid.records.description import display_name
from pacgrid.records.record import Move
from pacgrid.search import CHANCE
from pacgrid.session.amounts import cost, duration
from pacgrid.session.board_diagram import board_diagram
from pacgrid.session.board_game_hints import board_game_hints
from pacgrid.session.board_insight import SHOWN_OVERLAYS, board_insight
from pacgrid.session.diagram import Diagram
from pacgrid.session.frame import (
    Banner,
    Board,
    Caption,
    Card,
    Fact,
    Frame,
    KeyHint,
    Switch,
    Timeline,
)
from pacgrid.session.frame_builder import THINKING_DELAY
from pacgrid.session.marks import Ink
from pacgrid.session.overlays import Overlay
from pacgrid.session.tree_board import tree_board

if TYPE_CHECKING:
    from pacgrid.session.board_game_session import BoardGameSession

TREE_SYMBOLS = {"MAX": "+", "MIN": "-"}


def board_game_frame(session: "BoardGameSession") -> Frame:
    """What `session` shows now."""
    playback, settings, hints = session.playback, session.settings, board_game_hints(session)
    overlays = () if session.person_plays else SHOWN_OVERLAYS
    return Frame(
        boards=(_board(session),),
        caption=_caption(session, hints),
        theme=settings.theme,
        timeline=Timeline(playback.ply, max(playback.newest, 1)),
        switches=tuple(Switch(each, each in settings.overlays) for each in overlays),
        keys=hints,
        sheet=session.open_sheet.sheet() if session.open_sheet else None,
        playing=not playback.paused and not playback.at_end,
        speed=settings.speed,
        speed_unit="moves/s",
        step="move",
        jump="decision",
        full_screen=settings.full_screen,
        moving=session.moving,
    )


def result_words(game: Game) -> str:
    """How the game ended: `X wins`, `A draw`; of a drawn tree, the value of the leaf."""
    forfeit = game.forfeit.agent if game.forfeit else None
    return game.setup.verdict(game.state, game.ending or Ending.QUIT, forfeit)


def players_words(game: Game) -> str:
    """Who plays: `X: you, O: alpha_beta`."""
    seats = zip(game.state.players, map(display_name, game.names), strict=True)
    return ", ".join(f"{seat}: {name}" for seat, name in seats)


def _board(session: "BoardGameSession") -> Board:
    game, playback = session.game, session.playback
    state, ply = playback.state, playback.ply
    overlays = session.settings.overlays
    move = game.moves[ply] if ply < playback.newest else None
    thought = move.thought if move and Overlay.VALUES in overlays else None
    values = thought.values if thought else {}
    return Board(
        _diagram(
            state,
            game.states[ply - 1] if ply else None,
            session.selected,
            state.legal_actions() if session.can_choose else (),
            tuple(values.items()),
        ),
        verdict=result_words(game) if playback.at_end else "",
        good=playback.at_end and not game.forfeit and state.score >= 0,
        cards=tuple(_card(game, agent, ply) for agent in range(state.num_agents)),
        insight=board_insight(game, ply, overlays) if overlays else None,
        symbols=tuple(_symbol(player) for player in state.players),
    )


@lru_cache(maxsize=16)
def _diagram(
    state: BoardState,
    before: BoardState | None,
    selected: Any,
    targets: tuple[Any, ...],
    values: tuple[tuple[Any, float], ...],
) -> Diagram:
    if isinstance(state, TreeState):
        return tree_board(state, selected, targets, dict(values))
    return board_diagram(
        state, selected=selected, targets=targets, before=before, values=dict(values)
    )


def _symbol(player: str) -> str:
    """A letter that stands for a player: `X`, `1` for `player 1`."""
    if player in TREE_SYMBOLS:
        return TREE_SYMBOLS[player]
    return player[-1] if player[-1].isdecimal() else player[0].upper()


def _card(game: Game, agent: int, ply: int) -> Card:
    """What an agent did in the first `ply` plies."""
    own = [number for number in range(ply) if game.states[number].to_move == agent]
    seat, name = game.state.players[agent], display_name(game.names[agent])
    if not own:
        return Card(agent, seat, name, "", "", "", moved_last=False)
    last = game.moves[own[-1]]
    seconds = sum(game.moves[number].seconds for number in own)
    return Card(
        agent,
        seat,
        name,
        game.states[own[-1]].action_name(last.action),
        cost(last.seconds, last.nodes or 0),
        duration(seconds),
        moved_last=own[-1] == ply - 1,
    )


def _caption(session: "BoardGameSession", hints: tuple[KeyHint, ...]) -> Caption:
    game, playback = session.game, session.playback
    ply = playback.ply
    played = game.moves[ply - 1] if ply else None
    score = (Fact("score", number_text(playback.state.score)),) if playback.at_end else ()
    return Caption(
        players=players_words(game),
        game=f"{session.title}, seed {game.seed}",
        ply=ply,
        facts=score,
        status=_status(session),
        last_move=_move_words(game, game.states[ply - 1], played) if played else "",
        banner=_banner(session, hints),
    )


def _move_words(game: Game, state: BoardState, move: Move) -> str:
    """`X, alpha_beta: b2 in 12 ms, 4,500 nodes`."""
    action = state.action_name(move.action)
    if state.to_move == CHANCE:
        return f"chance: {action}"
    spent = cost(move.seconds, move.nodes or 0)
    mover = f"{state.players[state.to_move]}, {display_name(game.names[state.to_move])}"
    return f"{mover}: {action}{f' in {spent}' if spent else ''}"


def _status(session: "BoardGameSession") -> str:
    game, playback = session.game, session.playback
    if session.notice:
        return session.notice
    if playback.at_end:
        return ""
    if playback.ply < playback.newest and playback.paused:
        return "earlier position"
    last = game.moves[playback.ply - 1] if playback.ply else None
    drawn = ""
    if last and (before := game.states[playback.ply - 1]).to_move == CHANCE:
        drawn = _move_words(game, before, last)
    if session.can_choose:
        choice = f"your move: {playback.state.action_name(session.selected)}"
        return f"{drawn}; {choice}" if drawn else choice
    if playback.paused:
        return "paused"
    if playback.waited > THINKING_DELAY and not game.over and game.state.to_move != CHANCE:
        return f"{game.names[game.state.to_move]} is thinking..."
    return drawn or f"{session.settings.speed:.3g} moves/s"


def _banner(session: "BoardGameSession", hints: tuple[KeyHint, ...]) -> Banner | None:
    game = session.game
    if not session.playback.at_end or session.open_sheet:
        return None
    lines = [players_words(game), f"{session.playback.newest} plies"]
    if game.forfeit:
        lines.insert(0, game.forfeit.failure.message)
    keys = "   ".join(f"{hint.caps}: {hint.effect}" for hint in hints[:3])
    people = [agent for agent in game.agents if agent is None]
    winner = 0 if game.state.score > 0 else 1
    lost = len(people) == 1 and game.state.score and game.agents[winner] is not None
    ink = Ink.BAD if lost or game.forfeit else Ink.GOOD
    return Banner(result_words(game), tuple(lines), ink, keys)
