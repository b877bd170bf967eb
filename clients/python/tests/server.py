from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional

ROOT = Path(__file__).resolve().parents[1]
SOON = 60

#: How a node is started: as the test of the whole project says, or by the script of this checkout.
COMMAND = json.loads(os.environ.get("ROTA_TEST_COMMAND", "null")) or [str(ROOT.parents[1] / "rota"), "up"]


class Child:
    """A process of a test, whose output can be waited for."""

    def __init__(self, words: List[str], env: Optional[Dict[str, str]] = None) -> None:
        self.lines: List[str] = []
        self._changed = threading.Condition()
        self._ended = False
        self.process = subprocess.Popen(
            words,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._changed:
                self.lines.append(line.rstrip("\n"))
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def line(self, text: str) -> str:
        """The first line that has this in it, now or later."""

        def found() -> List[str]:
            return [line for line in self.lines if text in line]

        with self._changed:
            self._changed.wait_for(lambda: found() or self._ended, SOON)
            if not found():
                raise AssertionError(f'no "{text}" in:\n' + "\n".join(self.lines))
            return found()[0]

    def exit(self) -> int:
        code = self.process.wait(SOON)
        self._reader.join(SOON)
        return code

    def kill(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.exit()

    def close(self) -> None:
        if self.process.poll() is None:
            self.kill(signal.SIGKILL)
        assert self.process.stdout is not None
        self._reader.join(SOON)
        self.process.stdout.close()


class Server(Child):
    """A node of Rota that listens."""

    def __init__(self, folder: Optional[str] = None, **env: str) -> None:
        self.folder = folder or tempfile.mkdtemp(prefix="rota-client-")
        super().__init__(COMMAND, {"ROTA_PORT": "0", **env, "ROTA_DATA_DIR": self.folder})
        found = re.search(r"http://\S+", self.line("Rota listens on "))
        assert found
        self.url = found.group()

    def close(self) -> None:
        if self.process.poll() is None:
            self.kill()
        super().close()
        shutil.rmtree(self.folder, ignore_errors=True)


def python(file: Path, **env: str) -> Child:
    return Child([sys.executable, str(file)], env)


def free_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


def eventually(what: str, condition: Callable[[], Any]) -> Any:
    """Waits for a condition that gives no signal when it comes true."""
    end = time.monotonic() + SOON
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"not within {SOON} s: {what}")
        time.sleep(0.02)
