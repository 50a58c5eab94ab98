"""What names an agent on the command line, in records and in assignments."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from pacgrid.common.named_options import named_options, option_value
from pacgrid.common.sanitize import printable
from pacgrid.errors import PacgridError

_SPEC = re.compile(
    r"(?P<source>[^:=]+(?=:[A-Za-z_]\w*=)|.+?\.py(?=$|:)|[^:=]+)"
    r"(?::(?P<class_name>[A-Za-z_]\w*))?"
    r"(?::(?P<options>[A-Za-z_]\w*=.*))?"
)


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
        for name, value in named_options(match["options"] or ""):
            if name in options:
                raise AgentError(f"{text}: the option {name} is given twice")
            options[name] = option_value(value)
        texts = dict(named_options(match["options"] or ""))
        return cls(match["source"], match["class_name"], options, texts)

    @property
    def is_file(self) -> bool:
        return self.source.endswith(".py")
