from typing import Any

import httpx
import pytest
from conftest import MakeClient, client_in_organization, joined_job, newer, text_data
from pinexq.client.core import ApiException, ClientException, MediaTypes
from pinexq.client.job_management.hcos import WorkDataQueryResultHco
from pinexq.client.job_management.model import (
    Pagination,
    SetCommentWorkDataParameters,
    SetNameWorkDataParameters,
    SortTypes,
    WorkDataFilterParameter,
    WorkDataKind,
    WorkDataQueryParameters,
    WorkDataSortProperties,
    WorkDataSortPropertiesSortParameter,
)
from pinexq.client.job_management.tool import WorkData
from site_under_test import Person

TABLE = "a,b\n1,2\n"


def query(client: httpx.Client, **parts: Any) -> WorkDataQueryResultHco:
    return WorkData(client)._work_data_root.query_action.execute(WorkDataQueryParameters(**parts))


def names(client: httpx.Client, **filters: Any) -> list[str]:
    return [data.name for data in query(client, Filter=WorkDataFilterParameter(**filters)).workdatas]


def test_work_data_can_be_renamed_commented_tagged_and_hidden(client: httpx.Client) -> None:
    data = text_data(client)

    data.work_data_hco.rename_action.execute(SetNameWorkDataParameters(new_name="renamed.txt"))
    data.work_data_hco.edit_comment_action.execute(SetCommentWorkDataParameters(comment="raw"))
    data.set_tags(["river=rhine"])
    data.hide()

    hco = data.refresh().work_data_hco
    assert (hco.name, hco.comments, hco.tags, hco.hidden) == ("renamed.txt", "raw", ["river=rhine"], True)
    hco.unhide_action.execute()
    hco.edit_comment_action.execute(SetCommentWorkDataParameters(comment=None))
    assert not data.refresh().work_data_hco.hidden and data.work_data_hco.comments is None


def test_work_data_can_be_deleted_once_deletion_is_allowed(client: httpx.Client) -> None:
    data = text_data(client)
    link = data.self_link()
    assert not data.work_data_hco.delete_action and data.work_data_hco.allow_deletion_action

    data.allow_deletion()
    assert not data.work_data_hco.allow_deletion_action and data.work_data_hco.is_deletable
    assert not data.disallow_deletion().work_data_hco.delete_action
    data.allow_deletion().delete()

    assert not link.exists()


def test_work_data_cannot_be_deleted_while_a_job_uses_it(client: httpx.Client) -> None:
    job = joined_job(client, "text")
    data = job.get_input_data_slots()[0].selected_workdatas[0]

    assert data._entity.properties.is_used_as_job_input
    assert not data.allow_deletion_action and not data.delete_action


def test_work_data_can_be_filtered(client: httpx.Client) -> None:
    job = joined_job(client, "text")
    table = WorkData(client).create(filename="a table.csv", mediatype=MediaTypes.CSV, binary=TABLE)
    table.set_tags(["river=rhine", "year=2024"])
    free = text_data(client, "free", "free.txt").allow_deletion()
    free.set_tags(["river=rhine"])
    text_data(client, "x", "hidden.txt").hide()
    step = job.job_hco.selected_processing_step_link

    assert names(client) == ["free.txt", "a table.csv", "joined.txt", "part.txt"]
    assert names(client, NameContains="TABLE") == ["a table.csv"]
    assert names(client, MediaTypeContains="csv") == ["a table.csv"]
    assert names(client, ShowHidden=True)[0] == "hidden.txt"
    assert names(client, TagsByAnd=["river=rhine", "year=2024"]) == ["a table.csv"]
    assert names(client, TagsByOr=["river=rhine", "none"]) == ["free.txt", "a table.csv"]
    assert names(client, IsKind=WorkDataKind.processing_artefact) == ["joined.txt"]
    assert names(client, ProducerProcessingStepUrl=str(step.get_url())) == ["joined.txt"]
    assert names(client, IsDeletable=True) == ["free.txt"]
    assert names(client, IsDeletable=False, IsKind=WorkDataKind.client_upload) == ["a table.csv", "part.txt"]
    assert names(client, IsUsed=True) == ["part.txt"]
    assert names(client, IsUsed=False, NameContains=".txt") == ["free.txt", "joined.txt"]
    assert names(client, IsKind=WorkDataKind.monitoring) == names(client, NameContains="%") == []
    assert names(client, CreatedBefore=table.work_data_hco.created_at) == ["joined.txt", "part.txt"]
    assert names(client, CreatedAfter=table.work_data_hco.created_at) == ["free.txt"]


