"""Tests the Python package for workers: how jobs of its steps end, and what they show while they run."""

import re
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import add_job, nap_job
from millrace import Slot, StepError, run_step, step
from millrace.job import safe_folder, safe_name
from millrace.limits import Limits, limits_from
from millrace.process import JobProcess
from pinexq.client.core.polling import PollingException
from pinexq.client.core.sirenaccess import execute_action_on_entity
from pinexq.client.job_management.model import JobStates
from pinexq.client.job_management.tool import Job


def misbehaving(client: httpx.Client, how: str) -> Job:
    return Job(client).create(how).select_processing("conformance_misbehave").configure_parameters(how=how)


def properties_of(client: httpx.Client, job: Job) -> dict[str, Any]:
    """Returns the properties of the document as browsers get it, including those that the client does not know."""
    headers = {"x-api-key": client.headers["x-api-key"], "User-Agent": "Browser"}
    return httpx.get(str(job.self_link().get_url()), headers=headers).raise_for_status().json()["properties"]


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("crash", "The step’s process crashed (SIGSEGV)."),
        ("exit", "The step’s process exited with code 7 before the step was done."),
        ("bug", "This is a bug in conformance_misbehave, not in your data."),
        ("nul", "The results could not be stored."),
        ("hang", "time limit"),
        ("shout", "time limit"),
    ],
)
def test_says_why_a_step_ended(client: httpx.Client, how: str, message: str) -> None:
    job = misbehaving(client, how).start()

    with pytest.raises(PollingException):
        job.wait_for_completion(timeout_s=60)

    assert message in properties_of(client, job)["ErrorDescription"]
    assert ("loud" if how == "shout" else "Printed") in client.get(f"{job.self_link().get_url()}/Log").text


def test_refuses_a_result_that_is_too_large_and_goes_on(client: httpx.Client) -> None:
    job = misbehaving(client, "boast").start()

    with pytest.raises(PollingException):
        job.wait_for_completion(timeout_s=60)

    assert add_job(client).start().wait_for_completion(timeout_s=60).get_result() == 3


def test_names_the_wrong_part_of_a_parameter(client: httpx.Client) -> None:
    job = misbehaving(client, "🙂 levl").start()

    with pytest.raises(PollingException, match="There is no column levl."):
        job.wait_for_completion(timeout_s=60)

    failed = properties_of(client, job)["FailedParameter"]
    assert (failed["Name"], failed["Wrong"], failed["Offset"], failed["Suggestions"]) == ("how", "levl", 3, ["level"])


def test_retries_a_step_that_asks_for_it(client: httpx.Client) -> None:
    job = misbehaving(client, "retry").start().wait_for_completion(timeout_s=60)

    assert job.get_result() == {"attempt": 3}


def test_shows_progress_and_stops_a_canceled_step(client: httpx.Client) -> None:
    job = nap_job(client, seconds=60).start()
    until = time.monotonic() + 60
    while properties_of(client, job)["Progress"] != 0.25 and time.monotonic() < until:
        time.sleep(0.2)
    shown = properties_of(client, job)["Progress"]

    execute_action_on_entity(client, job.refresh().job_hco._entity, "CancelProcessing")
    add_job(client).start().wait_for_completion(timeout_s=60)

    assert shown == 0.25
    assert job.wait_for_state(JobStates.canceled, timeout_s=30)


class _Scalar:
    """Behaves like NumPy’s scalars and arrays."""

    def __init__(self, value: Any):
        self.value = value

    def tolist(self) -> Any:
        return self.value


def test_returns_values_of_other_libraries_as_json(tmp_path: Path) -> None:
    @step("summary", "1.0.0")
    def summary(job: Any) -> Any:
        return {"n": _Scalar(3), "mean": float("nan"), "levels": _Scalar([1.5, float("inf")]), 7: (datetime(2024, 1, 2),)}

    outcome = run_step(summary, folder=tmp_path)

    assert outcome.result == {"n": 3, "mean": None, "levels": [1.5, None], "7": ["2024-01-02T00:00:00"]}


def test_names_the_value_that_json_lacks(tmp_path: Path) -> None:
    @step("summary", "1.0.0")
    def summary(job: Any) -> Any:
        return {"stations": [{"names": {"Köln"}}]}

    with pytest.raises(TypeError, match="`/stations/0/names` of the result is a set"):
        run_step(summary, folder=tmp_path)


