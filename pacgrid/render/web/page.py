"""The page that shows games in a browser: as a file that plays a saved game and needs nothing else,
no network, no other file; or live."""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import compress

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.common.files import atomic_write
from pacgrid.errors import PacgridError
from pacgrid.records.record import Record, pairing, result_line
from pacgrid.render.diagram_svg import diagram_svg
from pacgrid.render.svg import svg
from pacgrid.render.web.page_data import page_data
from pacgrid.session.board_picture import position_diagram
from pacgrid.session.playback import STEERING
from pacgrid.session.session import KEYS
from pacgrid.session.themes import DARK, LIGHT, THEMES, Colour, Ink, Theme, colour_of, hexed

if TYPE_CHECKING:
    from jinja2 import Environment

_HOME = "pacgrid.render.web"
_SCRIPTS = {
    "live": ("page.js", "live.js"),
    "hosted": ("page.js", "live.js"),
    "saved": ("page.js", "saved.js"),
    "quiz": ("page.js", "saved.js", "quiz.js"),
}
NO_FILTERS: Mapping[str, Callable[..., Any]] = {}
_CAPS = {" ": "space", "home": "Home", "end": "End"}
_INPUT = {"fullScreen": "f", "swipe": 24, "wheel": 60}
"""A key that the page hears itself, and pixels from which a finger or a wheel counts."""
KEY_NAMES = {*KEYS, *STEERING, "up", "down", "tab", "backspace", "page_up", "page_down"}
"""Keys with a name of more than one letter, and some more."""
_LIVE = {"keys": sorted(KEY_NAMES - {"f11"}), "retry": 1000}
"""Keys that the page passes on, and milliseconds until it tries to connect again."""


class PageError(PacgridError):
    """A page that can't be written."""


def page(record: Record, start: int = 0, analysis: GameAnalysis | None = None) -> str:
    """A page that plays the game of `record`, at first from the ply `start` on, with its analysis
    if there is one; the same text for the same record."""
    line = result_line(record)
    *_, last = record.states()
    if record.setup.in_real_time:
        title = f"{pairing(record.agents)}: {line}"
        picture = svg(last, title=line)
    else:
        title, picture = line, diagram_svg(position_diagram(last))
    data = packed({**page_data(record, analysis), "start": start})
    return player("saved", title=title, data=data, last=picture, details=record.details)


def packed(data: Mapping[str, object]) -> str:
    """Compressed JSON, in letters that can stand anywhere in a page."""
    text = json.dumps({**data, **_INPUT}, separators=(",", ":"), ensure_ascii=False)
    return b64encode(compress(text.encode("utf-8", "replace"), level=9)).decode()


def live_page(mode: str = "live") -> str:
    """The page that gets its frames from a server; or, if it is `hosted`, from the page that shows
    it in a frame."""
    return player(mode, title="Pacgrid", data=json.dumps(_INPUT | _LIVE), last="", details="")


def write_page(path: str | Path, text: str) -> None:
    """Write a page to `path`, whole or not at all. Raises PageError."""
    try:
        atomic_write(path, text)
    except OSError as error:
        raise PageError(f"{path}: can't be written: {error.strerror}") from None
    except ValueError:  # a name with a null in it
        raise PageError(f"{str(path)!r} is not a valid file name") from None


def framed(text: str, title: str) -> str:
    """A page in a frame of its own, for notebooks and pages that show several."""
    return (
        f'<iframe title="{escape(f"Pacgrid: {title}")}" srcdoc="{escape(text)}"'
        ' sandbox="allow-scripts" allowfullscreen width="100%" height="720"'
        ' style="width:100%;max-width:60rem;height:auto;aspect-ratio:4/3;min-height:34rem;border:0"'
        "></iframe>"
    )


def player(mode: str, **values: Any) -> str:
    """The page that plays in a mode: `live`, `hosted`, `saved` or `quiz`."""
    return render(
        "page.html.j2",
        scripts=_SCRIPTS[mode],
        connect=mode == "live",
        mode="live hosted" if mode == "hosted" else mode,
        caps=_CAPS,
        **values,
    )


def render(
    template: str,
    *,
    package: str = _HOME,
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
    connect: bool = False,
    filters: Mapping[str, Callable[..., Any]] = NO_FILTERS,
    **values: Any,
) -> str:
    """A page of its own: `template` fills what `base.html.j2` leaves open. HTML in the values is
    escaped.

    Args:
        package: whose folder `templates` has the template and the `styles`, which are added to the
            sheet of all pages.
        scripts: files of this package.
        connect: whether it may connect to its server.
    """
    style = _theme_rules() + _text("page.css") + "".join(_text(each, package) for each in styles)
    script = "\n".join(map(_text, scripts))
    # Nothing but this very style and script is let in, whatever else got into the page.
    allowed = [
        f"style-src {_source(style)}",
        *([f"script-src {_source(script)}"] if scripts else []),
        *(["connect-src 'self'"] if connect else []),
    ]
    policy = "; ".join(["default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"])
    environment = _environment(package)
    environment.filters |= filters
    page = environment.get_template(template)
    return page.render(style=style, script=script, policy=policy, **values)


@lru_cache
def _environment(package: str) -> "Environment":
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=ChoiceLoader([PackageLoader(each) for each in dict.fromkeys((package, _HOME))]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def themed(picture: str) -> str:
    """A picture in the colours of the light theme, in those of whatever theme its page has."""
    names = {colour: name for name, colour in reversed(_variables(LIGHT).items())}
    return re.sub("#[0-9a-f]{6}", lambda found: f"var({names[found[0]]})", picture)


def _theme_rules() -> str:
    """The colours of all themes as variables, of all but the dark one those that differ from it; at
    first those that the system prefers."""
    dark, light = _variables(DARK), _variables(LIGHT)

    def rule(selector: str, variables: dict[str, str]) -> str:
        return f"{selector}{{{''.join(f'{name}:{value};' for name, value in variables.items())}}}"

    rules = [
        rule(":root,.dark", dark),
        f"@media (prefers-color-scheme: light){{{rule(':root:not([data-theme])', light)}}}",
    ]
    for name, theme in THEMES.items():
        others = _variables(theme).items() - dark.items()
        rules.append(rule(f":root[data-theme={name}]", dict(sorted(others))))
    return "\n".join(rules) + "\n"


def _variables(theme: Theme) -> dict[str, str]:
    names = {n: getattr(theme, n) for n in theme.__dataclass_fields__}
    colours: dict[str, Colour] = {n: c for n, c in names.items() if isinstance(c, tuple)}
    del colours["ghosts"]
    named = ["on-pacman", *(f"letters-{ink}" for ink in Ink)]
    for agent in range(len(theme.ghosts) + 1):
        named += (f"agent-{agent}", f"on-agent-{agent}")
    colours |= {name: colour_of(theme, name) for name in named}
    # Cards stand out from the page, which is dark on dark ground and grey on light ground.
    page, card = theme.background, theme.bar
    colours |= {"page": card, "card": page} if theme.light else {"page": page, "card": card}
    scheme = "light" if theme.light else "dark"
    variables = {f"--{name}": hexed(colour) for name, colour in colours.items()}
    return {"color-scheme": scheme, **variables}


@lru_cache
def _text(name: str, package: str = _HOME) -> str:
    """A style sheet or a script, without indentation and comments on lines of their own."""
    text = (files(package) / "templates" / name).read_text("utf-8")
    return re.sub(r"^\s*(//.*\n|/\*[^*]*\*/\n)?", "", text, flags=re.MULTILINE)


def _source(text: str) -> str:
    """What a Content-Security-Policy calls an inline script or style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
