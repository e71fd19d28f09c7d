import json
from typing import Any

import httpx
import pytest
from conftest import add_job, first_of, text_data
from pinexq.client.core import ApiException
from pinexq.client.job_management.hcos import ProcessingStepLink
from pinexq.client.job_management.model import InputDataSlotParameter, JobQueryParameters, JobStates, RapidJobSetupParameters
from pinexq.client.job_management.tool import Job, ProcessingStep
from pinexq.client.job_management.tool.job import InputDataSlotParameterFlexible

Steps = dict[str, ProcessingStep]


def count(client: httpx.Client) -> int:
    return Job(client)._jobs_root.job_query_action.execute(JobQueryParameters()).total_entities


def link_of(steps: Steps, client: httpx.Client, name: str) -> ProcessingStepLink:
    return ProcessingStepLink.from_link(client, steps[name].self_link()._link)


def test_rapid_setup_creates_tags_fills_and_starts_a_job(client: httpx.Client, steps: Steps) -> None:
    parent = add_job(client, "parent")
    slots = [InputDataSlotParameterFlexible.create(index=0, work_data_instances=[text_data(client, "a"), text_data(client, "b")])]

    job = Job(client).create_and_configure_rapidly(
        name="rapid",
        parent_job_instance=parent,
        tags=["fast", "year=2024."],
        processing_step_instance=steps["join"],
        allow_output_data_deletion=True,
        input_data_slots=slots,
    )

    assert job.wait_for_completion(timeout_s=60).get_result() == {"parts": 2}
    assert job.job_hco.tags == ["fast", "year=2024.0"] and job.job_hco.output_is_deletable
    assert job.job_hco.parent_link == parent.self_link()
    assert job.get_output_data_slots()[0].assigned_workdatas[0].delete_action


def test_rapid_setup_sets_parameters_without_starting(client: httpx.Client, steps: Steps) -> None:
    step = link_of(steps, client, "add")

    job = Job(client).create_and_configure_rapidly(name="rapid", processing_step_url=step, parameters='{"a": 40, "b": 2}', start=False)

    assert job.get_state() == JobStates.ready_for_processing
    assert not job.job_hco.output_is_deletable and job.job_hco.tags == []
    assert job.start().wait_for_completion(timeout_s=60).get_result() == 42


def test_rapid_setup_leaves_a_draft_if_something_is_missing(client: httpx.Client, steps: Steps) -> None:
    job = Job(client).create_and_configure_rapidly(name="rapid", processing_step_instance=steps["join"], start=False)

    assert job.get_state() == JobStates.created
    job.assign_input_dataslot(0, work_data_instance=text_data(client))
    assert job.start().wait_for_completion(timeout_s=60).get_result() == {"parts": 1}


PARTLY_INVALID: list[tuple[str, dict[str, Any]]] = [
    ("a parameter of another type", {"step": "add", "parameters": '{"a": "one"}'}),
    ("an unknown parameter", {"step": "add", "parameters": '{"a": 1, "c": 1}'}),
    ("parameters that are not JSON", {"step": "add", "parameters": "{a: 1}"}),
    ("parameters that are not an object", {"step": "add", "parameters": "[1]"}),
    ("a start without a required parameter", {"step": "add"}),
    ("a start without required data", {"step": "join"}),
    ("an unknown slot", {"step": "add", "parameters": '{"a": 1}', "slots": [(0, ["data"])]}),
    ("missing data", {"step": "join", "slots": [(0, ["gone"])]}),
    ("data of another user", {"step": "join", "slots": [(0, ["foreign"])]}),
    ("a job instead of data", {"step": "join", "slots": [(0, ["job"])]}),
    ("an invalid tag", {"step": "add", "parameters": '{"a": 1}', "tags": ["fine", ""]}),
    ("no name", {"step": "add", "parameters": '{"a": 1}', "name": "  "}),
    ("a missing parent", {"step": "add", "parameters": '{"a": 1}', "parent": "gone"}),
    ("a missing step", {"step": "gone"}),
]


@pytest.mark.parametrize("given", [given for _, given in PARTLY_INVALID], ids=[what for what, _ in PARTLY_INVALID])
def test_rapid_setup_stores_nothing_if_part_of_it_is_invalid(client: httpx.Client, admin: httpx.Client, steps: Steps, given: dict[str, Any]) -> None:
    data, job = text_data(client), Job(client).create("there before")
    foreign = text_data(admin).self_link()
    gone = str(data.self_link().get_url())[:-4] + "0000"
    urls = {"data": data.self_link().get_url(), "foreign": foreign.get_url(), "job": job.self_link().get_url(), "gone": gone}
    step = steps[given["step"]].self_link().get_url() if given["step"] in steps else gone.replace("WorkData", "ProcessingStep")
    parameters = RapidJobSetupParameters(
        Name=given.get("name", "rapid"),
        ProcessingStepUrl=str(step),
        ParentJobUrl=gone.replace("WorkData", "Job") if given.get("parent") else None,
        Tags=given.get("tags"),
        Parameters=given.get("parameters"),
        InputDataSlots=[InputDataSlotParameter(Index=index, WorkDataUrls=[str(urls[one]) for one in names]) for index, names in given.get("slots", [])],
        Start=True,
    )

    with pytest.raises(ApiException) as caught:
        job._jobs_root.rapid_job_setup_action.execute(parameters)

    assert caught.value.problem_details.status == 422
    assert caught.value.problem_details.detail
    assert count(client) == 1
    assert not data.refresh().work_data_hco._entity.properties.is_used_as_job_input


VALUES = [None, -1.5, "text \u2028 \U0001f30a", {"a": {"b": None}}, "x" * 100_000, True, 0, [], [1, [2]]]


@pytest.mark.parametrize("value", first_of(5, VALUES), ids=repr)
def test_rapid_setup_passes_any_json_to_the_step_and_back(client: httpx.Client, steps: Steps, value: Any) -> None:
    job = Job(client).create_and_configure_rapidly(name="echo", processing_step_instance=steps["echo"], parameters=json.dumps({"value": value}))

    assert job.wait_for_completion(timeout_s=60).get_result() == value
