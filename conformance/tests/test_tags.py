import uuid

import httpx
import pytest
from conftest import MakeClient, client_in_organization, newer, text_data
from pinexq.client.core import ApiException
from pinexq.client.job_management.model import (
    JobFilterParameter,
    JobQueryParameters,
    ProcessingStepFilterParameter,
    ProcessingStepQueryParameters,
    TagValueTypes,
    WorkDataFilterParameter,
    WorkDataQueryParameters,
    WorkDataUsedTagsFilterParameter,
)
from pinexq.client.job_management.tool import Job, ProcessingStep, WorkData
from manifests import manifest
from site_under_test import Person

GIVEN = {
    "draft": ("draft", "draft", None, TagValueTypes.key_only),
    " status = gold ": ("status=gold", "status", "gold", TagValueTypes.string),
    "offset=-1": ("offset=-1", "offset", "-1", TagValueTypes.integer),
    "temp=-1.23": ("temp=-1.23", "temp", "-1.23", TagValueTypes.float),
    "whole=1.": ("whole=1.0", "whole", "1.0", TagValueTypes.float),
    "fog=tRuE": ("fog=true", "fog", "true", TagValueTypes.boolean),
    "day=2025-10-31": ("day=2025-10-31", "day", "2025-10-31", TagValueTypes.date),
    "time=10:00:00": ("time=10:00:00.000", "time", "10:00:00.000", TagValueTypes.time),
    "lap=100:20:30": ("lap=100:20:30.000", "lap", "100:20:30.000", TagValueTypes.time),
    "at=2026-01-16T11:12:35+05:30": ("at=2026-01-16T05:42:35.000Z", "at", "2026-01-16T05:42:35.000Z", TagValueTypes.timestamp),
    "local=2026-01-16T11:12:35": ("local=2026-01-16T11:12:35", "local", "2026-01-16T11:12:35", TagValueTypes.string),
    "formula=a=b": ("formula=a=b", "formula", "a=b", TagValueTypes.string),
    "水位=高": ("水位=高", "水位", "高", TagValueTypes.string),
}
WANTED = list(GIVEN.values())


def details(hco) -> list:  # noqa: ANN001
    parts = zip(hco.tags, hco.tag_details, strict=True)
    return [(tag, one.key, one.value, one.type) for tag, one in parts]


def test_tags_of_jobs_are_split_into_key_value_and_type(client: httpx.Client) -> None:
    job = Job(client).create("tagged").set_tags(list(GIVEN))

    assert details(job.job_hco) == WANTED
    assert job.set_tags([]).job_hco.tags == []


def test_tags_of_work_data_are_split_into_key_value_and_type(client: httpx.Client) -> None:
    data = text_data(client)
    data.set_tags(list(GIVEN))

    assert details(data.work_data_hco) == WANTED
    assert data.work_data_hco.edit_tags_action.default_parameters().tags == data.work_data_hco.tags


def test_tags_of_steps_are_split_into_key_value_and_type(admin: httpx.Client) -> None:
    step = ProcessingStep(admin).create(manifest(f"tagged_{uuid.uuid4().hex[:8]}")).set_tags(list(GIVEN))

    assert details(step.processing_step_hco) == WANTED
    step.delete()


def test_tags_are_found_by_any_spelling_of_their_value(client: httpx.Client) -> None:
    job = Job(client).create("tagged").set_tags(list(GIVEN))
    root = job._jobs_root

    for given, (normal, *_) in GIVEN.items():
        for tag in (given, normal):
            found = root.job_query_action.execute(JobQueryParameters(Filter=JobFilterParameter(TagsByAnd=[tag, "draft"])))
            assert [one.name for one in found.jobs] == ["tagged"], tag
    for tag in ("status", "status=silver", "Draft"):
        assert root.job_query_action.execute(JobQueryParameters(Filter=JobFilterParameter(TagsByOr=[tag]))).total_entities == 0


@pytest.mark.parametrize("tag", ["", "  ", "=value", "k" * 1025, "k=" + "v" * 1025])
def test_invalid_tags_are_refused(client: httpx.Client, tag: str) -> None:
    job = Job(client).create("tagged").set_tags(["kept"])

    with pytest.raises(ApiException) as caught:
        job.set_tags(["fine", tag])

    assert caught.value.problem_details.status == 422
    assert job.refresh().job_hco.tags == ["kept"]


