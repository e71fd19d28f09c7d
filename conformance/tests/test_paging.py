from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from conftest import MakeClient, client_in_organization, first_of, long, text_data
from pinexq.client.job_management.hcos import JobQueryResultHco
from pinexq.client.job_management.model import (
    CreateJobParameters,
    JobQueryParameters,
    JobSortProperties,
    JobSortPropertiesSortParameter,
    Pagination,
    SortTypes,
    WorkDataQueryParameters,
)
from pinexq.client.job_management.tool import Job, WorkData
from site_under_test import Person

MORE_THAN_A_PAGE = 1005


def make_jobs(client: httpx.Client, number: int) -> None:
    create = Job(client)._jobs_root.create_job_action
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda index: create.execute(CreateJobParameters(name=f"job {index:04d}")), range(number)))


def query(client: httpx.Client, **parts) -> JobQueryResultHco:  # noqa: ANN003
    return Job(client)._jobs_root.job_query_action.execute(JobQueryParameters(**parts))


@long
def test_paging_finds_and_deletes_more_than_a_thousand_jobs(client: httpx.Client) -> None:
    """Without a page size, clients expect all rows. They get rows beyond the first page by following `next` links."""
    make_jobs(client, MORE_THAN_A_PAGE)
    everything = query(client)
    assert everything.total_entities == MORE_THAN_A_PAGE
    assert len({job.name for job in everything.iter_flat()}) == MORE_THAN_A_PAGE

    deleted = 0
    with ThreadPoolExecutor(4) as threads:
        for page in query(client).iter():
            deleted += len(list(threads.map(lambda job: job.delete_action.execute(), page.jobs)))

    assert deleted == MORE_THAN_A_PAGE
    assert query(client).total_entities == 0


SORTS = [None, JobSortProperties.name, JobSortProperties.created_at, JobSortProperties.completed_at]


@pytest.mark.parametrize("sort_by", first_of(2, SORTS))
def test_paging_skips_nothing_when_rows_already_read_are_deleted(client: httpx.Client, sort_by: JobSortProperties | None) -> None:
    make_jobs(client, 11)
    order = JobSortPropertiesSortParameter(PropertyName=sort_by, SortType=SortTypes.ascending) if sort_by else None
    names = []

    for job in query(client, SortBy=order, Pagination=Pagination(PageSize=3)).iter_flat():
        names.append(job.name)
        job.delete_action.execute()

    assert sorted(names) == [f"job {index:04d}" for index in range(11)]
    assert query(client).total_entities == 0


def test_paging_skips_nothing_when_rows_already_read_no_longer_match(client: httpx.Client) -> None:
    for index in range(5):
        text_data(client, "x", f"{index}.txt")
    seen = 0

    for data in WorkData(client)._work_data_root.query_action.execute(WorkDataQueryParameters(Pagination=Pagination(PageSize=2))).iter_flat():
        data.hide_action.execute()
        seen += 1

    assert seen == 5


def test_paging_counts_page_by_page(client: httpx.Client) -> None:
    make_jobs(client, 5)
    first = query(client, Pagination=Pagination(PageSize=2, PageOffset=0))

    pages = list(first.iter())

    counts = [page._entity.properties for page in pages]
    assert [(one.total_entities, one.current_entities_count, one.previous_entities_count) for one in counts] == [
        (5, 2, 0),
        (5, 2, 2),
        (5, 1, 4),
    ]
    assert [bool(page.next_link) for page in pages] == [True, True, False]
    assert [bool(page.previous_link) for page in pages] == [False, True, True]
    assert pages[1].self_link.navigate().jobs == pages[1].jobs


@pytest.fixture(scope="module")
def client_of_five_jobs(host: Person, make_client: MakeClient) -> httpx.Client:
    client = client_in_organization(host, make_client)
    make_jobs(client, 5)
    return client


@pytest.mark.parametrize(("size", "offset", "length"), [(0, 0, 5), (0, 3, 2), (500, 0, 5), (100_000, 0, 5), (2, 99, 0)])
def test_paging_accepts_any_page_size_and_offset(client_of_five_jobs: httpx.Client, size: int, offset: int, length: int) -> None:
    page = query(client_of_five_jobs, Pagination=Pagination(PageSize=size, PageOffset=offset))

    assert (page.total_entities, len(page.jobs)) == (5, length)
