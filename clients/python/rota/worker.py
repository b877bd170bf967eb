from __future__ import annotations

import logging
import os
import random
import signal
import socket
import threading
import time
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Set

from .client import RotaClient
from .errors import RotaError
from .execution import RunningJob

Handler = Callable[[RunningJob], Any]

_LOG = logging.getLogger("rota.worker")
_REPORTS_AT_ONCE = 500
_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 5.0


class WorkerListener:
    """Is told what a worker does, by the worker's own threads."""

    def started(self, job: RunningJob) -> None: ...

    def finished(self, job: RunningJob, report: Dict[str, Any]) -> None: ...

    def fenced(self, verdict: Dict[str, Any]) -> None:
        """A report came too late: the lease had ended, and nothing was changed."""

    def lost(self, job: RunningJob) -> None:
        """An execution lost its lease, so its handler was told to stop and nothing is reported."""

    def unavailable(self, reason: Exception) -> None:
        """The server does not answer; told once per outage."""

    def available(self) -> None: ...


class Worker:
    """Takes jobs from a server and runs their handlers, each on a thread of its own, until it is drained."""

    def __init__(
        self,
        client: RotaClient,
        handlers: Optional[Mapping[str, Handler]] = None,
        handler: Optional[Handler] = None,
        queue: str = "default",
        concurrency: int = 10,
        queues: Optional[Mapping[str, int]] = None,
        capabilities: Sequence[str] = (),
        worker_id: Optional[str] = None,
        version: Optional[str] = None,
        lease_seconds: float = 60,
        beat_seconds: Optional[float] = None,
        wait_seconds: float = 5,
        drain_seconds: float = 30,
        grace_seconds: float = 2,
        listener: Optional[WorkerListener] = None,
    ) -> None:
        if not handlers and handler is None:
            raise ValueError("a worker needs a handler: give handlers by kind, or one handler for every kind")
        self.worker_id = worker_id or f"{socket.gethostname()}-{os.getpid()}"
        self._client = client
        self._handlers = dict(handlers or {})
        self._handler = handler
        self._queues = dict(queues or {queue: concurrency})
        self._capabilities = list(capabilities)
        self._version = version
        self._lease = lease_seconds
        self._beat_every = min(1.0, lease_seconds / 4) if beat_seconds is None else beat_seconds
        self._wait = wait_seconds
        self._drain_seconds = drain_seconds
        self._grace = grace_seconds
        self._listener = listener or WorkerListener()
        self._changed = threading.Condition()
        self._running: Set[RunningJob] = set()
        self._reports: List[Dict[str, Any]] = []
        self._handing = 0
        self._asking = False
        self._draining = False
        self._over = threading.Event()
        self._away = False
        self._threads: List[threading.Thread] = []

    @property
    def running(self) -> int:
        """How many handlers run now."""
        return len(self._running)

    def start(self) -> Worker:
        """Begins to take jobs."""
        if not self._threads:
            for name, step in (("claim", self._claim), ("report", self._flush), ("beat", self._beat)):
                thread = threading.Thread(target=self._loop, args=(step,), name=f"rota-{name}", daemon=True)
                self._threads.append(thread)
                thread.start()
        return self

    def run(self) -> None:
        """Starts, and drains on SIGTERM and SIGINT; for the main thread of a program."""
        told = threading.Event()
        before = {number: signal.signal(number, lambda *_: told.set()) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            self.start()
            while not told.wait(1):
                pass
            self.drain()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def drain(self, seconds: Optional[float] = None) -> None:
        """Stops: takes nothing more, lets handlers finish until the deadline, tells them to stop then, and reports.

        What could not be reported is recovered by the server when its lease ends.
        """
        with self._changed:
            first = not self._draining
            self._draining = True
            self._changed.notify_all()
        if not first:
            self._over.wait()
            return
        self._until(lambda: not self._running, self._drain_seconds if seconds is None else seconds)
        for job in list(self._running):
            job.stop("drain")
        self._until(lambda: not self._running, self._grace)
        for job in list(self._running):
            self._settle(job, job.stopped_by("drain"))
        self._until(lambda: not (self._reports or self._handing or self._asking), self._wait + 5)
        self._over.set()
        with self._changed:
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    # ---- what goes over ----

    def _claim(self) -> bool:
        """Asks for jobs while there is a free slot; waits at the server if it has nothing to hand in."""
        with self._changed:
            self._changed.wait_for(lambda: self._draining or self._wishes())
            if self._draining:
                return False
            wants = self._wishes()
            waits = not self._reports
            self._asking = waits
            self._changed.notify_all()
        try:
            body: Dict[str, Any] = {
                "lease_seconds": self._lease,
                "wait_seconds": self._wait if waits else 0,
                "max": min(1000, sum(want["max"] for want in wants)),
                "wants": wants,
            }
            if self._capabilities:
                body["capabilities"] = self._capabilities
            if self._version:
                body["version"] = self._version
            sent = time.monotonic()
            for lease in self._exchange([] if waits else self._take(), body):
                self._begin(RunningJob(lease, sent))
        finally:
            with self._changed:
                self._asking = False
                self._changed.notify_all()
        return True

    def _flush(self) -> bool:
        """Hands in reports while the claim waits at the server, or when there are no more claims."""
        with self._changed:
            self._changed.wait_for(lambda: self._over.is_set() or (self._reports and (self._asking or self._draining)))
            if self._over.is_set():
                return False
            reports = self._take()
        self._exchange(reports, {})
        return True

    def _take(self) -> List[Dict[str, Any]]:
        with self._changed:
            reports = self._reports[:_REPORTS_AT_ONCE]
            del self._reports[: len(reports)]
            self._handing += len(reports)
            return reports

    def _exchange(self, reports: List[Dict[str, Any]], body: Dict[str, Any]) -> List[Dict[str, Any]]:
        """One request; reports that did not get through are kept, in their order."""
        left = reports
        try:
            answer = self._client.exchange(self.worker_id, reports=reports, **body)
            left = []
            self._worked()
            for verdict in answer["verdicts"]:
                if verdict["verdict"] == "fenced":
                    self._tell("fenced", verdict)
            return answer["jobs"]
        except RotaError as e:
            if e.status != 400 or not reports:
                raise
            left = list(reports)
            self._isolate(left)
            return []
        finally:
            with self._changed:
                self._reports[:0] = left
                self._handing -= len(reports)
                self._changed.notify_all()

    def _isolate(self, left: List[Dict[str, Any]]) -> None:
        """One of the reports is refused as invalid: it becomes a failure of its job, the others go over."""
        while left:
            report = left[0]
            try:
                self._client.exchange(self.worker_id, reports=[report])
            except RotaError as e:
                if e.status != 400:
                    raise
                failure = {"outcome": "failed", "error_type": "RotaError", "error_message": str(e)}
                key = {"job_id": report["job_id"], "fence": report["fence"]}
                self._client.exchange(self.worker_id, reports=[{**key, **failure}])
            del left[0]

    def _wishes(self) -> List[Dict[str, Any]]:
        """How many jobs of which queues and kinds could begin now."""
        wants = []
        for queue, slots in self._queues.items():
            free = slots - sum(1 for job in self._running if job.queue == queue)
            if free > 0:
                want: Dict[str, Any] = {"queue": queue, "max": free, "slots": slots}
                if self._handler is None:
                    want["kinds"] = {kind: free for kind in self._handlers}
                wants.append(want)
        return wants

    # ---- what runs here ----

    def _begin(self, job: RunningJob) -> None:
        with self._changed:
            if self._draining:
                self._reports.append({"job_id": job.id, "fence": job.fence, "outcome": "released"})
                return
            self._running.add(job)
        threading.Thread(target=self._call, args=(job,), name=f"rota-{job.kind}", daemon=True).start()

    def _call(self, job: RunningJob) -> None:
        handler = self._handlers.get(job.kind, self._handler)
        assert handler is not None
        limit = job.lease["timeout_seconds"]
        timer = None
        if limit is not None:
            timer = threading.Timer(min(limit, threading.TIMEOUT_MAX), self._time_out, args=(job,))
            timer.daemon = True
            timer.start()
        self._tell("started", job)
        try:
            report = job.completed(handler(job))
        except BaseException as e:
            report = job.failed(e)
        self._settle(job, report)
        if timer is not None:
            timer.cancel()

    def _settle(self, job: RunningJob, report: Optional[Dict[str, Any]]) -> None:
        """Ends an execution once; what comes later is dropped. Without a report it was lost."""
        with self._changed:
            if job.ended:
                return
            job.ended = True
            self._running.discard(job)
            if report is not None:
                self._reports.append(report)
            self._changed.notify_all()
        if report is None:
            self._tell("lost", job)
        else:
            self._tell("finished", job, report)

    def _time_out(self, job: RunningJob) -> None:
        job.stop("timeout")
        self._settle(job, job.failed(job.reason()))

    def _lose(self, job: RunningJob) -> None:
        job.stop("lost")
        self._settle(job, None)

    # ---- heartbeats ----

    def _beat(self) -> bool:
        if self._over.wait(self._beat_every):
            return False
        with self._changed:
            alive = list(self._running)
        if not alive:
            return True
        sent = time.monotonic()
        try:
            beats = [job.beat() for job in alive]
            answer = self._client.heartbeat(self.worker_id, beats, self._lease, timeout=max(0.5, self._lease / 4))
            self._worked()
            for job in alive:
                job.leased_at = sent
            self._hear(answer["signals"], {job.fence: job for job in alive})
        except Exception as e:
            for job in alive:
                job.unsaid()
            self._failed(e)
        for job in alive:
            if time.monotonic() - job.leased_at > self._lease:
                self._lose(job)
        return True

    def _hear(self, signals: List[Dict[str, Any]], alive: Dict[str, RunningJob]) -> None:
        for told in signals:
            job = alive.get(told["fence"])
            if job is not None and told["signal"] == "cancel":
                job.stop("cancel")
            elif job is not None:
                self._lose(job)

    # ---- loops ----

    def _loop(self, step: Callable[[], bool]) -> None:
        """Does a step again and again; after an error it waits, longer each time, and tries again."""
        pause = _FIRST_PAUSE
        while True:
            try:
                if not step():
                    return
                pause = _FIRST_PAUSE
            except Exception as e:
                self._failed(e)
                if self._over.wait(pause * random.uniform(0.5, 1)):
                    return
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _failed(self, reason: Exception) -> None:
        with self._changed:
            first = not self._away
            self._away = True
        if first:
            _LOG.warning("The worker tries again worker=%s: %s", self.worker_id, reason)
            self._tell("unavailable", reason)

    def _worked(self) -> None:
        with self._changed:
            again = self._away
            self._away = False
        if again:
            self._tell("available")

    def _tell(self, event: str, *what: Any) -> None:
        """What a listener raises changes nothing here."""
        try:
            getattr(self._listener, event)(*what)
        except Exception:
            _LOG.exception("A listener of the worker failed event=%s", event)

    def _until(self, condition: Callable[[], Any], seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(condition, seconds)
