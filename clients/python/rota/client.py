from __future__ import annotations

import json
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional
from urllib.parse import quote, urlencode

from .errors import RotaError
from .http import Connection

Json = Dict[str, Any]

_LINES_AT_ONCE = 500


class RotaClient:
    """Speaks with one server.

    What it takes and gives are the objects of the API, with the names that ``/openapi.json`` has for their members. It
    may be used by several threads.
    """

    def __init__(self, url: Optional[str] = None, token: Optional[str] = None, actor: Optional[str] = None) -> None:
        self._connection = Connection(url, token, actor)

    def enqueue(
        self,
        kind: str,
        payload: Any = None,
        *,
        tenant: Optional[str] = None,
        depends_on: Optional[List[str]] = None,
        on_parent_failure: Optional[str] = None,
        **more: Any,
    ) -> Json:
        """Stores a job; ``duplicate`` in the answer says that it was there already.

        ``tenant`` is whose job it is, ``depends_on`` has the ids of jobs that it waits for, and ``on_parent_failure``
        (cancel, fail or run) says what becomes of it when one of them does not complete.
        """
        job = {"kind": kind, **more}
        wishes = {"tenant": tenant, "depends_on": depends_on, "on_parent_failure": on_parent_failure}
        job.update((name, wish) for name, wish in wishes.items() if wish is not None)
        if payload is not None:
            job["payload"] = payload
        return self._connection.send("POST", "/api/v1/jobs", job)

    def enqueue_all(self, jobs: Iterable[Mapping[str, Any]]) -> Json:
        """Stores jobs of an iterable, all of them or none, without holding them in memory."""
        return self._connection.send_bytes(
            "POST", "/api/v1/jobs/bulk", _lines(jobs), {"Content-Type": "application/x-ndjson"}, timeout=3600
        )

    def enqueue_graph(self, jobs: Iterable[Mapping[str, Any]]) -> Json:
        """Stores jobs that wait for each other, all of them or none; they name each other in ``depends_on``."""
        return self._connection.send("POST", "/api/v1/graphs", {"jobs": list(jobs)})

    def create_batch(
        self,
        name: str,
        jobs: Iterable[Mapping[str, Any]] = (),
        *,
        open: bool = False,
        on_complete: Optional[Mapping[str, Any]] = None,
        on_failure: Optional[Mapping[str, Any]] = None,
    ) -> Json:
        """Stores jobs that belong together; while it is open more may be added."""
        batch: Json = {"name": name, "jobs": list(jobs), "open": open}
        followers = {"on_complete": on_complete, "on_failure": on_failure}
        batch.update((when, job) for when, job in followers.items() if job is not None)
        return self._connection.send("POST", "/api/v1/batches", batch)

    def add_to_batch(self, batch_id: str, jobs: Iterable[Mapping[str, Any]]) -> Json:
        """Adds jobs to a batch that is open, all of them or none."""
        return self._batch("POST", batch_id, "/jobs", {"jobs": list(jobs)})

    def close_batch(self, batch_id: str) -> Json:
        """Says that nothing more comes: the batch ends when its jobs have."""
        return self._batch("POST", batch_id, "/close")

    def batch(self, batch_id: str) -> Json:
        """The batch as it stands, with its counts."""
        return self._batch("GET", batch_id, "")

    def get(self, job_id: str) -> Optional[Json]:
        """The job as it stands, or None if there is none."""
        try:
            return self._job("GET", job_id, "")
        except RotaError as e:
            if e.status == 404:
                return None
            raise

    def list(self, **filter: Any) -> Json:
        """One page of jobs; status, queue, kind, tag, schedule, limit and cursor choose it."""
        return self._connection.send("GET", "/api/v1/jobs?" + urlencode(filter))

    def executions(self, job_id: str) -> Json:
        return self._job("GET", job_id, "/executions")

    def cancel(self, job_id: str) -> Json:
        return self._job("POST", job_id, "/cancel")

    def pause(self, job_id: str) -> Json:
        return self._job("POST", job_id, "/pause")

    def resume(self, job_id: str) -> Json:
        return self._job("POST", job_id, "/resume")

    def retry(self, job_id: str) -> Json:
        return self._job("POST", job_id, "/retry")

    def exchange(self, worker_id: str, wait_seconds: float = 0, **more: Any) -> Json:
        """Hands in reports and takes out jobs: one step of a worker, for programs that are one themselves."""
        body = {"worker_id": worker_id, "wait_seconds": wait_seconds, **more}
        return self._connection.send("POST", "/api/v1/workers/exchange", body, timeout=wait_seconds + 30)

    def heartbeat(self, worker_id: str, jobs: List[Json], lease_seconds: float = 60, timeout: float = 30) -> Json:
        """Says which executions are alive; the answer has what their worker must be told."""
        body = {"worker_id": worker_id, "lease_seconds": lease_seconds, "jobs": jobs}
        return self._connection.send("POST", "/api/v1/workers/heartbeat", body, timeout=timeout)

    def _batch(self, method: str, batch_id: str, action: str, body: Any = None) -> Json:
        return self._connection.send(method, f"/api/v1/batches/{quote(str(batch_id), safe='')}{action}", body)

    def _job(self, method: str, job_id: str, action: str) -> Json:
        return self._connection.send(method, f"/api/v1/jobs/{quote(str(job_id), safe='')}{action}")


def _lines(jobs: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    batch: List[str] = []
    for job in jobs:
        batch.append(json.dumps(job, allow_nan=False) + "\n")
        if len(batch) == _LINES_AT_ONCE:
            yield "".join(batch).encode()
            batch = []
    if batch:
        yield "".join(batch).encode()
