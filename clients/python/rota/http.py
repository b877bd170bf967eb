from __future__ import annotations

import http.client
import json
import os
from typing import Any, Dict, Iterable, Mapping, Optional, Tuple, Union
from urllib.parse import urlsplit

from .errors import RotaError, Unavailable

Body = Union[None, bytes, Iterable[bytes]]


class Connection:
    """Sends requests to one server, with the token if there is one. May be used by several threads."""

    def __init__(self, url: Optional[str] = None, token: Optional[str] = None, actor: Optional[str] = None) -> None:
        self.url = (url or os.environ.get("ROTA_URL") or "http://127.0.0.1:8060").rstrip("/")
        self._address = urlsplit(self.url)
        self.headers: Dict[str, str] = {"Content-Type": "application/json"}
        token = token or os.environ.get("ROTA_TOKEN")
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        if actor:
            self.headers["X-Rota-Actor"] = actor

    def send(
        self, method: str, path: str, body: Any = None, headers: Optional[Mapping[str, str]] = None, timeout: float = 60
    ) -> Any:
        """Sends a request and gives the JSON of its answer; an error of the server is raised."""
        content = None if body is None else json.dumps(body, allow_nan=False).encode()
        return self.send_bytes(method, path, content, headers, timeout)

    def send_bytes(
        self, method: str, path: str, content: Body, headers: Optional[Mapping[str, str]] = None, timeout: float = 60
    ) -> Any:
        status, text, _ = self.request(method, path, content, headers, timeout)
        if status < 400:
            return json.loads(text) if text else None
        raise _refusal(status, text)

    def request(
        self, method: str, path: str, content: Body, headers: Optional[Mapping[str, str]] = None, timeout: float = 60
    ) -> Tuple[int, str, http.client.HTTPMessage]:
        secure = self._address.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = kind(self._address.hostname or "", self._address.port, timeout=timeout)
        try:
            connection.request(method, self._address.path + path, content, {**self.headers, **(headers or {})})
            response = connection.getresponse()
            return response.status, response.read().decode(), response.headers
        except (OSError, http.client.HTTPException) as e:
            raise Unavailable(f"{method} {path}: {self.url} does not answer ({e})") from e
        finally:
            connection.close()


def _refusal(status: int, text: str) -> Exception:
    try:
        problem = json.loads(text)
    except ValueError:
        problem = {}  # Something between here and the server has answered in its own words.
    error = RotaError(status, problem if isinstance(problem, dict) else {})
    return Unavailable(str(error)) if status >= 500 else error
