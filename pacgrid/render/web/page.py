"""The page that shows games in a browser: as a file that plays a saved game and needs nothing else,
no network, no other file; or live."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from zlib import compress

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.common.files import atomic_write
from pacgrid.errors import PacgridError
from pacgrid.records.description import pairing, result_line
from pacgrid.records.record import Record
from pacgrid.render.diagram_svg import diagram_svg
from pacgrid.render.figures import hexed
from pacgrid.render.pictures.svg import svg
from pacgrid.render.web.clients import KEY_NAMES
from pacgrid.render.web.page_data import board_page_data, page_data
from pacgrid.session.board_picture import position_diagram
from pacgrid.session.themes import DARK, LIGHT, THEMES, Colour, Ink, Theme, ThemeName, ink_on

_SCRIPTS = {
    "live": ("page.js", "live.js"),
    "hosted": ("page.js", "live.js"),
    "saved": ("page.js", "saved.js", "game.js"),
    "steps": ("page.js", "saved.js", "tree.js"),
    "framed": ("page.js", "saved.js", "tree.js"),
    "quiz": ("page.js", "saved.js", "tree.js", "quiz.js"),
}
_MOST_GHOSTS = 9
_CAPS = {" ": "space", "home": "Home", "end": "End"}
_INPUT = {"fullScreen": "f", "swipe": 24, "wheel": 60}
"""A key that the page hears itself, and pixels from which a finger or a wheel counts."""
_LIVE = {"keys": sorted(KEY_NAMES - {"f11"}), "retry": 1000, "volume": 0.05}
"""Keys that the page passes on, milliseconds until it tries to connect again, and how loud sounds
are."""


class PageError(PacgridError):
    """A page that can't be written."""


def page(record: Record, start: int = 0, analysis: GameAnalysis | None = None) -> str:
    """A page that plays the game of `record`, at first from the ply `start` on, with its analysis
    if there is one; the same text for the same record."""
    line = result_line(record)
    *_, last = record.states()
    if record.setup.in_real_time:
        title = f"{pairing(record.agents)}: {line}"
        mode, frames, picture = "saved", page_data(record, analysis), svg(last, title=line)
    else:
        title, picture = line, diagram_svg(position_diagram(last))
        mode, frames = "steps", board_page_data(record, analysis)
    data = packed({**frames, "start": start})
    return render(mode, title=title, data=data, last=picture, details=record.details)


def packed(data: Mapping[str, object]) -> str:
    """Compressed JSON, in letters that can stand anywhere in a page."""
    return packed_text(json.dumps({**data, **_INPUT}, separators=(",", ":"), ensure_ascii=False))


def packed_text(text: str) -> str:
    """Compressed text, in letters that can stand anywhere in a page."""
    return b64encode(compress(text.encode("utf-8", "replace"), level=9)).decode()


def live_page(mode: str = "live") -> str:
    """The page that gets its frames from a server; or, if it is `hosted`, from the page that shows
    it in a frame."""
    return render(mode, title="Pacgrid", data=json.dumps(_INPUT | _LIVE), last="", details="")


def write_page(
    path: str | Path, record: Record, start: int = 0, analysis: GameAnalysis | None = None
) -> None:
    """Write the page of `record` to `path`, whole or not at all; see `page`.

    Raises PageError.
    """
    write_text(path, page(record, start, analysis))


def write_text(path: str | Path, text: str) -> None:
    """Write a page to `path`, whole or not at all. Raises PageError."""
    try:
        atomic_write(path, text)
    except OSError as error:
        raise PageError(f"{path}: can't be written: {error.strerror}") from None
    except ValueError:  # a name with a null in it
        raise PageError(f"{str(path)!r} is not a valid file name") from None


def frame(record: Record, start: int = 0, analysis: GameAnalysis | None = None) -> str:
    """The page in a frame of its own, for notebooks and pages that show several games; see
    `page`."""
    return framed(page(record, start, analysis), result_line(record))


def framed(text: str, title: str) -> str:
    """A page in a frame, where it can't disturb others."""
    return (
        f'<iframe title="{escape(f"Pacgrid: {title}")}" srcdoc="{escape(text)}"'
        ' sandbox="allow-scripts" allowfullscreen width="100%" height="720"'
        ' style="width:100%;max-width:60rem;height:auto;aspect-ratio:4/3;min-height:34rem;border:0"'
        "></iframe>"
    )


def render(mode: str, **values: str) -> str:
    """The page with the scripts of a mode: `live`, `hosted`, `saved`, `steps`, `quiz`, or `framed`,
    for a frame of a page that shows where it goes."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("pacgrid.render.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = _theme_rules() + _template("page.css")
    script = script_of(mode)
    connect = " connect-src 'self';" if mode == "live" else ""
    return environment.get_template("page.html.j2").render(
        mode="live hosted" if mode == "hosted" else mode,
        caps=_CAPS,
        style=style,
        script=script,
        # Nothing but this very style and script is let in, whatever else got into the page.
        policy=f"default-src 'none'; style-src {source_of(style)};"
        f" script-src {source_of(script)};{connect}"
        " base-uri 'none'; form-action 'none'",
        **values,
    )


def script_of(mode: str) -> str:
    """The script of a mode."""
    return "\n".join(map(_template, _SCRIPTS[mode]))


def _theme_rules() -> str:
    """The colours of all themes as variables; at first those that the system prefers."""
    rules = [
        f":root,:root[data-theme={ThemeName.DARK}]{_variables(DARK)}",
        f"@media (prefers-color-scheme: light){{:root{_variables(LIGHT)}}}",
        *(
            f":root[data-theme={name}]{_variables(theme)}"
            for name, theme in THEMES.items()
            if theme != DARK
        ),
    ]
    return "\n".join(rules) + "\n"


def _variables(theme: Theme) -> str:
    names = {n: getattr(theme, n) for n in theme.__dataclass_fields__}
    colours: dict[str, Colour] = {n: c for n, c in names.items() if isinstance(c, tuple)}
    del colours["ghosts"]
    colours |= {f"agent-{agent}": theme.agent(agent) for agent in range(_MOST_GHOSTS + 1)}
    # Cards stand out from the page, which is dark on dark ground and grey on light ground.
    page, card = theme.background, theme.bar
    colours |= {"on-pacman": ink_on(theme.pacman)}
    colours |= {"page": card, "card": page} if theme.light else {"page": page, "card": card}
    scheme = "light" if theme.light else "dark"
    style = _template("page.css")
    used = {n: c for n, c in colours.items() if f"--{n})" in style or n in set(Ink) or "-" in n}
    variables = "".join(f"--{name}:{hexed(colour)};" for name, colour in used.items())
    return f"{{color-scheme:{scheme};{variables}}}"


def _template(name: str) -> str:
    """A style sheet or a script, without indentation and comments of a line."""
    text = (files("pacgrid.render.web") / "templates" / name).read_text("utf-8")
    return re.sub(r"^\s*(//.*\n)?", "", text, flags=re.MULTILINE)


def source_of(text: str) -> str:
    """What a Content-Security-Policy calls an inline script or style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