def test_runs_a_step_on_local_files(tmp_path: Path) -> None:
    table, levels = Slot("table"), Slot("head", media_type="text/csv", max=None)

    @step("head", "1.0.0", parameters={"properties": {"rows": {"type": "integer", "default": 1}}}, inputs=[table], outputs=[levels])
    def head(job: Any) -> Any:
        lines = job.input("table").path().read_text().splitlines()[: 1 + job.parameters["rows"]]
        job.output("head", suffix="_head.csv").write_text("\n".join(lines))
        job.output("head", "../notes.md").write_text("# Notes")
        job.warn("Short")
        return {"rows": len(lines) - 1}

    (tmp_path / "levels.csv").write_text("level\n1\n2\n3\n")

    outcome = run_step(head, {"rows": 2}, inputs={"table": tmp_path / "levels.csv"}, folder=tmp_path / "out")

    assert outcome.result == {"rows": 2}
    assert [path.name for path in outcome.outputs["head"]] == ["levels_head.csv", ".._notes.md"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [".._notes.md", "levels_head.csv"]
    assert (tmp_path / "out" / "levels_head.csv").read_text() == "level\n1\n2"
    assert outcome.log == ["Short"]
    with pytest.raises(StepError, match="The slot “table” is empty."):
        run_step(head, folder=tmp_path / "out")


@pytest.mark.parametrize(
    ("folder", "safe"),
    [
        ("2024/gauges", "2024/gauges"),
        ("/2024//../. /gauges ", "2024/gauges"),
        ("a\tb/c\u200bd\u3164", "ab/cd"),
        ("a\ud83d", "a"),
        ("🙂" * 600, "🙂" * 500),
        ("🙂" * 600 + "x", "🙂" * 499 + "x"),
        ("\u202e/\n", ""),
    ],
    ids=["usual", "untidy", "invisible", "half a pair", "long", "cut within a pair", "empty"],
)
def test_makes_folders_that_the_server_accepts(folder: str, safe: str) -> None:
    assert safe_folder(folder) == safe


def test_leaves_blank_letters_out_of_names() -> None:
    assert safe_name("a\u3164\u200b.csv") == "a.csv"


def takes_memory(_job: Any) -> None:
    kept = bytearray(b"x") * 150_000_000
    time.sleep(600)
    print(len(kept))


def fills_the_disk(_job: Any) -> None:
    Path("scratch.bin").write_bytes(b"x" * 3_000_000)
    time.sleep(600)


def starts_programs(_job: Any) -> None:
    started = [subprocess.Popen(["sleep", "600"], start_new_session=True) for _ in range(6)]
    started[0].wait()


@pytest.mark.parametrize(
    ("run", "setting", "message"),
    [
        (takes_memory, {"STEP_MEMORY_MB": "100"}, "The step needed more than 100 MB of memory, .* raise STEP_MEMORY_MB."),
        (fills_the_disk, {"STEP_DISK_MB": "2"}, "The step wrote more than 2 MB of results .* raise STEP_DISK_MB."),
        (starts_programs, {"STEP_PROCESSES": "4"}, "The step started more than 4 processes, .* raise STEP_PROCESSES."),
    ],
)
def test_names_the_limit_that_a_step_exceeds(tmp_path: Path, run: Any, setting: dict[str, str], message: str) -> None:
    if sys.platform != "linux" and run is not fills_the_disk:
        pytest.skip("Memory and processes are measured on Linux only.")
    lease = {"id": "1", "jobName": "greedy", "attempt": 1, "parameters": {}, "inputs": []}
    process = JobProcess(None, lease, step("greedy", "1.0.0")(run), tmp_path, limits_from(setting))
    excess, until = None, time.monotonic() + 60
    while not excess and process.is_running() and time.monotonic() < until:
        process.read(0.1)
        excess = process.excess()
    process.kill()
    process.close()

    assert re.fullmatch(message, excess or "")
    assert not process.is_running()


def test_refuses_a_limit_that_is_not_a_number() -> None:
    assert limits_from({}) == Limits()
    with pytest.raises(SystemExit, match='STEP_MEMORY_MB is "lots", but must be a number of megabytes.'):
        limits_from({"STEP_MEMORY_MB": "lots"})
