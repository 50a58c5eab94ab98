"""What a submission has done wrong, as a reply to the grader."""

from dataclasses import replace
from typing import Any

from pacgrid.agent import AgentError
from pacgrid.common.failure import Failure

from .finished_state import finished_state
from .observed_state import LimitError

Reply = dict[str, Any]


class ContractError(Exception):
    """A submission breaks its contract. Reported as a message, without a traceback."""


def failed_reply(error: BaseException, file: str) -> Reply:
    """The reply for what the submission `file` has raised."""
    exits = not isinstance(error, Exception)
    if isinstance(error, AgentError | ContractError | LimitError):
        message = str(error).removeprefix(f"{file}: ")
        return reply_of(Failure(message, getattr(error, "details", "")), exits=exits)
    # The first frame is ours, not the author's.
    error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
    failure = replace(Failure.of(error, file), position=_where(error, file))
    return reply_of(failure, exits=exits)


def reply_of(failure: Failure, *, exits: bool = False) -> Reply:
    """The reply with `failure`; `exits` if it isn't an `Exception`, such as SystemExit."""
    message = failure.message[:1000]
    if "No module named 'pacgrid.agents." in message:
        message += "; Pacgrid's own agents are not available in grading"
    texts = {
        "message": message,
        "frames": failure.frames[:4000],
        "position": failure.position[:4000],
    }
    encodable = {name: text.encode(errors="replace").decode() for name, text in texts.items()}
    return {"kind": "failed", "exits": exits, **encodable}


def _where(error: BaseException, file: str) -> str:
    """The finished game that the submission stumbled over, drawn; "" if it did not."""
    state = finished_state(error, file)
    return f"the game is over in this state, so it has no legal actions:\n{state}" * bool(state)
