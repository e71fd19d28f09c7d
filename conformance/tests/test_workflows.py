"""The creation sequence of workflows, with the client's own calls."""

import json
from pathlib import Path

import httpx
import pytest
from conftest import from_web_app, text_data
from pinexq.client.job_management.model import JobStates
from pinexq.client.job_management.tool import Job, WorkData

READINGS = Path(__file__).parents[2] / "apps" / "server" / "src" / "assets" / "river_gauges_sample.csv"
REPORT = "application/vnd.pinexq.workflow.report+json"


def definition(client: httpx.Client, nodes: list[dict], **more: object) -> WorkData:
    content = {"version": 1, "title": "Sums", "nodes": nodes, **more}
    return WorkData(client).create(filename="sums.workflow.json", json=content)


def workflow_job(client: httpx.Client, workflow: WorkData, **variables: object) -> Job:
    job = Job(client).create("run the workflow").select_processing("execute_workflow")
    if variables:
        job.configure_parameters(**variables)
    return job.assign_input_dataslot(0, work_data_instance=workflow)


def test_workflow_runs_its_steps_and_writes_a_report(client: httpx.Client) -> None:
    add = {"function": "conformance_add"}
    nodes = [
        {"id": "first", "step": add, "parameters": {"a": {"variable": "start"}}},
        {"id": "second", "step": add, "parameters": {"a": {"node": "first", "result": ""}}},
        {"id": "joined", "step": {"function": "conformance_join"}, "inputs": {"parts": [{"variable": "text"}]}, "after": ["second"]},
    ]
    variables = {"start": {"type": "number"}, "text": {"type": "string", "format": "work-data"}}
    text = text_data(client)

    job = workflow_job(client, definition(client, nodes, variables=variables), start=3, text=str(text.self_link().get_url()))
    job.start().wait_for_completion(timeout_s=60)

    assert job.sub_jobs_in_state(JobStates.completed) == 3
    report_data = job.get_output_data_slots()[0].assigned_workdatas[0]
    assert report_data.media_type == REPORT
    report = json.loads(report_data.download_link.download())
    assert [node["state"] for node in report["nodes"]] == ["Completed"] * 3
    first, second = (node["runs"][0]["result"] for node in report["nodes"][:2])
    assert (first, second) == (4, 5)


def test_the_sample_workflow_runs_on_the_sample_data(client: httpx.Client) -> None:
    data = WorkData(client).create(filename=READINGS.name, mediatype="text/csv", binary=READINGS.read_bytes())
    sample = from_web_app("workflows/sample-workflow.ts", "sampleWorkflow", str(data.self_link().get_url()))
    workflow = WorkData(client).create(filename="sample.workflow.json", json=sample)

    job = workflow_job(client, workflow, window="week")
    job.start().wait_for_completion(timeout_s=120)

    report = json.loads(job.get_output_data_slots()[0].assigned_workdatas[0].download_link.download())
    assert [(node["id"], len(node["runs"])) for node in report["nodes"]] == [
        ("clean", 1), ("profile", 1), ("stations", 1), ("aggregate", 3), ("plot", 3),
    ]
    assert len(report["outputs"]["charts"]) == 3


def test_workflow_with_a_failing_step_reports_node_and_cause(client: httpx.Client) -> None:
    node = {"id": "broken", "title": "Gauge check", "step": {"function": "conformance_break"}}
    job = workflow_job(client, definition(client, [node]))

    with pytest.raises(Exception, match="“Gauge check” failed: It broke"):
        job.start().wait_for_completion(timeout_s=60)


def test_workflow_that_is_not_valid_does_not_start(client: httpx.Client) -> None:
    job = workflow_job(client, definition(client, [{"id": "a", "step": {"function": "no_such_step"}}]))

    with pytest.raises(Exception, match="no_such_step"):
        job.start()

    assert job.refresh().get_state() == JobStates.ready_for_processing
