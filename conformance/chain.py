"""Measures a complete job through the client: create, select, configure, start, wait by events, result.

    python chain.py <URL of the server> <key> <worker key> <repetitions>

Prints JSON: the total seconds, the seconds spent in requests, their ratio, and the number of requests per job. A worker
in this process runs the jobs, so that apart from the server only the client takes time.
"""

import json
import sys
import threading
import time
import warnings

from pinexq.client.job_management.enterjma import create_pinexq_client
from pinexq.client.job_management.tool import Job
from worker import Gateway, serve


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
    gateway = Gateway(url, worker_key)
    threading.Thread(target=serve, args=(gateway,), daemon=True).start()
    time.sleep(1)
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
    print(json.dumps({**found, "count": count}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
    sys.stdout.flush()
    import os

    os._exit(0)  # the client's listener thread would run for another 30 s
