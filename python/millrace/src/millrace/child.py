"""The process of one job: runs the step, uploads outputs, and reports to the worker, one line of JSON per report."""

import errno
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from .errors import RetryableError, StepError, failure_of
from .gateway import Damaged, Gateway, LeaseLost, Refused, repeated
from .job import Input, Job, safe_name
from .limits import INPUTS
from .results import plain_result
from .steps import Step

RESULT_BYTES_MAX = 900_000

Report = Callable[[dict[str, Any]], None]


def run_in_child(gateway: Gateway, lease: dict[str, Any], step: Step, folder: Path, reports: int) -> None:
    """Runs the step in the forked process, and ends this process without returning."""
    status = 1
    try:
        for stop_signal in (signal.SIGTERM, signal.SIGINT):
            signal.signal(stop_signal, signal.SIG_DFL)
        os.chdir(folder)
        with os.fdopen(reports, "w") as line:

            def report(message: dict[str, Any]) -> None:
                line.write(json.dumps(message) + "\n")
                line.flush()

            # No report is needed for a lost lease, because the worker notices it itself.
            with suppress(LeaseLost):
                report(_run(gateway, lease, step, folder, report))
        status = 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _run(gateway: Gateway, lease: dict[str, Any], step: Step, folder: Path, report: Report) -> dict[str, Any]:
    """Runs the step and uploads its outputs. Returns `{"result": …}` or `{"failure": …}`."""
    job = job_of(gateway, lease, step, folder, report)
    try:
        result = plain_result(step.run(job))
        if len(json.dumps(result, ensure_ascii=False).encode()) > RESULT_BYTES_MAX:
            raise StepError("The step returned more than 900 kB. Its author can write larger results to an output file.")
        for output in job.written:
            if not output.path.exists():
                raise FileNotFoundError(f"The step announced {output.path.name} but did not write it.")
            repeated(lambda: gateway.upload(lease, output))
        return {"result": result}
    except LeaseLost:
        raise
    except _BrokenInput as error:
        return {"failure": {"kind": "retryable", "message": str(error), "input": error.part}}
    except Refused as error:
        return _final(f"The files of the step could not be transferred. {error}")
    except MemoryError:
        return _final("The step ran out of memory. Use a smaller file, or give the worker more memory.")
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            return _final("The disk of the worker is full. Free some space there and start the job again.")
        if not isinstance(error, StepError | RetryableError):
            traceback.print_exc()
        return {"failure": failure_of(error, step.title or step.function_name, lease["parameters"])}


def _final(message: str) -> dict[str, Any]:
    return {"failure": {"kind": "final", "message": message}}


class _BrokenInput(Exception):
    def __init__(self, part: dict[str, Any]):
        super().__init__(f"{part['name']} arrived damaged.")
        self.part = {"slot": part["slot"], "index": part["index"]}


def job_of(gateway: Gateway, lease: dict[str, Any], step: Step, folder: Path, report: Report) -> Job:
    def fetch_of(at: int, part: dict[str, Any]) -> Callable[[], Path]:
        target = folder / INPUTS / str(at) / safe_name(part["name"])

        def fetch() -> Path:
            if not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                partial = target.with_name(".partial")
                _download(gateway, lease, part, partial)
                partial.rename(target)
            return target

        return fetch

    inputs = [
        Input(
            part["slot"],
            part["index"],
            part["name"],
            part["mediaType"],
            part["sizeInBytes"],
            fetch_of(at, part),
            part.get("folder", ""),
        )
        for at, part in enumerate(lease["inputs"])
    ]
    known = (lease["id"], lease["jobName"], lease["attempt"], lease["parameters"], folder)
    return Job(*known, inputs, step.outputs, report)


def _download(gateway: Gateway, lease: dict[str, Any], part: dict[str, Any], target: Path) -> None:
    """Downloads a file. Retries once if it arrives damaged, because the transfer may have damaged it."""

    def download() -> None:
        repeated(lambda: gateway.download(lease, part, target))

    try:
        download()
    except Damaged:
        try:
            download()
        except Damaged:
            raise _BrokenInput(part) from None
