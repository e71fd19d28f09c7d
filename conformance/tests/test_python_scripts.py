"""Runs the scripts that the web app offers for jobs and for new keys. The web app's own code generates them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from conftest import from_web_app
from pinexq.client.job_management.tool import Job, WorkData
from site_under_test import Person

URL = os.environ["CONFORMANCE_URL"]
DEFINITION = "application/vnd.pinexq.workflow.definition+json"
READINGS = "time,level\n" + "".join(f"2024-01-01 00:{minute:02d},{200 + minute}\n" for minute in range(60))

# Replaces pandas, which the suite's environment lacks. The tests only check that its reader gets the downloaded table.
PANDAS = "def read_parquet(content):\n    return content.read()[:4].decode()\n"


def run(script: str, folder: Path, key: str) -> str:
    (folder / "pandas.py").write_text(PANDAS)
    environment = {**os.environ, "MILLRACE_API_KEY": key, "PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def key(host: Person) -> str:
    host.make_organization("Rhine Lab")
    return host.make_key()["key"]


def test_the_sample_for_a_new_key_leads_from_a_file_to_a_table(key: str, tmp_path: Path) -> None:
    (tmp_path / "readings.csv").write_text(READINGS)

    printed = run(from_web_app("api-keys/key-samples.ts", "pythonSample", f"{URL}/api/EntryPoint", key), tmp_path, key)

    assert "PAR1" in printed


def test_a_job_copied_as_python_runs_again(key: str, tmp_path: Path, make_client) -> None:  # noqa: ANN001
    client: httpx.Client = make_client(key)
    data = WorkData(client).create(filename="readings.csv", mediatype="text/csv", binary=READINGS)
    described = {
        "origin": URL,
        "name": "Clean again",
        "step": "clean_table",
        "version": Job(client).create("x").select_processing("clean_table").get_processing_info().version,
        "parameters": {},
        "inputs": [{"takesSeveral": False, "files": [{"name": "readings.csv", "url": str(data.self_link().get_url())}]}],
        "table": {"slot": 0, "mediaType": "application/vnd.apache.parquet"},
    }

    printed = run(from_web_app("jobs/components/python-script.ts", "pythonScript", described), tmp_path, key)

    assert "PAR1" in printed


def test_a_job_with_several_files_and_parameters_saves_its_result(key: str, tmp_path: Path, make_client) -> None:  # noqa: ANN001
    client: httpx.Client = make_client(key)
    parts = [WorkData(client).create(filename=f"{n}.csv", mediatype="text/csv", binary=READINGS) for n in (1, 2)]
    urls = [str(part.self_link().get_url()) for part in parts]
    info = Job(client).create("x").select_processing("concatenate_tables").get_processing_info()
    described = {
        "origin": URL,
        "name": "Both",
        "step": info.function_name,
        "version": info.version,
        "parameters": {"source_column": "part"},
        "inputs": [{"takesSeveral": True, "files": [{"name": "part", "url": url} for url in urls]}],
    }

    run(from_web_app("jobs/components/python-script.ts", "pythonScript", described), tmp_path, key)

    [saved] = [file for file in tmp_path.iterdir() if file.name != "pandas.py"]
    assert saved.stat().st_size > 0


def test_an_execution_copied_as_python_saves_the_outputs_of_its_workflow(key: str, tmp_path: Path, make_client) -> None:  # noqa: ANN001
    client: httpx.Client = make_client(key)
    data = WorkData(client).create(filename="readings.csv", mediatype="text/csv", binary=READINGS)
    clean = {"id": "clean", "step": {"function": "clean_table"}, "inputs": {"table": [{"workData": str(data.self_link().get_url())}]}}
    outputs = {"tidy": {"node": "clean", "slot": "cleaned"}}
    definition = {"version": 1, "title": "Tidy", "nodes": [clean], "outputs": outputs}
    workflow = WorkData(client).create(filename="tidy.workflow.json", mediatype=DEFINITION, binary=json.dumps(definition))
    described = {
        "origin": URL,
        "name": "Tidy again",
        "step": "execute_workflow",
        "version": Job(client).create("x").select_processing("execute_workflow").get_processing_info().version,
        "parameters": {},
        "inputs": [{"takesSeveral": False, "files": [{"name": "tidy", "url": str(workflow.self_link().get_url())}]}],
    }

    run(from_web_app("jobs/components/python-script.ts", "pythonScript", described), tmp_path, key)

    saved = {file.name: file.read_bytes()[:4] for file in tmp_path.iterdir()}
    assert saved["tidy 1 readings_clean.parquet"] == b"PAR1"
