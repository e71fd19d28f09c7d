"""Runs a job in its own process and reports to the server how it ended."""

import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from .gateway import Gateway, LeaseLost, Refused, Unreachable
from .held_lease import HeldLease
from .limits import Limits
from .process import JobProcess
from .steps import Step

TICK_SECONDS = 0.1
LOG_SECONDS = 0.5
BATCH_LINES = 100
CALL_SECONDS = 10.0


def run_job(
    gateway: Gateway, lease: dict[str, Any], step: Step, limits: Limits, is_stopping: Callable[[], bool]
) -> None:
    with tempfile.TemporaryDirectory(prefix="millrace-", ignore_cleanup_errors=True) as folder:
        process = JobProcess(gateway, lease, step, Path(folder), limits)
        held = HeldLease(gateway, lease)
        try:
            # After a lease is lost, the server accepts no further calls for it.
            with suppress(LeaseLost):
                _settle(gateway, lease, held, _follow(gateway, lease, process, held, is_stopping))
        except Refused as error:
            _print_refusal(error)
        finally:
            process.kill()
            process.close()
            held.stop()


def _settle(gateway: Gateway, lease: dict[str, Any], held: HeldLease, ending: dict[str, Any]) -> None:
    def fail(failure: dict[str, Any]) -> None:
        _while_held(held, lambda: gateway.post(lease, "fail", failure, CALL_SECONDS))

    if "failure" in ending:
        fail(ending["failure"])
        return
    try:
        _while_held(held, lambda: gateway.post(lease, "complete", ending, CALL_SECONDS))
    except Refused as error:
        fail({"kind": "final", "message": f"The results could not be stored. {error}"})


def _print_refusal(error: Refused) -> None:
    """Prints the refusal instead of raising it, so the worker continues with other jobs."""
    print(f"The server refused a call: {error}", file=sys.stderr, flush=True)


def _while_held(held: HeldLease, call: Callable[[], Any]) -> None:
    """Retries a call while the server is unreachable. Raises LeaseLost if the lease expires first."""
    while True:
        try:
            call()
            return
        except Unreachable:
            if held.is_lost():
                raise LeaseLost from None
            time.sleep(LOG_SECONDS)


def _follow(
    gateway: Gateway, lease: dict[str, Any], process: JobProcess, held: HeldLease, is_stopping: Callable[[], bool]
) -> dict[str, Any]:
    """Sends the log until the process has ended. Stops the process if necessary. Returns how the job ended."""
    started = logged = time.monotonic()
    batches = 0
    stopped: dict[str, str] | None = None

    def send_log() -> bool:
        """Sends a batch of lines and returns whether lines are left. After an error, the next call sends it again."""
        nonlocal batches
        lines = process.lines[:BATCH_LINES]
        if not lines:
            return False
        try:
            gateway.post(lease, "log", {"seq": batches, "lines": lines}, CALL_SECONDS)
        except Refused as error:
            _print_refusal(error)
        del process.lines[: len(lines)]
        batches += 1
        return bool(process.lines)

    while process.is_running():
        process.read(TICK_SECONDS)
        held.progress = process.progress
        now = time.monotonic()
        if now - logged > LOG_SECONDS:
            try:
                logged = logged if send_log() else now
            except Unreachable:
                logged = now
        if held.is_lost():
            raise LeaseLost
        if (now - started) * 1000 > lease["timeLimitMs"]:
            stopped = {"kind": "timed-out", "message": "The step reached its time limit."}
        elif is_stopping():
            stopped = {"kind": "returned", "message": "The worker is shutting down."}
        elif excess := process.excess():
            stopped = {"kind": "final", "message": excess}
        if stopped:
            process.kill()
    process.read_rest()
    while process.lines:
        _while_held(held, send_log)
    return {"failure": stopped} if stopped else _ending_of(process)


def _ending_of(process: JobProcess) -> dict[str, Any]:
    ending = process.ending or {"failure": {"kind": "final", "message": process.exit_sentence()}}
    if "failure" in ending:
        return ending
    result = {} if ending["result"] is None else {"result": ending["result"]}
    return {**result, "peakMemoryBytes": process.peak_bytes}