def test_work_data_can_be_paged(client: httpx.Client) -> None:
    for size in (3, 1, 2):
        text_data(client, "x" * size, f"{size}.txt")
    by_size = WorkDataSortPropertiesSortParameter(PropertyName=WorkDataSortProperties.size_in_bytes, SortType=SortTypes.ascending)
    page = query(client, SortBy=by_size, Pagination=Pagination(PageSize=1, PageOffset=1))

    assert (page.total_entities, page.current_entities_count) == (3, 1)
    assert [data.name for data in page.workdatas] == ["2.txt"]
    assert [data.name for data in page.next_link.navigate().workdatas] == ["3.txt"]
    assert [data.name for data in page.first_link.navigate().iter_flat()] == ["1.txt", "2.txt", "3.txt"]


@pytest.fixture(scope="module")
def client_of_three_files(host: Person, make_client: MakeClient) -> httpx.Client:
    client = client_in_organization(host, make_client)
    for name, text in (("b.csv", "xxx"), ("c.json", "1"), ("a.txt", "xx")):
        text_data(client, text, name)
    return client


@pytest.mark.parametrize(
    ("by", "ascending"),
    [
        (WorkDataSortProperties.name, ["a.txt", "b.csv", "c.json"]),
        (WorkDataSortProperties.media_type, ["c.json", "b.csv", "a.txt"]),
        (WorkDataSortProperties.size_in_bytes, ["c.json", "a.txt", "b.csv"]),
        (WorkDataSortProperties.created_at, ["b.csv", "c.json", "a.txt"]),
    ],
)
def test_work_data_can_be_sorted(client_of_three_files: httpx.Client, by: WorkDataSortProperties, ascending: list[str]) -> None:
    def sorted_by(direction: SortTypes) -> list[str]:
        order = WorkDataSortPropertiesSortParameter(PropertyName=by, SortType=direction)
        return [data.name for data in query(client_of_three_files, SortBy=order).workdatas]

    assert sorted_by(SortTypes.ascending) == ascending
    assert sorted_by(SortTypes.descending) == ascending[::-1]
    assert sorted_by(SortTypes.none) == ["a.txt", "c.json", "b.csv"]


def test_work_data_can_be_copied_to_an_organization_and_back(person: Person, make_client: MakeClient) -> None:
    organization = person.make_organization("Rhine Lab")
    shared = make_client(person.make_key()["key"])
    person.act_in(None)
    own = make_client(person.make_key()["key"])
    data = text_data(own, "to share")

    copied = data.copy_to_org(organization["publicId"])
    there = WorkData.from_url(shared, copied.get_url())
    back = there.copy_to_user()

    assert there.work_data_hco._entity.properties.owner_id == organization["publicId"]
    assert not copied.exists()
    assert not back.exists()
    assert WorkData.from_url(own, back.get_url()).work_data_hco._entity.properties.owner_id == person.public_id
    assert there.download() == b"to share"
    with pytest.raises(ApiException):
        data.copy_to_org("00000000-0000-4000-8000-000000000000")


@newer
def test_work_data_accepts_tags_with_the_upload(client: httpx.Client) -> None:
    data = WorkData(client).create(filename="t.txt", mediatype="text/plain", binary="x", tags=["river = rhine"])

    assert data.work_data_hco.tags == ["river=rhine"]


@newer
def test_secret_work_data_is_refused_with_a_reason(client: httpx.Client) -> None:
    with pytest.raises(ClientException, match="Secret work data is not supported"):
        WorkData(client).create(filename="t.txt", mediatype="text/plain", binary="x", secret=True)

    assert query(client).total_entities == 0


@newer
def test_work_data_supports_the_query_class(client: httpx.Client) -> None:
    from pinexq.client.job_management.tool import WorkDataQuery

    for name in ("a.txt", "b.txt"):
        text_data(client, name, name)

    assert WorkDataQuery.create(client, name_contains="a.").one().work_data_hco.name == "a.txt"
    assert WorkDataQuery.create(client, page_size=1).count() == 2
    assert len(WorkDataQuery.create(client, page_size=1).to_list()) == 2
