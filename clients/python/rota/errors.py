from __future__ import annotations

from typing import Any, Mapping, Optional


class RotaError(Exception):
    """A refusal or a fault that the server told of, with its stable code."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(problem.get("detail") or problem.get("title") or f"the server answered with {status}")
        self.status = status
        self.code: str = problem.get("code", "http")
        self.field: Optional[str] = problem.get("field")
        self.rule: Optional[str] = problem.get("rule")


class Unavailable(Exception):
    """The server or its database could not be reached; trying again may help."""

    code = "source-unavailable"


class DoNotRetry(Exception):
    """Raised by a handler whose job should fail for good."""


class RetryAfter(Exception):
    """Raised by a handler that wants its next try after some seconds, while retries are left."""

    def __init__(self, seconds: float, message: Optional[str] = None) -> None:
        super().__init__(message or f"again in {seconds} s")
        self.seconds = seconds


class Stopped(Exception):
    """Why a handler should stop: ``cancel``, ``lost``, ``timeout`` or ``drain``."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
