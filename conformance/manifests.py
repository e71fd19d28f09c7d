"""Manifests as tests register them."""

from typing import Any


def manifest(name: str, **parts: Any) -> dict[str, Any]:
    base = {"function_name": name, "version": "1.0.0", "procon_version": "2.3.0", "tags": ["conformance"]}
    return {**base, "short_description": f"The step {name}.", **parts}


def parameters(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"title": "Parameters", "type": "object", "properties": properties, "required": required, "additionalProperties": False}
