import httpx
import pytest
from conftest import add_job, nap_job
from pinexq.client.core.polling import PollingException
from pinexq.client.job_management.model import JobQueryParameters, JobStates
from pinexq.client.job_management.tool import Job, JobGroup


def test_group_waits_for_all_jobs(client: httpx.Client) -> None:
    group = JobGroup().add_jobs([nap_job(client, 0.3, f"nap {index}") for index in range(5)])

    group.start_all().wait_all(job_timeout_s=60, total_timeout_s=120)

    assert group.all_jobs_completed_ok()
    assert len(group.get_completed_jobs()) == 5


def test_group_waits_for_any_job(client: httpx.Client) -> None:
    """All jobs share one stream. Polling is too rare here, so only an event can report the end in time."""
    quick, slow = nap_job(client, 0.5, "quick"), nap_job(client, 4, "slow")
    group = JobGroup().add_jobs([slow, quick])
    quick.start()
    slow.start()

    group.wait_any(timeout_s=60, fallback_polling_interval_s=300)

    assert quick.job_hco.state == JobStates.completed
    assert slow.get_state() in (JobStates.pending, JobStates.processing)
    slow.wait_for_completion(timeout_s=60)


def test_group_stops_waiting_when_a_job_fails(client: httpx.Client) -> None:
    """The client raises only if the job had not yet failed when `start` read it."""
    broken = Job(client).create("broken").select_processing("conformance_break").start()
    broken.job_hco.state = JobStates.pending
    group = JobGroup().add_jobs([broken, nap_job(client, 0.1).start()])

    with pytest.raises(PollingException, match="It broke."):
        while True:
            group.wait_any(timeout_s=60)
            group.remove_completed_jobs()

    assert group.get_error_jobs() == [broken]


def test_group_is_not_blocked_by_a_job_that_failed_before_the_wait(client: httpx.Client) -> None:
    """The stream announces the failure before anyone waits for it. Polling is too rare to detect it in time."""
    nap_job(client, 0.1).start().wait_for_completion(timeout_s=60)
    broken = Job(client).create("broken").select_processing("conformance_break").start()
    later = nap_job(client, 1).start()
    later.wait_for_completion(timeout_s=60)

    for _ in range(2):
        broken.job_hco.state = JobStates.pending
        with pytest.raises(PollingException, match="It broke."):
            broken.wait_for_completion(timeout_s=200)


def test_group_is_created_from_a_query(client: httpx.Client) -> None:
    for index in range(3):
        add_job(client, f"sum {index}")
    found = Job(client)._jobs_root.job_query_action.execute(JobQueryParameters())

    group = JobGroup.from_query_result(found)

    assert len(group.get_jobs()) == 3
    group.start_all().wait_all(job_timeout_s=60)
    assert group.all_jobs_completed_ok()
