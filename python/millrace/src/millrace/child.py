"""What the process of one job does: runs the step, stores its outputs, and reports to the worker, one JSON per line."""

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .errors import RetryableError, StepError, failure_of
from .gateway import Damaged, Gateway, Refused
from .job import Input, Job
from .steps import Step

Report = Callable[[dict[str, Any]], None]


def run_in_child(gateway: Gateway, lease: dict[str, Any], step: Step, folder: Path, reports: int) -> None:
    """Never returns."""
    status = 1
    try:
        for caught in (signal.SIGTERM, signal.SIGINT):
            signal.signal(caught, signal.SIG_DFL)
        os.chdir(folder)
        with os.fdopen(reports, "w") as line:

            def report(said: dict[str, Any]) -> None:
                line.write(json.dumps(said) + "\n")
                line.flush()

            report(_run(gateway, lease, step, folder, report))
        status = 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _run(gateway: Gateway, lease: dict[str, Any], step: Step, folder: Path, report: Report) -> dict[str, Any]:
    """How the job ended: `{"result": …}` or `{"failure": …}`."""
    job = job_of(gateway, lease, step, folder, report)
    try:
        result = step.run(job)
        json.dumps(result, allow_nan=False)
        for output in job.written:
            if not output.path.exists():
                raise FileNotFoundError(f"The step announced {output.path.name} but did not write it.")
            gateway.upload(lease, output.slot, output.index, output.path, output.media_type)
        return {"result": result}
    except _BrokenInput as error:
        return {"failure": {"kind": "retryable", "message": str(error), "input": error.part}}
    except Refused as error:
        return {"failure": {"kind": "final", "message": str(error)}}
    except Exception as error:
        if not isinstance(error, StepError | RetryableError):
            traceback.print_exc()
        return {"failure": failure_of(error, step.title or step.function_name, lease["parameters"])}


class _BrokenInput(Exception):
    def __init__(self, part: dict[str, Any]):
        super().__init__(f"{part['name']} arrived damaged.")
        self.part = {"slot": part["slot"], "index": part["index"]}


def job_of(gateway: Gateway, lease: dict[str, Any], step: Step, folder: Path, report: Report) -> Job:
    def fetch_of(at: int, part: dict[str, Any]) -> Callable[[], Path]:
        target = folder / ".inputs" / str(at) / Path(part["name"]).name

        def fetch() -> Path:
            if not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                partial = target.with_name(".partial")
                try:
                    gateway.download(lease, part, partial)
                except Damaged:
                    raise _BrokenInput(part) from None
                partial.rename(target)
            return target

        return fetch

    inputs = [
        Input(part["slot"], part["index"], part["name"], part["mediaType"], part["sizeInBytes"], fetch_of(at, part))
        for at, part in enumerate(lease["inputs"])
    ]
    told = (lease["id"], lease["jobName"], lease["attempt"], lease["parameters"], folder)
    return Job(*told, inputs, step.outputs, report)
