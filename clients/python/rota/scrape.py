"""For workers that were written for a scrape-job queue (``/api/scrape-jobs``)."""

from __future__ import annotations

import json
from typing import Any, Dict, Optional

from .errors import RotaError
from .http import Connection

Json = Dict[str, Any]


class ScrapeJobManager:
    """Claims and updates scrape jobs.

    It remembers the fence of every claim and presents it with each update, so that a worker that was too slow cannot
    disturb the next one: its update is refused with a RotaError of status 409.
    """

    def __init__(self, url: Optional[str] = None, token: Optional[str] = None) -> None:
        self._connection = Connection(url, token)
        self._fences: Dict[str, str] = {}

    def claim_next_job(self, worker_id: str, **more: Any) -> Optional[Json]:
        """The next job, or None if there is none."""
        return self._claim("/next", {"worker_id": worker_id, **more})

    def claim_job(self, job_id: str, worker_id: str) -> Optional[Json]:
        return self._claim(f"/{job_id}/claim", {"worker_id": worker_id})

    def create_job(self, job: Json) -> Json:
        return self._send("POST", "", job)

    def get_job(self, job_id: str) -> Json:
        return self._send("GET", f"/{job_id}")

    def update_job(self, job_id: str, update: Json) -> Json:
        fence = self._fences.get(job_id)
        job = self._send("PUT", f"/{job_id}", update, {"X-Rota-Fence": fence} if fence else {})
        if job["status"] != "running":
            self._fences.pop(job_id, None)
        return job

    def cancel_job(self, job_id: str) -> Json:
        return self._send("POST", f"/{job_id}/cancel")

    def retry_job(self, job_id: str) -> Json:
        return self._send("POST", f"/{job_id}/retry")

    def _claim(self, path: str, body: Json) -> Optional[Json]:
        while True:
            try:
                return self._send("POST", path, body)
            except RotaError as e:
                if e.code != "retry":
                    raise

    def _send(self, method: str, path: str, body: Any = None, headers: Optional[Dict[str, str]] = None) -> Any:
        content = None if body is None else json.dumps(body, allow_nan=False).encode()
        status, text, answered = self._connection.request(method, f"/api/scrape-jobs{path}", content, headers)
        answer = json.loads(text)
        if not answer.get("success"):
            raise RotaError(
                status,
                {
                    "title": answer.get("error"),
                    "detail": answer.get("details"),
                    "code": "retry" if answer.get("retry") and path == "/next" else "scrape",
                },
            )
        fence = answered.get("X-Rota-Fence")
        if fence:
            self._fences[answer["data"]["id"]] = fence
        return answer["data"]


#: The one of this process, for the server that ROTA_URL names.
scrape_job_manager = ScrapeJobManager()
