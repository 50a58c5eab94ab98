"""What a submission says, without what differs from run to run."""

import re

from ..sandbox.bubblewrap import LIBRARY, SUBMISSION
from ..sandbox.scratch import PREFIX

_ADDRESS = re.compile(r"(?i)\b(at|thread) 0x[0-9a-f]+")
_INSIDE = "|".join(re.escape(str(folder)) for folder in (SUBMISSION, LIBRARY))
_FOLDER = re.compile(
    # On disk, or as bubblewrap shows it. The names may end early, in a text that was cut.
    rf"""(?:[a-z]:)?(?:[/\\][^\s'"<>|:/\\]*)*[/\\]{PREFIX}\w*(?:[/\\]+work\b)?"""
    rf"""(?:[/\\]+(?:submission\b|(?P<temporary>worker-\w+)))?(?P<below>[/\\]+)?"""
    rf"""|(?<![\w./\\-])(?:{_INSIDE})(?P<below_inside>/|(?![\w.-]))""",
    re.IGNORECASE,
)
"""The folder of a submission, of its worker's library or of its temporary files."""


def stable_text(text: str) -> str:
    """`text` with file names relative to the submission, and without the addresses of objects.

    >>> stable_text("<Node object at 0x7f3a5e10> in /submission/agent.py")
    '<Node object at 0x…> in agent.py'
    """
    return _FOLDER.sub(_relative, _ADDRESS.sub(r"\1 0x…", text))


def _relative(match: re.Match[str]) -> str:
    below = match["below"] or match["below_inside"]
    if match["temporary"]:
        return f"/tmp{'/' if below else ''}"
    return "" if below else "."
