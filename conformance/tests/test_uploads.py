import io
import os
from pathlib import Path

import httpx
import pytest
from conftest import CLIENT, MakeClient, first_of, text_data
from pinexq.client.core import ClientException, MediaTypes
from pinexq.client.core.hco.upload_action_hco import UploadParameters
from pinexq.client.job_management.model import WorkDataKind, WorkDataQueryParameters
from pinexq.client.job_management.tool import WorkData

TABLE = "a,b\n1,2\n"
LARGE = b"x" * 20_000_000


def count(client: httpx.Client) -> int:
    return WorkData(client)._work_data_root.query_action.execute(WorkDataQueryParameters()).total_entities


def test_uploads_accept_text_bytes_files_and_json(client: httpx.Client, tmp_path: Path) -> None:
    (tmp_path / "on disk.txt").write_bytes(b"from a file")
    text = WorkData(client).create(filename="table.csv", mediatype=MediaTypes.CSV, binary=TABLE)
    raw = WorkData(client).create(filename="raw", binary=bytes(range(256)))
    json = WorkData(client).create(filename="data.json", mediatype=MediaTypes.APPLICATION_JSON, json={"k": [1, 2]})
    with (tmp_path / "on disk.txt").open("rb") as stream:
        file = WorkData(client).create(filename="on disk.txt", mediatype=MediaTypes.TEXT, file=stream)

    assert text.download() == TABLE.encode()
    assert raw.download() == bytes(range(256))
    assert json.download() == b'{"k": [1, 2]}'
    assert file.download() == b"from a file"
    hco = text.work_data_hco
    assert (hco.name, hco.media_type, hco.kind, hco.size_in_bytes) == ("table.csv", "text/csv", WorkDataKind.client_upload, 8)
    assert not hco.is_deletable and not hco.hidden and not hco._entity.properties.is_used_as_job_input


def test_uploads_state_accepted_types_and_size(client: httpx.Client) -> None:
    upload = WorkData(client)._work_data_root.upload_action

    assert upload.accept == "*/*"
    assert upload.max_filesize_bytes > 1_000_000_000


@pytest.mark.parametrize(
    "name",
    first_of(4, ["水位 Ώρα 🌊.csv", 'he said "hi".csv', "no-extension", "a" * 250 + ".csv", "köln.csv", "it's; fine, 100 %.csv", ".hidden"]),
)
def test_uploads_keep_the_name(client: httpx.Client, name: str) -> None:
    data = WorkData(client).create(filename=name, mediatype=MediaTypes.CSV, binary=TABLE)

    assert data.work_data_hco.name == data.refresh().work_data_hco.name == name
    assert data.download() == TABLE.encode()


@pytest.mark.parametrize(
    ("name", "declared", "kept"),
    first_of(
        5,
        [
            ("data", "application/x-mine", "application/x-mine"),
            ("data", "Text/CSV; charset=utf-8", "text/csv"),
            ("data", "no type at all", "text/plain"),
            ("data.parquet", "application/octet-stream", "application/vnd.apache.parquet"),
            ("flow.json", "application/vnd.pinexq.workflow.definition+json", "application/vnd.pinexq.workflow.definition+json"),
            ("data", "application/octet-stream", "text/plain"),
            ("model.json", "application/vnd.acme.model+json", "application/vnd.acme.model+json"),
            ("figure.json", "application/vnd.plotly.v1+json", "application/vnd.plotly.v1+json"),
            ("export.txt", "text/csv", "text/csv"),
            ("page.html", "text/html", "text/html"),
        ],
    ),
)
def test_uploads_detect_the_media_type_and_use_it_for_downloads(client: httpx.Client, name: str, declared: str, kept: str) -> None:
    """The client warns if the type of a download differs from the type of its link."""
    data = WorkData(client).create(filename=name, mediatype=declared, binary="{}")

    assert data.work_data_hco.media_type == kept
    assert data.download() == b"{}"


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("empty.txt", b"", "empty.txt is empty"),
        ("../../etc/passwd", b"x", "contains a path"),
        ("two\nlines", b"x", "control or invisible characters"),
        ("n" * 300, b"x", "longer than 255 bytes"),
        ("a/b", LARGE, "contains a path"),
    ],
    ids=["empty", "path", "lines", "long", "while it is still sent"],
)
def test_uploads_are_refused_with_a_reason(client: httpx.Client, name: str, content: bytes, why: str) -> None:
    upload = WorkData(client)._work_data_root.upload_action

    with pytest.raises(ClientException) as caught:
        upload.execute(UploadParameters(filename=name, binary=content))

    assert why in str(caught.value) or CLIENT < (2, 0)
    assert "Error from httpx" not in str(caught.value)
    assert count(client) == 0


def test_uploads_with_a_wrong_key_report_it(client: httpx.Client, make_client: MakeClient) -> None:
    upload = WorkData(client)._work_data_root.upload_action
    upload._client = make_client("mr_0123_wrong")

    with pytest.raises(ClientException) as caught:
        upload.execute(UploadParameters(filename="large", binary=LARGE))

    assert "Error from httpx" not in str(caught.value)
    assert "401" in str(caught.value) or CLIENT < (2, 0)


def test_uploads_of_large_files_are_downloaded_unchanged(client: httpx.Client) -> None:
    content = os.urandom(30_000_000)

    data = WorkData(client).create(filename="large", file=io.BytesIO(content))

    assert data.work_data_hco.size_in_bytes == len(content)
    assert data.download() == content


def test_uploads_of_equal_content_create_separate_work_data(client: httpx.Client) -> None:
    one, two = text_data(client, "same").allow_deletion(), text_data(client, "same")

    one.delete()

    assert two.download() == b"same"
