"""What names an agent on the command line, in records and in assignments."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from pacgrid.common.sanitize import printable
from pacgrid.errors import PacgridError

_SPEC = re.compile(
    r"(?P<source>[^:=]+(?=:[A-Za-z_]\w*=)|.+?\.py(?=$|:)|[^:=]+)"
    r"(?::(?P<class_name>[A-Za-z_]\w*))?"
    r"(?::(?P<options>[A-Za-z_]\w*=.*))?"
)

_OPTION = re.compile(r"\s*[A-Za-z_]\w*\s*=")
_TOKEN = re.compile(r"""'[^']*'|"[^"]*"|[^'",()\[\]{}]+|.""", re.DOTALL)


class AgentError(PacgridError):
    """An agent can't be loaded or built; `details` has the frames of its author's code."""

    def __init__(self, message: str, details: str = "") -> None:
        super().__init__(message)
        self.details = printable(details)


@dataclass(frozen=True)
class AgentSpec:
    """An agent's name: `minimax:depth=3`, `my_agent.py`, `my_agent.py:MyAgent:depth=3`."""

    source: str
    class_name: str | None
    options: Mapping[str, Any]
    texts: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The options as they were written."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a name. An option's value is a Python literal, `true` or `false` if it reads as
        one, else a string; with commas, a list of these. Brackets keep the options of a name inside
        a list together.

        >>> AgentSpec.parse("my_agent.py:MyAgent:depth=3,evaluation=cautious").options
        {'depth': 3, 'evaluation': 'cautious'}
        >>> AgentSpec.parse("expectimax:ghosts=random_ghost,other.py:p=0.5,depth=3").options
        {'ghosts': ['random_ghost', 'other.py:p=0.5'], 'depth': 3}
        >>> AgentSpec.parse("expectimax:ghosts=[other.py:p=0.5,q=1],depth=3").options
        {'ghosts': ['other.py:p=0.5,q=1'], 'depth': 3}
        """
        match = _SPEC.fullmatch(text)
        if not match:
            raise AgentError(f"can't read the agent {text!r}; write NAME:option=value,option=value")
        options: dict[str, Any] = {}
        for name, value in _options(match["options"] or ""):
            if name in options:
                raise AgentError(f"{text}: the option {name} is given twice")
            options[name] = _value(value)
        texts = dict(_options(match["options"] or ""))
        return cls(match["source"], match["class_name"], options, texts)

    @property
    def is_file(self) -> bool:
        return self.source.endswith(".py")


def _options(text: str) -> Iterator[tuple[str, str]]:
    """The options in `a=1,b=2,3`, with their values as text."""
    options: list[str] = []
    for part in _parts(text):
        if _OPTION.match(part):
            options.append(part)
        elif options:
            options[-1] += f",{part}"
    for option in options:
        name, _, value = option.partition("=")
        yield name.strip(), value.strip()


def _value(text: str) -> Any:
    """The literal in `text`, the list of literals and strings, or the string."""
    if (value := _literal(text)) != text:
        return value
    bracketed = text.startswith("[") and text.endswith("]")
    items: list[str] = []
    for part in _parts(text[1:-1] if bracketed else text):
        if items and _OPTION.match(part):  # an option of the name before
            items[-1] += f",{part}"
        else:
            items.append(part)
    return [_literal(item.strip()) for item in items] if bracketed or len(items) > 1 else text


def _literal(text: str) -> Any:
    """The Python literal in `text`, or a truth value; `text` itself if it is neither."""
    if text in ("true", "false"):
        return text == "true"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return text


def _parts(text: str) -> Iterator[str]:
    """What stands between the commas of `text`, apart from those in brackets and quotes."""
    part, depth = "", 0
    for token in _TOKEN.findall(text):
        depth += (token in "([{") - (token in ")]}")
        if token == "," and depth <= 0:
            yield part
            part = ""
        else:
            part += token
    yield part