def test_remaining_tags_are_those_of_all_results(client: httpx.Client) -> None:
    for index, tags in enumerate([["river=rhine", "raw"], ["river=main"], ["other"]]):
        text_data(client, "x", f"{index}.txt").set_tags(tags)
    root = WorkData(client)._work_data_root

    rivers = WorkDataFilterParameter(TagsByOr=["river=rhine", "river=main"])
    found = root.query_action.execute(WorkDataQueryParameters(Filter=rivers, IncludeRemainingTags=True))

    assert found.remaining_tags == ["raw", "river=main", "river=rhine"]
    assert root.query_action.execute(WorkDataQueryParameters(IncludeRemainingTags=False)).remaining_tags is None


@pytest.fixture(scope="module")
def tagged(host: Person, make_client: MakeClient) -> httpx.Client:
    """A client in an organization with a job and work data for each of three lists of tags."""
    client = client_in_organization(host, make_client)
    given = {"a": ["river=rhine", "year=2020", "raw", "temp=-1.50"], "b": ["river=rhine", "year=2021"], "c": ["day=2026-01-02"]}
    for name, tags in given.items():
        Job(client).create(name).set_tags(tags)
        text_data(client, name, f"{name}.txt").set_tags(tags)
    return client


@newer
@pytest.mark.parametrize(
    ("expression", "names"),
    [
        ("river = rhine", ["a", "b"]),
        ("river = rhine and year > 2020", ["b"]),
        ("river = rhine AND NOT raw", ["b"]),
        ("(river in (main, 'rhine') or raw) and temp <= -1.5", ["a"]),
        ("day >= 2026-01-01", ["c"]),
        ("nothing", []),
    ],
)
def test_tags_can_be_queried_by_an_expression(tagged: httpx.Client, expression: str, names: list[str]) -> None:
    from pinexq.client.job_management.tool import JobQuery, WorkDataQuery

    jobs = JobQuery.create(tagged, tag_query_expression=expression, tags_by_or=[]).to_list()
    data = WorkDataQuery.create(tagged, tag_query_expression=expression).to_list()

    assert sorted(job.get_name() for job in jobs) == names
    assert sorted(one.work_data_hco.name for one in data) == [f"{name}.txt" for name in names]


@newer
def test_invalid_tag_expressions_are_refused(client: httpx.Client) -> None:
    from pinexq.client.job_management.tool import JobQuery, ProcessingStepQuery, WorkDataQuery

    for query in (JobQuery, WorkDataQuery, ProcessingStepQuery):
        with pytest.raises(ApiException, match="Expected a value at character 9, but the expression ends"):
            query.create(client, tag_query_expression="river = ").execute()


def test_tags_in_use_are_listed_by_every_root(client: httpx.Client, admin: httpx.Client) -> None:
    Job(client).create("tagged").set_tags(["of a job"])
    text_data(client).set_tags(["of data", "river=rhine"])
    own = f"of a step {uuid.uuid4().hex[:8]}"
    step = ProcessingStep(admin).create(manifest(f"tagged_{uuid.uuid4().hex[:8]}")).set_tags([own])
    job_root, data_root, step_root = Job(client)._jobs_root, WorkData(client)._work_data_root, step._processing_steps_root
    beside = data_root.query_tags_action.execute(WorkDataUsedTagsFilterParameter(RequiredTags=["river=rhine"]))

    assert job_root.used_tags_link.navigate().tags == ["of a job"]
    assert data_root.used_tags_link.navigate().tags == ["of data", "river=rhine"]
    assert beside.navigate().tags == ["of data", "river=rhine"]
    assert own in step_root.used_tags_link.navigate().tags
    assert own not in ProcessingStep(client)._processing_steps_root.used_tags_link.navigate().tags
    assert "of a job" in Job(admin)._jobs_root.used_tags_admin_link.navigate().tags
    own_steps = ProcessingStepQueryParameters(Filter=ProcessingStepFilterParameter(TagsByAnd=[own]))
    assert step_root.query_action.execute(own_steps).remaining_tags == [own]
    step.delete()
