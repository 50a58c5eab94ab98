"""What is said about games in the terminal, in a line each."""

from collections.abc import Sequence

from rich.text import Text

from pacgrid.records.description import forfeit_reason, game_name, pairing, verdict
from pacgrid.render.terminal.panel import who
from pacgrid.render.terminal.sitting import Sitting
from pacgrid.render.terminal.style import Part, Style, joined_while_they_fit
from pacgrid.session.amounts import cost
from pacgrid.session.caption import LONG_THOUGHT
from pacgrid.session.game_source import GameSource

GOES_BY = (
    "space pause",
    "? help",
    "Q close",
    "← → a round",
    "T take over",
    "1-6 overlays",
    "+ - speed",
)
MOVES = (
    "arrows or WASD move",
    "space stay",
    "? help",
    "Q close",
    "< step back",
    "P real time",
)
LOOKS_BACK = ("space: back to the game", "< > a round", "? help", "Q close", "T take over")
RUNS = ("arrows or WASD steer", "space: wait for me", "? help", "Q close", "+ - speed")
IS_OVER = ("Enter continue", "R play again", "? help", "Q close", "← → step back", "T take over")


def score_line(sitting: Sitting, style: Style, *, live: bool = True) -> Text:
    """How far it is; and, where it can be steered, how it goes on."""
    player, theme = sitting.player, style.theme
    rounds = f"Round {player.rounds}"
    how = manner(sitting) if live else ""
    if len(player.shows) > 1:
        return style.words(rounds, (f"   {how}" if how else "", theme.faint))
    over = ended(sitting, 0)
    score = over.record.score if over else player.state().score
    parts: list[Part] = [
        ("Score ", theme.faint),
        (str(score), style.accent, "bold"),
        f"   {rounds}",
    ]
    if over:
        good = theme.good if over.record.won else theme.bad
        parts.append((f"   {verdict(over.record)}", good, "bold"))
    if how:
        parts.append((f"   {how}", theme.faint))
    return style.words(*parts)


def ended(sitting: Sitting, number: int) -> GameSource | None:
    """Game `number`, if its end is shown."""
    player = sitting.player
    show = player.shows[number]
    at_end = player.after >= len(show.states) - 1
    return show if at_end and player.has_ended(number) else None


def manner(sitting: Sitting) -> str:
    """How time goes by now, and for whom the game waits."""
    player = sitting.player
    if player.over:
        return ""
    if player.waited > LONG_THOUGHT and (thinker := player.thinker()):
        return f"{thinker} is thinking..."
    if sitting.looks_back:
        return "looking back"
    if sitting.in_turns:
        return "your move"
    return "paused" if player.paused else f"{player.speed:.3g} rounds/s"


def mover_line(sitting: Sitting, number: int, style: Style) -> Text:
    """Who moved last, and what it took."""
    show, moves = sitting.player.shows[number], sitting.player.moves(number)
    if (over := ended(sitting, number)) and (reason := forfeit_reason(over.record)):
        return style.words((reason, style.theme.bad))
    if not moves:
        return style.faint("no moves yet")
    move = moves[-1]
    agent = (len(moves) - 1) % len(show.agents)
    name = show.agents[agent] if len(moves) > show.taken_over else ""
    spent = cost(move.seconds, move.nodes)
    return style.words(
        (who(agent, name), style.agent(agent)),
        (f": {move.action}{f' in {spent}' if spent else ''}", style.theme.faint),
    )


def names_line(shows: Sequence[GameSource], style: Style) -> Text:
    """Who plays whom, and where; of games side by side, all who play Pac-Man."""
    show = shows[0]
    pacmen = " / ".join(dict.fromkeys(each.agents[0] for each in shows))
    names = pairing([pacmen, *show.agents[1:]])
    if any(each.agents[1:] != show.agents[1:] for each in shows):
        names = " / ".join(pairing(each.agents) for each in shows)
    return style.faint(f"{names}   {game_name(show)}")


def header(sitting: Sitting, number: int, style: Style) -> Text:
    """What stands above one of several boards."""
    player, theme = sitting.player, style.theme
    show, over = player.shows[number], ended(sitting, number)
    score = over.record.score if over else player.state(number).score
    same = len({each.agents[0] for each in player.shows}) == 1
    name = pairing(show.agents) if same else show.agents[0]
    parts: list[Part] = [(str(score), style.accent, "bold"), f" {name}"]
    if over:
        good = theme.good if over.record.won else theme.bad
        parts.insert(1, (f" {verdict(over.record)}", good, "bold"))
    return style.words(*parts)


def keys_line(sitting: Sitting, columns: int, style: Style) -> Text:
    """The keys that matter most now, as many as there is room for."""
    keys: tuple[str, ...]
    if not sitting.has_keys:
        return Text()
    if sitting.player.over:
        keys = IS_OVER
    elif sitting.looks_back:
        keys = LOOKS_BACK
    elif sitting.steers:
        keys = MOVES if sitting.in_turns else RUNS
    else:
        keys = GOES_BY
    return style.faint(joined_while_they_fit(map(style.safe, keys), columns))
