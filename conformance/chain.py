"""Measures a complete job through the client: create, select, configure, start, wait by events, result.

    python chain.py <URL of the server> <key> <worker key> <repetitions>

Prints JSON: the total seconds, the seconds spent in requests, their ratio, and the number of requests per job. The steps
of `worker.py` run in another process.
"""

import json
import subprocess
import sys
import time
import warnings
from pathlib import Path

from pinexq.client.job_management.enterjma import create_pinexq_client
from pinexq.client.job_management.tool import Job


class Stopwatch:
    """Sums the time from each request to its reply. Requests for event streams are not counted."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.count = 0
        self._begun: dict[int, float] = {}

    def sent(self, request) -> None:  # noqa: ANN001
        self._begun[id(request)] = time.perf_counter()

    def came(self, response) -> None:  # noqa: ANN001
        begun = self._begun.pop(id(response.request))
        if response.request.url.path.endswith("/Events"):
            return
        response.read()
        self.seconds += time.perf_counter() - begun
        self.count += 1


def once(client) -> None:  # noqa: ANN001
    job = Job(client).create("chain").select_processing("conformance_add").configure_parameters(a=1)
    assert job.start().wait_for_completion(timeout_s=60).get_result() == 2


def main(url: str, key: str, worker_key: str, times: int) -> None:
    warnings.simplefilter("ignore")
    script = Path(__file__).with_name("worker.py")
    worker = subprocess.Popen([sys.executable, script, url, worker_key], stdout=subprocess.PIPE, text=True)
    worker.stdout.readline()  # "Ready for jobs of …"
    found: dict[str, list[float]] = {"total": [], "requests": [], "ratio": []}
    count = 0
    with create_pinexq_client(url, key, use_client_cache=False) as client:
        once(client)
        for _ in range(times):
            watch = Stopwatch()
            client.event_hooks = {"request": [watch.sent], "response": [watch.came]}
            begun = time.perf_counter()
            once(client)
            total = time.perf_counter() - begun
            found["total"].append(total)
            found["requests"].append(watch.seconds)
            found["ratio"].append(total / watch.seconds)
            count = watch.count
    worker.terminate()
    print(json.dumps({**found, "count": count}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
    sys.stdout.flush()
    import os

    os._exit(0)  # the client's listener thread would run for another 30 s
