import httpx
import pytest
from conftest import add_job, joined_job, nap_job, text_data
from pinexq.client.core.polling import PollingException
from pinexq.client.job_management.hcos import WorkDataLink
from pinexq.client.job_management.model import JobStates
from pinexq.client.job_management.tool import Job


def test_parent_job_has_sub_jobs(client: httpx.Client) -> None:
    parent = add_job(client, "parent")
    parts = [parent.create_sub_job(f"part {index}").select_processing("conformance_nap") for index in range(3)]
    for part in parts:
        part.start()

    parent.wait_for_sub_jobs_complete(timeout_s=60, polling_interval_s=0.2)

    assert parent.sub_jobs_in_state(JobStates.completed) == 3
    assert parent.sub_jobs_in_state(JobStates.error) == 0
    assert all(part.refresh().job_hco.parent_link == parent.self_link() for part in parts)
    assert parts[0].job_hco.parent_link.navigate().name == "parent"


def test_parent_job_reports_a_failed_sub_job(client: httpx.Client) -> None:
    parent = add_job(client, "parent")
    parent.create_sub_job("part").select_processing("conformance_break").start()

    with pytest.raises(PollingException, match="1 sub-jobs in state error"):
        parent.wait_for_sub_jobs_complete(timeout_s=60, polling_interval_s=0.2)


def test_parent_job_can_be_deleted(client: httpx.Client) -> None:
    job = add_job(client)
    link = job.self_link()

    job.delete()

    assert not link.exists()


def test_parent_job_is_deleted_with_sub_jobs_and_outputs(client: httpx.Client) -> None:
    parent = joined_job(client, "one", "two")
    parent.allow_output_data_deletion()
    part = parent.create_sub_job("part").select_processing("conformance_join")
    part.assign_input_dataslot(0, work_data_instance=deletable(client)).start().wait_for_completion(timeout_s=60)
    part.allow_output_data_deletion()
    outputs = [one.self_link for job in (parent, part) for one in job.get_output_data_slots()[0].assigned_workdatas]
    inputs: list[WorkDataLink] = [one.self_link for one in parent.get_input_data_slots()[0].selected_workdatas]
    own, its = parent.self_link(), part.self_link()

    parent.delete_with_associated(delete_output_workdata=True, delete_input_workdata=False, delete_subjobs_with_data=True)

    assert [link.exists() for link in (own, its, *outputs)] == [False] * 4
    assert all(link.exists() for link in inputs)


def test_parent_job_is_deleted_with_its_deletable_inputs(client: httpx.Client) -> None:
    data = deletable(client)
    job = Job(client).create("join").select_processing("conformance_join")
    job.assign_input_dataslot(0, work_data_instance=data).start().wait_for_completion(timeout_s=60)
    job.allow_output_data_deletion()

    job.delete_with_associated(delete_input_workdata=True)

    assert not data.self_link().exists()


def deletable(client: httpx.Client):  # noqa: ANN201
    return text_data(client, "may go").allow_deletion()


def test_parent_job_is_deleted_recursively(client: httpx.Client) -> None:
    links = []
    job = root = add_job(client, "level 0")
    for level in range(1, 5):
        job = job.create_sub_job(f"level {level}")
        links.append(job.self_link())
    for index in range(3):
        links.append(root.create_sub_job(f"beside {index}").self_link())

    root.delete_with_associated()

    assert root.job_hco is None
    assert [link.exists() for link in links] == [False] * 7


def test_parent_job_cannot_be_deleted_while_it_has_dependents(client: httpx.Client) -> None:
    parent = joined_job(client, "text")
    assert not parent.job_hco.delete_action

    with pytest.warns(UserWarning, match="Could not delete") as caught:
        parent.delete_with_associated()

    assert [str(one.message).split(":")[0] for one in caught] == ["Could not delete output workdata", "Could not delete job"]
    assert parent.refresh().get_state() == JobStates.completed


def test_parent_job_waits_for_running_sub_jobs(client: httpx.Client) -> None:
    parent = add_job(client, "parent")
    parent.create_sub_job("never started")
    for index in range(2):
        nap = parent.create_sub_job(f"nap {index}").select_processing("conformance_nap").configure_parameters(seconds=1)
        nap.start()
    assert nap_job(client, 0).get_state() == JobStates.ready_for_processing

    parent.wait_for_sub_jobs_complete(timeout_s=60, polling_interval_s=0.1)

    assert parent.sub_jobs_in_state(JobStates.completed) == 2
    assert parent.sub_jobs_in_state(JobStates.created) == 1
