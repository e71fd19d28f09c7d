"""Errors that steps raise, and how workers report them."""

from collections.abc import Sequence
from typing import Any

MESSAGE_MAX = 4000


class StepError(Exception):
    """Ends the job with a message for users: what happened, where, and what to do.

    `parameter` names the parameter to correct, `wrong` is the invalid part of its text, and `offset` is where that
    part starts, in characters. `suggestions` are replacements for the invalid part, best first. `beside` names other
    parameters that may need to be changed as well.
    """

    def __init__(
        self,
        message: str,
        *,
        parameter: str | None = None,
        wrong: str | None = None,
        offset: int | None = None,
        suggestions: Sequence[object] = (),
        beside: Sequence[str] = (),
    ):
        super().__init__(message)
        self.parameter = parameter
        self.wrong = wrong
        self.offset = offset
        self.suggestions = suggestions
        self.beside = beside


class RetryableError(Exception):
    """Ends the attempt. The job returns to the queue if it has attempts left."""


def failure_of(error: BaseException, title: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Returns the body of the call `fail`."""
    if isinstance(error, StepError):
        return {"kind": "final", "message": _cut(str(error)), **_parameter_of(error, parameters)}
    if isinstance(error, RetryableError):
        return {"kind": "retryable", "message": _cut(str(error))}
    bug = f"The step crashed. This is a bug in {title}, not in your data. The log has the details for its author."
    return {"kind": "final", "message": bug}


def _parameter_of(error: StepError, parameters: dict[str, Any]) -> dict[str, Any]:
    """Returns the parameter that an error names. Values that the server would refuse are left out."""
    if not error.parameter:
        return {}
    shown: dict[str, Any] = {"name": error.parameter[:200]}
    if error.wrong is not None and len(error.wrong) <= 1000:
        shown["wrong"] = error.wrong
        if error.offset is not None and error.offset >= 0:
            shown["offset"] = _utf16_length(parameters.get(error.parameter), error.offset)
    shown["suggestions"] = [text for text in map(str, error.suggestions) if len(text) <= 1000][:10]
    shown["beside"] = [name for name in map(str, error.beside) if name and len(name) <= 200][:10]
    return {"parameter": shown}


def _utf16_length(value: Any, offset: int) -> int:
    """Converts an offset in characters to UTF-16 code units, which the protocol uses."""
    return len(value[:offset].encode("utf-16-le")) // 2 if isinstance(value, str) else offset


def _cut(message: str) -> str:
    return f"{message[: MESSAGE_MAX - 1]}…" if len(message) > MESSAGE_MAX else message or "The step gave no reason."
