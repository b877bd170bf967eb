import json
import re
import signal
import tempfile
import unittest
import urllib.request
from pathlib import Path
from typing import Any

from rota import RotaClient, RotaError
from rota.scrape import ScrapeJobManager

from .server import Child, Server, eventually, free_port, python

README = Path(__file__).resolve().parents[1] / "README.md"
ENDS = {"completed", "failed", "cancelled"}


class ReadmeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server()
        cls.client = RotaClient(cls.server.url)
        blocks = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
        cls.enqueue, cls.follow, cls.work, cls.scrape = blocks

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.close()

    def run_example(self, code: str, **env: str) -> Child:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        file = Path(folder.name) / "example.py"
        file.write_text(code)
        child = python(file, ROTA_URL=self.server.url, **env)
        self.addCleanup(child.close)
        return child

    def test_the_example_of_a_client_and_the_example_of_a_worker_do_what_they_say(self) -> None:
        program = self.run_example(self.enqueue)
        self.assertEqual(0, program.exit(), program.lines)
        self.assertEqual(["pending"], program.lines)
        bad = self.client.enqueue("resize", {"width": 0}, queue="thumbs")
        worker = self.run_example(self.work)

        def done() -> Any:
            jobs = self.client.list(queue="thumbs")["jobs"]
            return jobs if all(job["status"] in ENDS for job in jobs) else None

        ends = sorted(job["status"] for job in eventually("all are done", done))
        self.assertEqual(["cancelled", "completed", "completed", "completed", "failed"], ends)
        self.assertEqual("there is no such width", self.client.get(bad["id"])["error_message"])
        self.assertEqual(0, worker.kill(signal.SIGTERM))

    def test_the_example_of_jobs_that_wait_for_others_does_what_it_says(self) -> None:
        program = self.run_example(self.follow)
        self.assertEqual(0, program.exit(), program.lines)
        self.assertEqual(["3"], program.lines)
        jobs = self.client.list(queue="site")["jobs"]
        index = next(job for job in jobs if job["kind"] == "index")
        self.assertEqual(("dependency", "acme"), (index["waiting_on"], index["tenant"]))
        self.assertEqual(4, sum(job["kind"] == "fetch" and job["tenant"] == "acme" for job in jobs))

    def test_scrape_workers_and_their_coordinator_run_as_they_were_written(self) -> None:
        manager = ScrapeJobManager(self.server.url)
        jobs = [
            manager.create_job({"domain": f"site-{i}.example", "config": {"maxPages": 11}})["id"] for i in range(12)
        ]
        port = free_port()
        workers = self.run_example(self.scrape, PORT=port)
        eventually("all are done", lambda: all(manager.get_job(job)["status"] == "completed" for job in jobs))
        for job in jobs:
            self.assertEqual(11, manager.get_job(job)["stats"]["pagesProcessed"])
            self.assertEqual(1, self.client.executions(job)["total"])
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/workers/status") as answer:
            status = json.load(answer)
        self.assertEqual((5, 5), (status["totalWorkers"], status["activeWorkers"]))
        workers.process.send_signal(signal.SIGINT)
        workers.line("Stopping all workers...")

    def test_an_update_that_comes_too_late_is_refused_with_409(self) -> None:
        slow, quick = ScrapeJobManager(self.server.url), ScrapeJobManager(self.server.url)
        job = slow.create_job({"domain": "late.example"})["id"]
        slow.claim_job(job, "slow")
        ScrapeJobManager(self.server.url).update_job(job, {"status": "pending"})
        quick.claim_job(job, "quick")
        with self.assertRaises(RotaError) as refused:
            slow.update_job(job, {"status": "completed"})
        self.assertEqual(409, refused.exception.status)
        self.assertEqual("completed", quick.update_job(job, {"status": "completed"})["status"])
