from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from conftest import add_job, joined_job, newer, step_named
from pinexq.client.core import ApiException
from pinexq.client.job_management.hcos import JobQueryResultHco
from pinexq.client.job_management.model import (
    JobFilterParameter,
    JobQueryParameters,
    JobSortProperties,
    JobSortPropertiesSortParameter,
    JobStates,
    Pagination,
    SortTypes,
)
from pinexq.client.job_management.tool import Job


def query(client: httpx.Client, **parts: Any) -> JobQueryResultHco:
    return Job(client)._jobs_root.job_query_action.execute(JobQueryParameters(**parts))


def names(client: httpx.Client, **filters: Any) -> list[str]:
    return [job.name for job in query(client, Filter=JobFilterParameter(**filters)).jobs]


@pytest.fixture
def jobs(client: httpx.Client) -> dict[str, Job]:
    ended = add_job(client, "Sum of the Rhine").start().wait_for_completion(timeout_s=60)
    ended.set_tags(["river=rhine", "year=2024"])
    draft = Job(client).create("a draft")
    draft.set_tags(["river=rhine"])
    hidden = Job(client).create("hidden").hide()
    part = ended.create_sub_job("part")
    return {"ended": ended, "draft": draft, "hidden": hidden, "part": part}


def test_job_query_filters(client: httpx.Client, jobs: dict[str, Job]) -> None:
    now = datetime.now(UTC)
    ended = "Sum of the Rhine"

    assert names(client) == ["part", "a draft", ended]
    assert names(client, State=JobStates.completed) == [ended]
    assert names(client, Name="THE RHINE") == [ended]
    assert names(client, ShowHidden=True) == ["part", "hidden", "a draft", ended]
    assert names(client, TagsByAnd=["river=rhine", "year=2024"]) == [ended]
    assert names(client, TagsByOr=["river=rhine", "none"]) == ["a draft", ended]
    assert names(client, IsSubJob=True) == ["part"]
    assert names(client, IsSubJob=False, TagsByAnd=["river=rhine"]) == ["a draft", ended]
    assert names(client, ParentJobUrl=str(jobs["ended"].self_link().get_url())) == ["part"]
    assert names(client, ProcessingStepUrl=str(step_named(client, "conformance_add").self_link().get_url())) == [ended]
    assert names(client, CreatedBefore=now - timedelta(hours=1)) == []
    assert len(names(client, CreatedAfter=now - timedelta(hours=1))) == 3


def test_job_query_finds_the_jobs_that_use_given_work_data(client: httpx.Client) -> None:
    job = joined_job(client, "text")
    data = job.get_input_data_slots()[0].selected_workdatas[0].self_link

    assert names(client, WorkDataUrl=str(data.get_url())) == ["join"]


def test_job_query_sorts(client: httpx.Client, jobs: dict[str, Job]) -> None:
    def sorted_by(name: JobSortProperties, direction: SortTypes) -> list[str]:
        return [job.name for job in query(client, SortBy=JobSortPropertiesSortParameter(PropertyName=name, SortType=direction)).jobs]

    assert sorted_by(JobSortProperties.created_at, SortTypes.ascending) == ["Sum of the Rhine", "a draft", "part"]
    assert sorted_by(JobSortProperties.completed_at, SortTypes.descending)[0] == "Sum of the Rhine"
    by_name = sorted_by(JobSortProperties.name, SortTypes.ascending)
    assert sorted_by(JobSortProperties.name, SortTypes.descending) == by_name[::-1]


def test_job_query_pages_by_links(client: httpx.Client, jobs: dict[str, Job]) -> None:
    page = query(client, Pagination=Pagination(PageSize=2, PageOffset=0))

    assert (page.total_entities, page.current_entities_count) == (3, 2)
    assert [job.name for job in page.iter_flat()] == ["part", "a draft", "Sum of the Rhine"]
    assert not page.previous_link
    last = page.last_link.navigate()
    assert [job.name for job in last.jobs] == ["a draft", "Sum of the Rhine"]
    assert last.first_link.navigate().self_link == page.first_link
    assert len(last.all_link.navigate().jobs) == 3
    assert [job.name for job in last.previous_link.navigate().jobs] == ["part", "a draft"]


def test_job_query_returns_everything_without_paging(client: httpx.Client, jobs: dict[str, Job]) -> None:
    everything = query(client)

    assert not everything.next_link
    assert everything.total_entities == everything.current_entities_count == 3


def test_job_query_returns_remaining_tags(client: httpx.Client, jobs: dict[str, Job]) -> None:
    assert query(client, Filter=JobFilterParameter(State=JobStates.created)).remaining_tags == ["river=rhine"]
    assert query(client, IncludeRemainingTags=False).remaining_tags is None
    assert Job(client)._jobs_root.used_tags_link.navigate().tags == ["river=rhine", "year=2024"]


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
def test_job_query_refuses_a_time_without_a_zone(client: httpx.Client) -> None:
    with pytest.raises(ApiException) as caught:
        query(client, Filter=JobFilterParameter.model_construct(created_after="yesterday"))

    assert caught.value.problem_details.status == 422


@newer
def test_job_query_supports_the_query_class(client: httpx.Client, jobs: dict[str, Job]) -> None:
    from pinexq.client.job_management.tool import JobQuery

    found = JobQuery.create(client, name="rhine", state=JobStates.completed, page_size=1)

    assert (found.count(), found.exists(), found.one().get_name()) == (1, True, "Sum of the Rhine")
    assert JobQuery.create(client, name="nothing").first() is None
    assert [job.get_name() for job in JobQuery.create(client, page_size=1).to_list()] == ["part", "a draft", "Sum of the Rhine"]
    assert len(JobQuery.create(client).to_job_group().get_jobs()) == 3
