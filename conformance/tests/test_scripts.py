"""Complete scripts in the style of the public manual. Any warning from the client fails the test."""

import os
from pathlib import Path

import httpx
from conftest import URL
from pinexq.client.core import MediaTypes
from pinexq.client.core.hco.upload_action_hco import UploadParameters
from pinexq.client.job_management import enter_jma
from pinexq.client.job_management.enterjma import create_pinexq_client
from pinexq.client.job_management.model import (
    FunctionNameMatchTypes,
    JobFilterParameter,
    JobQueryParameters,
    JobStates,
    ProcessingStepFilterParameter,
    ProcessingStepQueryParameters,
    SetTagsWorkDataParameters,
    WorkDataFilterParameter,
    WorkDataQueryParameters,
)
from pinexq.client.job_management.tool import Job, JobGroup, ProcessingStep, WorkData
from pinexq.client.job_management.tool.job import InputDataSlotParameterFlexible
from site_under_test import Person

READINGS = "time;level\n" + "".join(f"2024-01-01 00:{minute:02d};{200 + minute},5\n" for minute in range(60))


def test_one_file_through_two_steps(host: Person, tmp_path: Path) -> None:
    """Uses the default client, which caches."""
    (tmp_path / "readings.csv").write_text(READINGS)
    host.make_organization("Rhine Lab")
    with create_pinexq_client(URL, host.make_key()["key"]) as client:
        with (tmp_path / "readings.csv").open("rb") as file:
            data = WorkData(client).create(filename="readings.csv", file=file, mediatype=MediaTypes.CSV)
        data.set_tags(["river=rhine", "TestData"])
        data.allow_deletion()

        job = Job(client).create(name="Clean the readings").select_processing(function_name="clean_table").set_tags(["demo"])
        job.assign_input_dataslot(index=0, work_data_instance=data)
        job.allow_output_data_deletion().start().wait_for_completion(timeout_s=120)

        outputs = {slot.name: slot.assigned_workdatas[0] for slot in job.get_output_data_slots()}
        for name, output in outputs.items():
            (tmp_path / output.name).write_bytes(output.download_link.download())
            assert (tmp_path / output.name).stat().st_size == output.size_in_bytes, name
        assert job.get_result()["rows"] == 60

        table = WorkData.from_hco(outputs["cleaned"])
        chained = Job(client).create("Query the table").select_processing("query_table").configure_parameters(sql="SELECT count(*) AS n FROM input")
        chained.assign_input_dataslot(0, work_data_link=table.self_link()).allow_output_data_deletion()
        assert chained.start().wait_for_completion(timeout_s=120).get_result()["rows"] == 1

        chained.delete_with_associated()
        job.delete_with_associated(delete_input_workdata=True)
        assert enter_jma(client).info_link.navigate().used_storage_in_bytes == 0


def test_a_campaign_with_many_sub_jobs(client: httpx.Client, steps: dict[str, ProcessingStep]) -> None:
    campaign = Job(client).create("campaign").set_tags(["campaign=spring"])
    group = JobGroup()
    for number in range(6):
        part = WorkData(client).create(filename=f"part {number}.txt", mediatype=MediaTypes.TEXT, binary=f"{number}").allow_deletion()
        group.add_jobs(
            Job(client).create_and_configure_rapidly(
                name=f"part {number}",
                parent_job_instance=campaign,
                tags=["campaign=spring", f"part={number}"],
                processing_step_instance=steps["join"],
                start=False,
                allow_output_data_deletion=True,
                input_data_slots=[InputDataSlotParameterFlexible.create(index=0, work_data_instances=[part])],
            )
        )

    group.start_all()
    done = []
    while not group.is_empty():
        group.wait_any(timeout_s=60)
        done += [job.get_name() for job in group.get_completed_jobs()]
        group.remove_completed_jobs()
    campaign.wait_for_sub_jobs_complete(timeout_s=60)

    assert sorted(done) == [f"part {number}" for number in range(6)]
    filter_ = JobFilterParameter(TagsByAnd=["campaign=spring"], IsSubJob=True, State=JobStates.completed)
    found = campaign._jobs_root.job_query_action.execute(JobQueryParameters(Filter=filter_))
    assert found.remaining_tags == ["campaign=spring", *[f"part={number}" for number in range(6)]]
    campaign.delete_with_associated(delete_input_workdata=True)
    assert enter_jma(client).info_link.navigate().used_storage_in_bytes == 0


def test_a_service_that_reuses_its_uploads(host: Person) -> None:
    """Uses a custom httpx client, actions of documents instead of the wrapper classes, and polling."""
    host.make_organization("Rhine Lab")
    with httpx.Client(base_url=URL, headers={"x-api-key": host.make_key()["key"]}, timeout=60, transport=httpx.HTTPTransport(retries=3)) as client:
        tags = ["Hash=0d1f", "Source=Integration", "ImageSize=(-1, -1)"]
        assert upload_once(client, os.urandom(500), tags) == upload_once(client, b"never sent", tags)

        step = newest(client, "conformance_write")
        job = Job(client).create("Execute").select_processing(processing_step_instance=step).configure_parameters(text="OPENQASM 2.0;")
        job = job.assign_input_dataslot(0, work_data_link=upload_once(client, b"", tags)).allow_output_data_deletion()
        job.start().wait_for_state(JobStates.completed, timeout_s=60, polling_interval_s=0.1)

        [output] = [data for slot in job.refresh().get_output_data_slots() for data in slot.assigned_workdatas if data.name == "text.txt"]
        assert output.download_link.download().decode() == "OPENQASM 2.0;"
        assert output.tags == ["folder=2024/gauges"]
        job.delete_with_associated(delete_subjobs_with_data=True, delete_output_workdata=True)


def upload_once(client: httpx.Client, content: bytes, tags: list[str]):  # noqa: ANN201
    root = enter_jma(client).work_data_root_link.navigate()
    there = root.query_action.execute(WorkDataQueryParameters(Filter=WorkDataFilterParameter(TagsByAnd=tags)))
    if there.total_entities:
        return there.workdatas[0].self_link
    link = root.upload_action.execute(UploadParameters(filename="vector.bin", binary=content, mediatype=MediaTypes.OCTET_STREAM))
    link.navigate().edit_tags_action.execute(SetTagsWorkDataParameters(Tags=tags))
    return link.navigate().self_link


def newest(client: httpx.Client, name: str) -> ProcessingStep:
    filter_ = ProcessingStepFilterParameter(FunctionName=name, FunctionNameMatchType=FunctionNameMatchTypes.match_exact)
    root = enter_jma(client).processing_step_root_link.navigate()
    return ProcessingStep.from_hco(root.query_action.execute(ProcessingStepQueryParameters(Filter=filter_)).processing_steps[0])
