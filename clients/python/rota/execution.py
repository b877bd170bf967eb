from __future__ import annotations

import json
import threading
import time
import traceback
from typing import Any, Callable, Dict, List, Optional

from .errors import DoNotRetry, RetryAfter, Stopped

_LONGEST_ERROR = 4096
_LONGEST_STACK = 16384
_WHY = {
    "cancel": "the job was cancelled",
    "lost": "the lease has ended: another worker may have the job",
    "timeout": "the handler ran longer than its timeout",
    "drain": "the worker stops",
}


class RunningJob:
    """A job as its handler sees it: one lease in the hands of a worker."""

    def __init__(self, lease: Dict[str, Any], leased_at: float) -> None:
        self.lease = lease
        self.id: str = lease["job_id"]
        self.fence: str = lease["fence"]
        self.kind: str = lease["kind"]
        self.queue: str = lease["queue"]
        self.payload: Any = lease["payload"]
        self.attempt: int = lease["attempt"]
        self.metadata: Dict[str, Any] = lease["metadata"]
        self.tags: List[str] = lease["tags"]
        #: What the jobs that it depends on gave, by their names in the graph or else by their ids.
        self.parents: Dict[str, Any] = lease.get("parents") or {}
        self.trace: Optional[str] = lease["trace"]
        #: Is set when the handler should stop; ``stop_reason`` says why.
        self.stopped = threading.Event()
        self.stop_reason: Optional[str] = None
        self.leased_at = leased_at
        self.ended = False
        self._started_at = time.monotonic()
        self._lock = threading.Lock()
        self._counters: Dict[str, int] = {}
        self._note: Optional[Dict[str, Any]] = None
        self._progress: Optional[Dict[str, Any]] = None
        self._said: Optional[Dict[str, Any]] = None
        self._on_stop: List[Callable[[], None]] = []

    @property
    def remaining(self) -> float:
        """Seconds until the job times out; infinity if it has no timeout."""
        limit = self.lease["timeout_seconds"]
        return float("inf") if limit is None else limit - self._ran()

    def throw_if_stopped(self) -> None:
        """Raises Stopped if the handler should stop."""
        if self.stopped.is_set():
            raise self.reason()

    def sleep(self, seconds: float) -> None:
        """Sleeps, and raises Stopped as soon as the handler should stop."""
        self.stopped.wait(seconds)
        self.throw_if_stopped()

    def on_stop(self, action: Callable[[], None]) -> None:
        """Calls this when the handler should stop, on a thread of the worker; at once if it already should."""
        with self._lock:
            if not self.stopped.is_set():
                self._on_stop.append(action)
                return
        action()

    def progress(self, percent: float, message: Optional[str] = None) -> None:
        """Says how far the job is, from 0 to 100."""
        self._progress = {"progress": max(0, min(100, round(percent))), "message": message}

    def count(self, counter: str, n: int = 1) -> None:
        """Adds to one of this execution's counters, such as ``items_crawled``."""
        with self._lock:
            self._counters[counter] = self._counters.get(counter, 0) + n

    def note(self, metadata: Dict[str, Any]) -> None:
        """Attaches an object to this execution; the last one stays."""
        self._note = json.loads(json.dumps(metadata, allow_nan=False))

    # ---- for the worker ----

    def beat(self) -> Dict[str, Any]:
        news = self._progress
        if news is self._said or news is None:
            return self._key()
        self._said = news
        return {**self._key(), **news}

    def unsaid(self) -> None:
        self._said = None

    def stop(self, reason: str) -> None:
        with self._lock:
            if self.stopped.is_set():
                return
            self.stop_reason = reason
            self.stopped.set()
            actions = self._on_stop
        for action in actions:
            try:
                action()
            except Exception:
                traceback.print_exc()

    def reason(self) -> Stopped:
        reason = self.stop_reason or "drain"
        return Stopped(reason, _WHY[reason])

    def completed(self, result: Any) -> Dict[str, Any]:
        json.dumps(result, allow_nan=False)
        return self._report({"outcome": "completed", **({} if result is None else {"result": result})})

    def failed(self, raised: BaseException) -> Dict[str, Any]:
        """What it means that the handler raised this, if it had been told to stop or not."""
        if self.stop_reason in ("cancel", "lost"):
            return self._report({"outcome": "cancelled"})
        if self.stop_reason is not None:
            return self.stopped_by(self.stop_reason)
        stack = "".join(traceback.format_exception(type(raised), raised, raised.__traceback__))
        end: Dict[str, Any] = {
            "outcome": "failed",
            "error_type": type(raised).__name__,
            "error_message": (str(raised) or type(raised).__name__)[:_LONGEST_ERROR],
            "stack_trace": stack[-_LONGEST_STACK:],
        }
        if isinstance(raised, DoNotRetry):
            end["retry"] = False
        if isinstance(raised, RetryAfter):
            end["retry_after_seconds"] = raised.seconds
        return self._report(end)

    def stopped_by(self, reason: str) -> Dict[str, Any]:
        """The worker itself ends it."""
        end: Dict[str, Any] = {
            "outcome": "failed",
            "error_type": "drained" if reason == "drain" else reason,
            "error_message": _WHY[reason],
        }
        if reason == "drain":
            end["retry_after_seconds"] = 0
        return self._report(end)

    def _report(self, end: Dict[str, Any]) -> Dict[str, Any]:
        report = {**self._key(), **end, "ran_seconds": round(self._ran(), 3)}
        with self._lock:
            if self._counters:
                report["counters"] = dict(self._counters)
        if self._note is not None:
            report["metadata"] = self._note
        return report

    def _key(self) -> Dict[str, Any]:
        return {"job_id": self.id, "fence": self.fence}

    def _ran(self) -> float:
        return time.monotonic() - self._started_at
