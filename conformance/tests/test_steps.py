import json
import os
import uuid
from typing import Any

import httpx
import pytest
from conftest import CLIENT, MakeClient, step_named
from pinexq.client.core import ApiException, NotAvailableException
from pinexq.client.job_management.hcos import ProcessingStepQueryResultHco
from pinexq.client.job_management.model import (
    DeploymentStates,
    FunctionNameMatchTypes,
    ProcessingStepFilterParameter,
    ProcessingStepQueryParameters,
)
from pinexq.client.job_management.tool import Job, ProcessingStep
from manifests import manifest, parameters

SCHEMA = parameters({"k": {"type": "integer", "default": 3}}, [])


def register(admin: httpx.Client, name: str | None = None, **parts: Any) -> ProcessingStep:
    return ProcessingStep(admin).create(manifest(name or f"step_{uuid.uuid4().hex[:8]}", parameters=SCHEMA, **parts))


def query(client: httpx.Client, **parts: Any) -> ProcessingStepQueryResultHco:
    return ProcessingStep(client)._processing_steps_root.query_action.execute(ProcessingStepQueryParameters(**parts))


def versions(client: httpx.Client, name: str, **filters: Any) -> list[str]:
    exactly = {"FunctionName": name, "FunctionNameMatchType": FunctionNameMatchTypes.match_exact}
    return [step.version for step in query(client, Filter=ProcessingStepFilterParameter(**exactly, **filters)).processing_steps]


def test_step_is_registered_by_its_manifest(admin: httpx.Client) -> None:
    step = register(admin, input_dataslots=[{"name": "table", "title": "Table", "mediatype": "text/csv", "maxSlots": None}])

    hco = step.processing_step_hco
    assert (hco.title, hco.version, hco.has_parameters, hco.is_public) == (hco.function_name, "1.0.0", True, False)
    assert (hco.pro_con_version, hco.tags, hco.deployment_state) == ("2.3.0", ["conformance"], DeploymentStates.not_deployed)
    [slot] = hco.input_data_slot_specification
    assert (slot.name, slot.title, slot.is_collection, slot.min_slots, slot.max_slots) == ("table", "Table", True, 1, None)
    assert json.loads(hco.parameter_schema) == SCHEMA
    assert json.loads(hco.download_link.download())["function_name"] == hco.function_name


def test_step_version_never_changes_once_registered(admin: httpx.Client) -> None:
    step = register(admin)

    with pytest.raises(ApiException) as caught:
        register(admin, step.processing_step_hco.function_name)

    assert caught.value.problem_details.status == 409
    with pytest.raises(ApiException) as wrong:
        ProcessingStep(admin).create({"function_name": "no version"})
    assert wrong.value.problem_details.status == 422


def test_step_can_be_registered_only_with_the_grant(client: httpx.Client) -> None:
    with pytest.raises(NotAvailableException):
        register(client)


def test_step_is_found_by_name(admin: httpx.Client) -> None:
    name = register(admin).processing_step_hco.function_name
    register(admin, name, version="1.2.0")
    register(admin, name, version="2.0.0-rc1")

    assert ProcessingStep.from_name(admin, name).processing_step_hco.version == "1.2.0"
    assert ProcessingStep.from_name(admin, name, "1.0.0").processing_step_hco.version == "1.0.0"
    assert ProcessingStep.from_name(admin, name, "0").processing_step_hco.version == "1.2.0"
    with pytest.raises(NameError):
        ProcessingStep.from_name(admin, name, "3.0.0")
    assert ProcessingStep.from_url(admin, step_named(admin, name).self_link().get_url())


def test_step_has_default_parameters(admin: httpx.Client) -> None:
    step = register(admin)

    step.configure_default_parameters(k=7)
    assert step.processing_step_hco.default_parameters == '{"k":7}'
    assert step.processing_step_hco.configure_default_parameters_action.default_parameters().model_dump() == {"k": 7}
    job = Job(admin).create("defaults").select_processing(processing_step_instance=step)
    assert job.job_hco.configure_processing_action.default_parameters().model_dump() == {"k": 7}
    with pytest.raises(ApiException):
        step.configure_default_parameters(k="seven")
    assert step.clear_default_parameters().processing_step_hco.default_parameters is None
    job.delete()


