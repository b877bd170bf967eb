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

    def enqueue(self, kind: str, payload: Any = None, **more: Any) -> Json:
        """Stores a job; ``duplicate`` in the answer says that it was there already."""
        job = {"kind": kind, **more}
        if payload is not None:
            job["payload"] = payload
        return self._connection.send("POST", "/api/v1/jobs", job)

    def enqueue_all(self, jobs: Iterable[Mapping[str, Any]]) -> Json:
        """Stores jobs of an iterable, all of them or none, without holding them in memory."""
        return self._connection.send_bytes(
            "POST", "/api/v1/jobs/bulk", _lines(jobs), {"Content-Type": "application/x-ndjson"}, timeout=3600
        )

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
