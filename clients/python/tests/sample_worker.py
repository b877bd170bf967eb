"""A worker as a program: sleeps as many milliseconds as the payload says."""

import json
import os

from rota import RotaClient, RunningJob, Worker


def sleep(job: RunningJob) -> str:
    print("started", json.dumps({"id": job.id, "fence": job.fence}), flush=True)
    job.sleep(job.payload / 1000)
    return "slept"


Worker(
    RotaClient(),
    handler=sleep,
    queue=os.environ["QUEUE"],
    concurrency=int(os.environ.get("CONCURRENCY", "1")),
    lease_seconds=float(os.environ.get("LEASE", "10")),
    wait_seconds=1,
).run()
