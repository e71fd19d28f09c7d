"""Renews the lease of a running job."""

import threading
import time
from typing import Any

from .gateway import Gateway, LeaseLost, Refused, Unreachable

RETRY_SECONDS = 1.0
PROGRESS_SECONDS = 0.5


class HeldLease:
    """Sends heartbeats from a thread until `stop` is called.

    The lease is valid for `leaseMs` from the start of the last heartbeat that the server accepted. It is lost if no
    heartbeat succeeds in time, or if the server refuses a heartbeat, because the job was canceled or claimed again. The
    caller must then stop the step.
    """

    def __init__(self, gateway: Gateway, lease: dict[str, Any]):
        self.progress: float | None = None
        self._gateway = gateway
        self._lease = lease
        self._valid_until = time.monotonic() + lease["leaseMs"] / 1000
        self._is_refused = False
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)
        self._thread.start()

    def is_lost(self) -> bool:
        return self._is_refused or time.monotonic() >= self._valid_until

    def stop(self) -> None:
        """Stops the heartbeats and waits until the thread has ended, so the next process can be forked safely."""
        self._stopped.set()
        self._thread.join()

    def _beat(self) -> None:
        sent: float | None = None
        due = time.monotonic() + self._lease["heartbeatMs"] / 1000
        while not self._stopped.wait(PROGRESS_SECONDS) and not self.is_lost():
            began = time.monotonic()
            progress = self.progress
            if began < due and progress == sent:
                continue
            try:
                timeout = max(0.1, min(RETRY_SECONDS * 5, self._valid_until - began))
                self._valid_until = began + self._gateway.heartbeat(self._lease, progress, timeout)
                sent = progress
                due = began + self._lease["heartbeatMs"] / 1000
            except (LeaseLost, Refused):
                self._is_refused = True
            except Unreachable:
                due = began + RETRY_SECONDS
