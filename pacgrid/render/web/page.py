"""A game as one HTML file that plays it, and needs nothing else: no network, no other file."""

import json
from base64 import b64encode
from dataclasses import asdict
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from pacgrid.common.files import atomic_write
from pacgrid.errors import PacgridError
from pacgrid.records.description import result_line
from pacgrid.records.record import Record
from pacgrid.render.paths import hexed
from pacgrid.render.pictures.svg import scene_svg
from pacgrid.render.web.keys import help_rows, page_keys
from pacgrid.render.web.reel import reel
from pacgrid.session.overlays import Overlay
from pacgrid.session.scene import Stride, scene
from pacgrid.session.themes import THEMES, Theme, ink_on

SCRIPTS = (
    "film.js",
    "overlays.js",
    "marks.js",
    "board.js",
    "timeline.js",
    "player.js",
    "thoughts.js",
    "controls.js",
)

_PARTS = {
    Overlay.VALUES: ("values",),
    Overlay.PRINCIPAL_VARIATION: ("ways",),
    Overlay.EXPANDED: ("expanded", "depths"),
    Overlay.FEATURES: ("features",),
}
"""What of the thoughts an overlay shows; the others show what is in every position."""


class PageError(PacgridError):
    """A page that can't be written."""


def page(record: Record) -> str:
    """A page that plays the game of `record`; the same text for the same record."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("pacgrid.render.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    film = reel(record)
    style = _template("page.css")
    script = "\n".join(map(_template, SCRIPTS))
    data = film | {
        "themes": list(map(_hexed, THEMES.values())),
        "keys": page_keys(),
        "overlays": list(Overlay),
    }
    return environment.get_template("page.html.j2").render(
        film=film,
        rounds=record.rounds,
        details=record.details,
        overlays=[(overlay, _why_not(overlay, film)) for overlay in Overlay],
        help=help_rows(),
        data=_json(data),
        style=style,
        script=script,
        # Nothing but this very style and script is let in, whatever else got into the page.
        policy=f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)};"
        " base-uri 'none'; form-action 'none'",
        last=scene_svg(scene(_last(record), 1), title=film["end"]["line"]),
    )


def write_page(path: str | Path, record: Record) -> None:
    """Write the page of `record` to `path`, whole or not at all.

    Raises PageError.
    """
    text = page(record)
    try:
        atomic_write(path, text)
    except OSError as error:
        raise PageError(f"{path}: can't be written: {error.strerror}") from None
    except ValueError:  # a name with a null in it
        raise PageError(f"{str(path)!r} is not a valid file name") from None


def frame(record: Record) -> str:
    """The page in a frame of its own, for pages that show several games."""
    title = escape(f"Pacgrid: {result_line(record)}")
    return (
        f'<iframe title="{title}" srcdoc="{escape(page(record))}" sandbox="allow-scripts"'
        ' allowfullscreen width="100%" height="720" style="width:100%;max-width:60rem;height:auto;'
        'aspect-ratio:4/3;min-height:34rem;border:0"></iframe>'
    )


def _why_not(overlay: Overlay, film: dict[str, Any]) -> str:
    """Why an overlay has nothing to show in the whole game; or nothing, if it has."""
    told = film.get("thoughts", {})
    if any(part in told for part in _PARTS.get(overlay, ())) or overlay not in _PARTS:
        return ""
    if told:
        return f"No agent in this game reported {overlay.meaning}"
    return "This game was recorded without thoughts"


def _last(record: Record) -> Stride:
    states = record.states()
    stride = Stride.standing(next(states))
    for state in states:
        stride = stride.then(state)
    return stride


def _template(name: str) -> str:
    return (files("pacgrid.render.web") / "templates" / name).read_text("utf-8")


def _hexed(theme: Theme) -> dict[str, Any]:
    def told(value: Any) -> Any:
        if isinstance(value, bool):
            return value
        return [hexed(v) for v in value] if isinstance(value[0], tuple) else hexed(value)

    inks = [ink_on(colour) for colour in theme.ghosts]
    return {name: told(value) for name, value in (asdict(theme) | {"inks": inks}).items()}


def _json(data: dict[str, Any]) -> str:
    """`data` as JSON that can stand between the tags of an HTML page."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
