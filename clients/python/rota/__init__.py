"""Enqueues jobs of Rota and runs them."""

from .client import RotaClient
from .errors import DoNotRetry, RetryAfter, RotaError, Stopped, Unavailable
from .execution import RunningJob
from .worker import Worker, WorkerListener

__all__ = [
    "DoNotRetry",
    "RetryAfter",
    "RotaClient",
    "RotaError",
    "RunningJob",
    "Stopped",
    "Unavailable",
    "Worker",
    "WorkerListener",
]
