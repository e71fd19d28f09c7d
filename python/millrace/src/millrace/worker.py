"""Registers steps and runs their jobs, one after another."""

import os
import random
import signal
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from .gateway import Gateway, Refused, Unreachable
from .limits import limits_from
from .run_job import run_job
from .steps import Step

MANIFESTS_MAX = 100
STEPS_MAX = 200
PAUSE_MAX_SECONDS = 30


def run_worker(
    steps: Sequence[Step], *, url: str | None = None, key: str | None = None, name: str | None = None
) -> NoReturn:
    """Runs jobs of these steps until the program is stopped, which returns a running job to the queue.

    By default, `url` and `key` are read from `MILLRACE_URL` and `MILLRACE_API_KEY`, and `name` is the host name.
    """
    if len(steps) > STEPS_MAX:
        raise ValueError(f"A worker can run up to {STEPS_MAX} steps.")
    gateway = Gateway(url or _setting("MILLRACE_URL"), key or _setting("MILLRACE_API_KEY"))
    limits = limits_from(os.environ)
    stop = _Stop()
    pauses = _Pauses()
    ids: dict[str, Step] = {}
    while True:
        try:
            if not ids:
                ids = _register(gateway, steps)
                print(f"Ready for jobs of {', '.join(step.function_name for step in steps)}.", flush=True)
            with stop.immediately():
                leases = gateway.claim(name or socket.gethostname(), list(ids))
            pauses.over()
        except Refused as error:
            sys.exit(str(error))
        except Unreachable as error:
            with stop.immediately():
                pauses.pause(error)
            continue
        for lease in leases:
            run_job(gateway, lease, ids[lease["stepId"]], limits, stop.is_wanted)
            stop.if_wanted()


def _register(gateway: Gateway, steps: Sequence[Step]) -> dict[str, Step]:
    ids: list[str] = []
    for start in range(0, len(steps), MANIFESTS_MAX):
        ids += gateway.register([step.manifest() for step in steps[start : start + MANIFESTS_MAX]])
    return dict(zip(ids, steps, strict=True))


def _setting(name: str) -> str:
    return os.environ.get(name) or sys.exit(f"Set {name}. Create a key under Settings → API keys, for a worker.")


class _Stop:
    """Handles SIGTERM and Ctrl+C. While no job is running, they end the program immediately."""

    def __init__(self) -> None:
        self._wanted = False
        self._is_idle = False
        for stop_signal in (signal.SIGTERM, signal.SIGINT):
            signal.signal(stop_signal, self._want)

    def is_wanted(self) -> bool:
        return self._wanted

    def if_wanted(self) -> None:
        if self._wanted:
            sys.exit(0)

    @contextmanager
    def immediately(self) -> Iterator[None]:
        self._is_idle = True
        try:
            self.if_wanted()
            yield
        finally:
            self._is_idle = False

    def _want(self, _signal: int, _frame: FrameType | None) -> None:
        self._wanted = True
        if self._is_idle:
            sys.exit(0)


class _Pauses:
    """Pauses between attempts to reach the server. Each pause is longer than the previous one."""

    def __init__(self) -> None:
        self._seconds = 0.5

    def pause(self, error: Exception) -> None:
        print(f"The server cannot be reached ({error}). Trying again.", file=sys.stderr, flush=True)
        time.sleep(self._seconds * random.uniform(0.5, 1))
        self._seconds = min(PAUSE_MAX_SECONDS, 2 * self._seconds)

    def over(self) -> None:
        self._seconds = 0.5
