import unittest

from rota import RotaClient, RotaError, Unavailable

from .server import Server, free_port


class ClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server(ROTA_AUTH="token", ROTA_TOKEN="open-sesame-open-sesame")
        cls.client = RotaClient(cls.server.url, "open-sesame-open-sesame")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.close()

    def test_a_job_is_stored_looked_at_and_controlled(self) -> None:
        stored = self.client.enqueue("k", {"a": [1, "ö"]}, queue="idle", tags=["t"])
        self.assertEqual(("pending", False), (stored["status"], stored["duplicate"]))
        job = self.client.get(stored["id"])
        self.assertEqual({"a": [1, "ö"]}, job["payload"])
        self.assertEqual("paused", self.client.pause(job["id"])["status"])
        self.assertEqual("pending", self.client.resume(job["id"])["status"])
        self.assertEqual("cancelled", self.client.cancel(job["id"])["status"])
        self.assertEqual("pending", self.client.retry(job["id"])["status"])
        listed = self.client.list(queue="idle", tag="t")["jobs"]
        self.assertEqual([job["id"]], [one["id"] for one in listed])
        self.assertEqual(0, self.client.executions(job["id"])["total"])

    def test_an_enqueue_that_is_repeated_makes_one_job(self) -> None:
        first = self.client.enqueue("k", queue="idle", idempotency_key="order-4712")
        second = self.client.enqueue("k", queue="idle", idempotency_key="order-4712")
        self.assertEqual((first["id"], True), (second["id"], second["duplicate"]))

    def test_many_jobs_go_as_a_stream(self) -> None:
        jobs = ({"kind": "k", "queue": "bulk", "payload": i} for i in range(2500))
        self.assertEqual({"received": 2500, "enqueued": 2500}, self.client.enqueue_all(jobs))

    def test_a_stream_with_a_wrong_job_is_refused_as_a_whole(self) -> None:
        with self.assertRaises(RotaError) as refused:
            self.client.enqueue_all([{"kind": "k", "queue": "none"}, {"kind": "k", "priority": 101}])
        self.assertEqual(400, refused.exception.status)
        self.assertEqual("invalid-input", refused.exception.code)
        self.assertEqual("line 2.priority", refused.exception.field)
        self.assertEqual([], self.client.list(queue="none")["jobs"])

    def test_what_is_not_there_is_none_and_what_is_forbidden_says_why(self) -> None:
        self.assertIsNone(self.client.get("1"))
        job = self.client.enqueue("k", queue="idle")
        self.client.cancel(job["id"])
        with self.assertRaises(RotaError) as refused:
            self.client.pause(job["id"])
        self.assertEqual((409, "forbidden-transition"), (refused.exception.status, refused.exception.code))

    def test_a_wrong_token_is_refused(self) -> None:
        with self.assertRaises(RotaError) as refused:
            RotaClient(self.server.url, "no").get("1")
        self.assertEqual(401, refused.exception.status)

    def test_a_server_that_is_not_there_is_unavailable(self) -> None:
        with self.assertRaises(Unavailable):
            RotaClient("http://127.0.0.1:" + free_port()).get("1")
