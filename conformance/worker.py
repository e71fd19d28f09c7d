"""An external worker with the steps for the tests, written with the Python package for workers.

    python worker.py <URL of the server> <worker key>
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "python" / "millrace" / "src"))

from millrace import Job, RetryableError, Slot, Step, StepError, run_worker, step  # noqa: E402

NUMBER = {"type": "number"}
STEPS: list[Step] = []


def conformance(name: str, properties: dict[str, Any] | None = None, required: tuple[str, ...] = (), **declared: Any) -> Any:
    """Declares the step `conformance_<name>`."""
    if properties is not None:
        declared["parameters"] = {"type": "object", "properties": properties, "required": list(required)}
    full = f"conformance_{name}"
    define = step(full, "1.0.0", tags=["conformance"], short_description=f"The step {full}.", **declared)

    def added(run: Any) -> Step:
        STEPS.append(define(run))
        return STEPS[-1]

    return added


@conformance("add", {"a": NUMBER, "b": {**NUMBER, "default": 1}}, ("a",))
def add(job: Job) -> Any:
    return job.parameters["a"] + job.parameters["b"]


@conformance(
    "join",
    inputs=[Slot("parts", title="Parts", description="Texts.", media_type="text/plain", max=None)],
    outputs=[Slot("joined", title="Joined", media_type="text/plain")],
)
def join(job: Job) -> Any:
    parts = [part.path().read_bytes() for part in job.inputs("parts")]
    job.output("joined", "joined.txt").write_bytes(b"".join(parts))
    return {"parts": len(parts)}


@conformance("nap", {"seconds": {**NUMBER, "default": 0.5}})
def nap(job: Job) -> Any:
    seconds = job.parameters["seconds"]
    job.log(f"Sleeping for {seconds} s.")
    job.progress(0.25)
    time.sleep(seconds)
    return None


@conformance("echo", {"value": {"title": "Value"}}, ("value",))
def echo(job: Job) -> Any:
    return job.parameters["value"]


@conformance(
    "write",
    {"text": {"type": "string", "default": ""}},
    inputs=[Slot("maybe", title="Maybe", min=0)],
    outputs=[Slot("text", title="Text", media_type="text/plain")],
)
def write(job: Job) -> Any:
    job.output("text", "text.txt", folder="2024/gauges").write_text(job.parameters["text"])
    return None


@conformance("break", {"why": {"type": "string", "default": "It broke."}})
def break_down(job: Job) -> Any:
    raise StepError(job.parameters["why"])


@conformance("misbehave", {"how": {"type": "string", "title": "How"}}, ("how",), time_limit_seconds=3)
def misbehave(job: Job) -> Any:
    how = job.parameters["how"]
    print("Printed\nunfinished", end="", flush=True)
    if how == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if how == "exit":
        os._exit(7)
    if how == "hang":
        time.sleep(600)
    if how == "retry" and job.attempt < 3:
        raise RetryableError("The service did not answer.")
    if how.startswith("🙂"):
        raise StepError("There is no column levl.", parameter="how", wrong="levl", offset=2, suggestions=["level"])
    if how == "boast":
        return "x" * 2_000_000
    if how == "nul":
        return "\0"
    if how == "shout":
        subprocess.run(["yes", "loud"], check=False)
    if how == "bug":
        raise KeyError("secret")
    return {"attempt": job.attempt}


if __name__ == "__main__":
    run_worker(STEPS, url=sys.argv[1], key=sys.argv[2], name="conformance")
