"""Runs one job in a process of its own, and tells the server how it ended."""

import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .gateway import Gateway, LeaseLost, Refused, Unreachable
from .held_lease import HeldLease
from .process import JobProcess
from .steps import Step

TICK_SECONDS = 0.1
LOG_SECONDS = 0.5
BATCH_LINES = 100
CALL_SECONDS = 10.0


def run_job(gateway: Gateway, lease: dict[str, Any], step: Step, is_stopping: Callable[[], bool]) -> None:
    folder = Path(tempfile.mkdtemp(prefix="millrace-"))
    process = JobProcess(gateway, lease, step, folder)
    held = HeldLease(gateway, lease)
    try:
        ending = _follow(gateway, lease, process, held, is_stopping)
        _settle(gateway, lease, held, ending)
    except LeaseLost:
        """The server expects nothing more of this run."""
    finally:
        process.kill()
        process.close()
        held.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _settle(gateway: Gateway, lease: dict[str, Any], held: HeldLease, ending: dict[str, Any]) -> None:
    call, body = ("fail", ending["failure"]) if "failure" in ending else ("complete", ending)
    try:
        _while_held(held, lambda: gateway.post(lease, call, body, CALL_SECONDS))
    except Refused as error:
        failure = {"kind": "final", "message": f"The results could not be stored. {error}"}
        _while_held(held, lambda: gateway.post(lease, "fail", failure, CALL_SECONDS))


def _while_held(held: HeldLease, call: Callable[[], Any]) -> None:
    """Repeats a call until the server answers or the lease is lost."""
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
    """Sends the log until the process has ended. Returns how it ended."""
    started = logged = time.monotonic()
    batches = 0
    stopped: dict[str, str] | None = None

    def send_log() -> bool:
        """Sends a batch, and returns whether another one waits. A batch that could not be sent is sent again."""
        nonlocal batches
        lines = process.lines[:BATCH_LINES]
        if not lines:
            return False
        gateway.post(lease, "log", {"seq": batches, "lines": lines}, CALL_SECONDS)
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
