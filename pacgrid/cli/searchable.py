"""Whether an agent can search a game."""

from typing import Any

from pacgrid.agent import Agent
from pacgrid.cli.options import OptionError
from pacgrid.search import check_payoffs


def check_searches(agent: Agent, state: Any) -> None:
    """Raise OptionError if `agent` can't search the game of `state`."""
    try:
        check_payoffs(agent, state)
    except ValueError as error:
        raise OptionError(str(error)) from None
