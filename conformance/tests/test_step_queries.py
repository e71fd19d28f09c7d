import uuid

import httpx
import pytest
from conftest import newer
from pinexq.client.job_management.model import (
    DeploymentStates,
    FunctionNameMatchTypes,
    ProcessingStepFilterParameter,
    ProcessingStepSortProperties,
    ProcessingStepSortPropertiesSortParameter,
    SortTypes,
)
from pinexq.client.job_management.tool import ProcessingStep
from test_steps import query, register, versions


def test_step_query_filters(admin: httpx.Client) -> None:
    name = f"filtered_{uuid.uuid4().hex[:8]}"
    register(admin, name, long_description=f"About {name}.")
    register(admin, name, version="1.1.0").set_tags(["kind=table", "new"])
    register(admin, name, version="2.0.0-rc1").configure_external_deployment()

    assert versions(admin, name) == ["1.1.0", "1.0.0", "2.0.0-rc1"]
    assert versions(admin, name, Version="1.0.0") == ["1.0.0"]
    assert versions(admin, name, Version="^1.0.0") == ["1.1.0", "1.0.0"]
    assert versions(admin, name, Version=">1.0.0 <3") == ["1.1.0", "2.0.0-rc1"]
    assert versions(admin, name, ShowPrerelease=False) == ["1.1.0", "1.0.0"]
    assert versions(admin, name, ShowPrerelease=True) == ["2.0.0-rc1"]
    assert versions(admin, name, TagsByAnd=["kind=table", "new"]) == ["1.1.0"]
    assert versions(admin, name, TagsByOr=["new", "conformance"]) == ["1.1.0", "1.0.0", "2.0.0-rc1"]
    assert versions(admin, name, DeploymentState=DeploymentStates.external) == ["2.0.0-rc1"]
    assert versions(admin, name, IsPublic=True) == []
    assert versions(admin, name, TitleContains=name[:12].upper()) == ["1.1.0", "1.0.0", "2.0.0-rc1"]
    assert versions(admin, name, DescriptionContains=f"about {name}") == ["1.0.0"]
    assert versions(admin, name, ProConVersion="1.0.0") == []
    newest_first = ProcessingStepSortPropertiesSortParameter(PropertyName=ProcessingStepSortProperties.version, SortType=SortTypes.descending)
    by_version = query(admin, SortBy=newest_first, Filter=ProcessingStepFilterParameter(FunctionName=name))
    assert [step.version for step in by_version.processing_steps] == ["2.0.0-rc1", "1.1.0", "1.0.0"]
    assert "new" in by_version.remaining_tags


def test_step_query_finds_steps_by_their_properties(admin: httpx.Client) -> None:
    name = f"found_{uuid.uuid4().hex[:8]}"
    register(admin, name).hide()
    register(admin, name, version="1.1.0", procon_version="9.9.9").make_public()
    register(admin, name, version="1.2.0")

    assert versions(admin, name) == ["1.2.0", "1.1.0"]
    assert versions(admin, name, ShowHidden=True) == ["1.2.0", "1.1.0", "1.0.0"]
    assert versions(admin, name, IsPublic=True) == ["1.1.0"]
    assert versions(admin, name, IsPublic=False) == ["1.2.0"]
    assert versions(admin, name, ProConVersion="9.9.9") == ["1.1.0"]
    assert versions(admin, name, DeploymentState=DeploymentStates.platform) == []
    contained = ProcessingStepFilterParameter(FunctionName=name[3:].upper(), FunctionNameMatchType=FunctionNameMatchTypes.contains)
    assert query(admin, Filter=contained).total_entities == 2
    assert versions(admin, name[3:]) == []


@pytest.fixture(scope="module")
def titled(admin: httpx.Client) -> str:
    """Registers a step in several versions, each with its own title, and returns its name."""
    name = f"sorted_{uuid.uuid4().hex[:8]}"
    first, *others = [register(admin, name, version=version) for version in ("1.0.0", "2.0.0", "0.9.0", "1.0.0-rc1")]
    for title, step in zip("abcd", [*others, first], strict=True):
        step.set_title(title)
    return name


@pytest.mark.parametrize(
    ("by", "ascending"),
    [
        (ProcessingStepSortProperties.title, ["2.0.0", "0.9.0", "1.0.0-rc1", "1.0.0"]),
        (ProcessingStepSortProperties.version, ["0.9.0", "1.0.0-rc1", "1.0.0", "2.0.0"]),
        (ProcessingStepSortProperties.created_at, ["1.0.0", "2.0.0", "0.9.0", "1.0.0-rc1"]),
        (ProcessingStepSortProperties.last_modified_at, ["2.0.0", "0.9.0", "1.0.0-rc1", "1.0.0"]),
    ],
)
def test_step_query_sorts(admin: httpx.Client, titled: str, by: ProcessingStepSortProperties, ascending: list[str]) -> None:
    def sorted_by(direction: SortTypes) -> list[str]:
        order = ProcessingStepSortPropertiesSortParameter(PropertyName=by, SortType=direction)
        found = query(admin, SortBy=order, Filter=ProcessingStepFilterParameter(FunctionName=titled))
        return [step.version for step in found.processing_steps]

    assert sorted_by(SortTypes.ascending) == ascending
    assert sorted_by(SortTypes.descending) == ascending[::-1]


@pytest.fixture(scope="module")
def ranged(admin: httpx.Client) -> str:
    """Registers a step in several versions and returns its name."""
    name = f"ranged_{uuid.uuid4().hex[:8]}"
    for version in ("1.9.0", "0.1.9", "2.0.0-rc1", "1.10.0"):
        register(admin, name, version=version)
    return name


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("0", ["1.10.0"]),
        ("*", ["1.10.0", "1.9.0", "0.1.9", "2.0.0-rc1"]),
        ("1.9.0", ["1.9.0"]),
        ("=1.9.0", ["1.9.0"]),
        ("1.9", []),
        ("1.*", ["1.10.0", "1.9.0"]),
        ("^1.0.0", ["1.10.0", "1.9.0"]),
        ("~1.9.0", ["1.9.0"]),
        (">=1.10.0", ["1.10.0", "2.0.0-rc1"]),
        ("<1.0.0", ["0.1.9"]),
        (">0.1.0 <1.10.0", ["1.9.0", "0.1.9"]),
        ("2.0.0-rc1", ["2.0.0-rc1"]),
        ("3.0.0", []),
    ],
)
def test_step_query_finds_a_version_or_a_range(admin: httpx.Client, ranged: str, wanted: str, found: list[str]) -> None:
    assert versions(admin, ranged, Version=wanted) == found


@newer
def test_step_query_supports_the_query_class(admin: httpx.Client) -> None:
    from pinexq.client.job_management.tool import ProcessingStepQuery

    name = register(admin).processing_step_hco.function_name
    register(admin, name, version="1.1.0-beta1")
    found = {"function_name": name, "function_name_match_type": FunctionNameMatchTypes.match_exact}

    assert ProcessingStepQuery.create(admin, **found).count() == 2
    assert ProcessingStepQuery.create(admin, **found, show_prerelease=False, show_deprecated=False).one()
    assert ProcessingStep.from_name(admin, name, allow_prerelease=True).processing_step_hco.version == "1.1.0-beta1"