def test_step_can_be_described(admin: httpx.Client) -> None:
    step = register(admin)

    step.set_title("A better title").set_tags(["a=1", "b"]).hide()
    assert (step.processing_step_hco.title, step.processing_step_hco.tags) == ("A better title", ["a=1", "b"])
    assert step.processing_step_hco.hidden and not step.unhide().processing_step_hco.hidden


def test_step_can_be_made_public_and_private(admin: httpx.Client, client: httpx.Client) -> None:
    step = register(admin)
    name = step.processing_step_hco.function_name
    assert versions(client, name) == []

    step.make_public()
    assert versions(client, name) == ["1.0.0"]
    seen = ProcessingStep.from_url(client, step.self_link().get_url()).processing_step_hco
    assert not seen.make_private_action and not seen.edit_tags_action and not seen.delete_action
    step.make_private()
    assert versions(client, name) == []


def test_step_can_be_deprecated_and_restored(admin: httpx.Client) -> None:
    step = register(admin)
    name = step.processing_step_hco.function_name
    register(admin, name, version="0.9.0")

    step.deprecate("Use 2.0.")
    assert step.is_deprecated() and step.processing_step_hco.reason_for_deprecation == "Use 2.0."
    assert versions(admin, name) == ["0.9.0", "1.0.0"]
    assert versions(admin, name, ShowDeprecated=False) == ["0.9.0"]
    assert not step.restore().is_deprecated()
    assert versions(admin, name) == ["1.0.0", "0.9.0"]
    assert step.deprecate().processing_step_hco.reason_for_deprecation is None


def test_step_stores_a_code_hash(admin: httpx.Client) -> None:
    step = register(admin).assign_code_hash("sha256:1")

    assert step.processing_step_hco.code_hash == "sha256:1" and not step.processing_step_hco.assign_code_hash_action
    assert step.clear_code_hash().processing_step_hco.code_hash is None


def test_step_can_be_deployed_externally(admin: httpx.Client) -> None:
    step = register(admin)
    assert not step.processing_step_hco.configure_deployment_action

    assert step.configure_external_deployment().get_deployment_state() == DeploymentStates.external
    assert step.suspend_deployment().get_deployment_state() == DeploymentStates.external_suspended
    assert step.resume_deployment().get_deployment_state() == DeploymentStates.external
    assert step.remove_deployment().get_deployment_state() == DeploymentStates.not_deployed
    assert step_named(admin, "conformance_add").get_deployment_state() == DeploymentStates.external


def test_step_can_be_deleted(admin: httpx.Client) -> None:
    step = register(admin)
    job = Job(admin).create("uses it").select_processing(processing_step_instance=step)
    assert not step.refresh().processing_step_hco.delete_action
    job.delete()
    link = step.self_link()

    step.refresh().delete()

    assert not link.exists()


@pytest.mark.skipif(CLIENT >= (2, 0), reason="newer clients cannot copy steps")
def test_step_can_be_copied_to_an_organization(admin: httpx.Client, make_client: MakeClient) -> None:
    organization = make_client(os.environ["ADMIN_ORG_KEY"])
    step = register(admin).configure_default_parameters(k=5).set_tags(["mine"])

    copied = step.copy_from_user_to_org(org_id=os.environ["ADMIN_ORG_ID"])

    there = ProcessingStep.from_url(organization, copied.get_url()).processing_step_hco
    assert (there.function_name, there.default_parameters, there.tags) == (step.processing_step_hco.function_name, '{"k":5}', ["mine"])
    assert there.deployment_state == DeploymentStates.not_deployed and not there.is_public
    with pytest.raises(ApiException):
        step.copy_from_user_to_org(org_id=str(uuid.uuid4()))
