import json
import queue
import signal
import threading
import unittest
from pathlib import Path
from typing import Any, Dict

from rota import DoNotRetry, RetryAfter, RotaClient, Stopped, Worker, WorkerListener

from .server import SOON, Server, eventually, free_port, python

WORKER = Path(__file__).with_name("sample_worker.py")


class Heard(WorkerListener):
    """Keeps what a worker told."""

    def __init__(self) -> None:
        self._events: Dict[str, "queue.Queue[Any]"] = {}
        for event in ("started", "finished", "fenced", "lost", "unavailable", "available"):
            heard: "queue.Queue[Any]" = queue.Queue()
            self._events[event] = heard
            setattr(self, event, lambda *what, heard=heard: heard.put(what))

    def next(self, event: str) -> Any:
        return self._events[event].get(timeout=SOON)


class WorkerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server()
        cls.client = RotaClient(cls.server.url)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.close()

    def work(self, client: RotaClient = None, **options: Any) -> Heard:
        """Starts a worker that is drained at the end of the test."""
        heard = Heard()
        options = {"lease_seconds": 10, "wait_seconds": 1, "beat_seconds": 0.05, "grace_seconds": 0.1, **options}
        worker = Worker(client or self.client, listener=heard, **options).start()
        self.addCleanup(worker.drain, 0)
        return heard

    def ended(self, job: Dict[str, Any], status: str = "completed") -> Dict[str, Any]:
        def look() -> Any:
            now = self.client.get(job["id"])
            return now if now["status"] == status else None

        return eventually(f"job {job['id']} is {status}", look)

    def test_a_handler_gets_its_job_and_gives_its_result(self) -> None:
        job = self.client.enqueue("double", {"n": 21}, queue="plain", metadata={"of": "test"})

        def double(running: Any) -> int:
            running.count("doubled")
            running.note({"attempt": running.attempt, "of": running.metadata["of"]})
            return running.payload["n"] * 2

        heard = self.work(queue="plain", worker_id="w-1", version="1.2", handlers={"double": double})
        self.assertEqual("completed", heard.next("finished")[1]["outcome"])
        self.assertEqual(42, self.ended(job)["result"])
        execution = self.client.executions(job["id"])["executions"][0]
        self.assertEqual("w-1", execution["worker"])
        self.assertEqual({"doubled": 1}, execution["counters"])
        self.assertEqual({"attempt": 1, "of": "test"}, execution["metadata"])

    def test_a_handler_finds_what_the_parents_of_its_job_gave(self) -> None:
        first = self.client.enqueue("first", queue="parents")["id"]
        graph = self.client.enqueue_graph(
            [
                {"name": "a", "kind": "a", "queue": "parents", "depends_on": [first]},
                {"name": "b", "kind": "b", "queue": "parents", "tenant": "acme", "depends_on": ["a", first]},
            ]
        )
        handlers = {
            "first": lambda job: 1,
            "a": lambda job: job.parents[first] + 1,
            "b": lambda job: job.parents,
        }
        self.work(queue="parents", handlers=handlers)
        end = self.ended(graph["jobs"][1])
        self.assertEqual({"a": 2, first: 1}, end["result"])
        self.assertEqual("acme", end["tenant"])

    def test_a_batch_takes_jobs_while_it_runs_and_what_follows_finds_how_they_fared(self) -> None:
        def job(kind: str) -> Dict[str, Any]:
            return {"kind": kind, "queue": "batch", "max_retries": 0}

        def bad(running: Any) -> None:
            raise ValueError("bad")

        handlers = {
            "good": lambda running: "fine",
            "bad": bad,
            "done": lambda running: next(iter(running.parents.values())),
            "alarm": lambda running: "heard",
        }
        self.work(queue="batch", handlers=handlers)
        batch = self.client.create_batch(
            "b", [job("good")], open=True, on_complete=job("done"), on_failure=job("alarm")
        )
        self.assertEqual(2, len(self.client.add_to_batch(batch["id"], [job("good"), job("bad")])["jobs"]))
        self.client.close_batch(batch["id"])
        done = self.ended({"id": batch["on_complete"]})
        self.assertEqual({"jobs": 3, "completed": 2, "failed": 1, "cancelled": 0}, done["result"])
        self.assertEqual("heard", self.ended({"id": batch["on_failure"]})["result"])
        end = self.client.batch(batch["id"])
        self.assertEqual(("failed", 3, 2, 1), (end["status"], end["jobs"], end["completed"], end["failed"]))

    def test_every_job_of_a_long_line_is_done_exactly_once(self) -> None:
        self.client.enqueue_all({"kind": "count", "queue": "many", "payload": i} for i in range(400))
        seen = []
        for worker in ("many-1", "many-2"):
            self.work(
                queue="many", concurrency=20, worker_id=worker, handlers={"count": lambda job: seen.append(job.payload)}
            )
        eventually(
            "all are done",
            lambda: len(self.client.list(queue="many", status="completed", limit=500)["jobs"]) == 400,
        )
        self.assertEqual(list(range(400)), sorted(seen))

    def test_a_worker_takes_only_the_kinds_and_the_capabilities_that_it_has(self) -> None:
        known = self.client.enqueue("known", queue="kinds", requires=["pdf"])
        unknown = self.client.enqueue("unknown", queue="kinds")
        other = self.client.enqueue("known", queue="kinds", requires=["gpu"])
        self.work(queue="kinds", capabilities=["pdf"], handlers={"known": lambda job: None})
        self.ended(known)
        self.assertEqual("pending", self.client.get(unknown["id"])["status"])
        self.assertEqual("pending", self.client.get(other["id"])["status"])

    def test_a_failure_is_tried_again_a_final_one_is_not(self) -> None:
        again = self.client.enqueue("again", queue="fail", max_retries=1)
        final = self.client.enqueue("final", queue="fail", max_retries=5)
        later = self.client.enqueue("later", queue="fail", max_retries=1)

        def once_more(job: Any) -> int:
            if job.attempt == 1:
                raise RetryAfter(0, "once more")
            return job.lease["current_retry_count"]

        def broken(job: Any) -> None:
            raise DoNotRetry("broken for good")

        def not_now(job: Any) -> None:
            raise KeyError("not now")

        self.work(queue="fail", handlers={"again": once_more, "final": broken, "later": not_now})
        self.assertEqual(1, self.ended(again)["result"])
        failed = self.ended(final, "failed")
        self.assertEqual(("broken for good", 1), (failed["error_message"], failed["attempt"]))
        self.assertEqual("'not now'", self.ended(later, "scheduled")["error_message"])
        execution = self.client.executions(later["id"])["executions"][0]
        self.assertEqual("KeyError", execution["error_type"])
        self.assertIn("in not_now", execution["stack_trace"])

    def test_a_result_that_is_not_json_fails_the_job_and_nothing_else(self) -> None:
        bad = self.client.enqueue("bad", queue="json", max_retries=0)
        zero = self.client.enqueue("zero", queue="json", max_retries=0)
        good = self.client.enqueue("good", queue="json")
        self.work(
            queue="json", handlers={"bad": lambda job: {1j}, "zero": lambda job: "\0", "good": lambda job: "fine"}
        )
        self.assertIn("not JSON serializable", self.ended(bad, "failed")["error_message"])
        self.assertIn("u0000", self.ended(zero, "failed")["error_message"])
        self.assertEqual("fine", self.ended(good)["result"])

    def test_a_cancellation_is_seen_by_the_handler(self) -> None:
        job = self.client.enqueue("long", queue="cancel")
        seen = []

        def long(running: Any) -> None:
            running.progress(30, "begun")
            running.on_stop(lambda: seen.append("told"))
            try:
                running.sleep(3600)
            except Stopped as e:
                seen.append(e.reason)
                raise

        self.work(queue="cancel", handlers={"long": long})
        eventually("progress is told", lambda: self.client.get(job["id"])["progress_message"] == "begun")
        self.client.cancel(job["id"])
        self.ended(job, "cancelled")
        self.assertEqual(["cancel", "told"], sorted(seen))

    def test_a_handler_that_runs_too_long_fails_by_timeout(self) -> None:
        job = self.client.enqueue("slow", queue="timeout", max_retries=0, timeout_seconds=0.2)
        self.work(queue="timeout", handlers={"slow": lambda running: running.stopped.wait()})
        self.assertIn("longer than its timeout", self.ended(job, "failed")["error_message"])

    def test_a_drained_worker_finishes_what_it_runs_and_takes_nothing_more(self) -> None:
        first = self.client.enqueue("k", queue="drain")
        finish = threading.Event()
        heard = Heard()

        def wait(job: Any) -> str:
            finish.wait()
            return "in time"

        worker = Worker(
            self.client, queue="drain", concurrency=1, wait_seconds=1, handlers={"k": wait}, listener=heard
        ).start()
        heard.next("started")
        second = self.client.enqueue("k", queue="drain")
        draining = threading.Thread(target=worker.drain)
        draining.start()
        finish.set()
        draining.join(SOON)
        self.assertEqual("in time", self.client.get(first["id"])["result"])
        self.assertEqual("pending", self.client.get(second["id"])["status"])

    def test_a_handler_that_does_not_end_is_told_to_stop_and_its_job_is_tried_again(self) -> None:
        job = self.client.enqueue("k", queue="stuck")
        forever = threading.Event()
        self.addCleanup(forever.set)
        heard = Heard()
        worker = Worker(
            self.client,
            queue="stuck",
            wait_seconds=1,
            grace_seconds=0.1,
            handlers={"k": lambda running: forever.wait()},
            listener=heard,
        ).start()
        heard.next("started")
        worker.drain(0)
        self.assertEqual("pending", self.client.get(job["id"])["status"])
        self.assertEqual("drained", self.client.executions(job["id"])["executions"][0]["error_type"])

    def test_sigterm_drains_a_worker(self) -> None:
        job = self.client.enqueue("slow", 500, queue="term")
        worker = python(WORKER, ROTA_URL=self.server.url, QUEUE="term")
        self.addCleanup(worker.close)
        worker.line("started")
        self.assertEqual(0, worker.kill(signal.SIGTERM))
        self.assertEqual("completed", self.client.get(job["id"])["status"])

    def test_a_killed_worker_is_replaced_and_its_late_answer_is_refused(self) -> None:
        job = self.client.enqueue("slow", 600_000, queue="killed")
        killed = python(WORKER, ROTA_URL=self.server.url, QUEUE="killed", LEASE="1")
        self.addCleanup(killed.close)
        fence = json.loads(killed.line("started").replace("started ", ""))["fence"]
        killed.kill(signal.SIGKILL)
        self.work(queue="killed", worker_id="second", handlers={"slow": lambda running: "by the second"})
        now = self.ended(job)
        self.assertEqual(("by the second", 2), (now["result"], now["attempt"]))
        key = {"job_id": job["id"], "fence": fence}
        late = self.client.exchange("first", reports=[{**key, "outcome": "completed", "result": "late"}])
        self.assertEqual(("fenced", "completed"), (late["verdicts"][0]["verdict"], late["verdicts"][0]["status"]))
        self.assertEqual("by the second", self.client.get(job["id"])["result"])
        self.assertEqual("lost", self.client.heartbeat("first", [key])["signals"][0]["signal"])

    def test_a_worker_that_was_held_up_too_long_is_told_so_and_its_report_is_refused(self) -> None:
        job = self.client.enqueue("k", queue="slow")
        finish = threading.Event()

        def slow(running: Any) -> str:
            finish.wait()
            return "slow"

        heard = self.work(queue="slow", concurrency=1, lease_seconds=1, beat_seconds=3600, handlers={"k": slow})
        heard.next("started")
        self.work(queue="slow", worker_id="quick", handlers={"k": lambda running: "quick"})
        self.ended(job)
        finish.set()
        self.assertEqual(job["id"], heard.next("fenced")[0]["job_id"])
        self.assertEqual("quick", self.client.get(job["id"])["result"])

    def test_a_worker_outlives_a_restart_of_its_server(self) -> None:
        port = free_port()
        first = Server(ROTA_PORT=port)
        self.addCleanup(first.close)
        remote = RotaClient(first.url)
        job = remote.enqueue("k", queue="restart")
        finish = threading.Event()

        def wait(running: Any) -> str:
            finish.wait()
            return "kept"

        heard = self.work(client=remote, queue="restart", lease_seconds=60, handlers={"k": wait})
        heard.next("started")
        first.kill(signal.SIGKILL)
        heard.next("unavailable")
        finish.set()
        second = Server(folder=first.folder, ROTA_PORT=port)
        self.addCleanup(second.close)
        heard.next("available")
        eventually("the report arrived", lambda: remote.get(job["id"])["status"] == "completed")
        now = remote.get(job["id"])
        self.assertEqual(("kept", 1), (now["result"], now["attempt"]))
