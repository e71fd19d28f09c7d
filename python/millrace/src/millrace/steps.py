"""Steps and their slots, with the manifests by which workers register them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .job import Job


@dataclass(frozen=True)
class Slot:
    """An input or output slot of a step.

    `media_type` is one type, or several types separated by commas, the most common first. An empty string accepts any
    type. `min` and `max` limit the number of files; if `max` is None, there is no upper limit.
    """

    name: str
    title: str = ""
    description: str = ""
    media_type: str = ""
    min: int = 1
    max: int | None = 1

    def manifest(self) -> dict[str, Any]:
        texts = {"name": self.name, "title": self.title, "description": self.description}
        return {**texts, "mediatype": self.media_type, "minSlots": self.min, "maxSlots": self.max}


@dataclass(frozen=True)
class Step:
    """A function, with all data that a worker registers for it. Created by the decorator `step`."""

    function_name: str
    version: str
    run: Callable[[Job], Any]
    title: str | None = None
    short_description: str | None = None
    long_description: str | None = None
    parameters: Mapping[str, Any] | None = None
    returns: Mapping[str, Any] | None = None
    inputs: Sequence[Slot] = ()
    outputs: Sequence[Slot] = ()
    tags: Sequence[str] = ()
    deterministic: bool = False
    time_limit_seconds: int | None = None
    shown: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, job: Job) -> Any:
        return self.run(job)

    def manifest(self) -> dict[str, Any]:
        schema = self.parameters and {"title": "Parameters", "additionalProperties": False, **self.parameters}
        return {
            "function_name": self.function_name,
            "version": self.version,
            "title": self.title or self.function_name,
            "short_description": self.short_description,
            "long_description": self.long_description,
            "parameters": schema,
            "returns": self.returns,
            "input_dataslots": [slot.manifest() for slot in self.inputs],
            "output_dataslots": [slot.manifest() for slot in self.outputs],
            "time_limit_seconds": self.time_limit_seconds,
            "deterministic": self.deterministic,
            "tags": list(self.tags),
            **self.shown,
        }


def step(
    function_name: str,
    version: str,
    *,
    categories: Sequence[str] | None = None,
    tasks: Sequence[str] | None = None,
    icon: str | None = None,
    show_first: Sequence[str] | None = None,
    examples: Sequence[Mapping[str, Any]] | None = None,
    **declared: Any,
) -> Callable[[Callable[[Job], Any]], Step]:
    """Decorator that turns a function into a step.

    The returned value becomes the result of the job. It must be convertible to JSON of at most 900 kB. `function_name`
    and `version` identify the step. `declared` are other fields of `Step`: `title`, `short_description`,
    `long_description`, `parameters` and `returns` (JSON Schemas), `inputs`, `outputs`, `tags`, `deterministic` and
    `time_limit_seconds`. docs/writing-steps.md explains all of them.
    """
    shown = {"categories": categories, "tasks": tasks, "icon": icon, "show_first": show_first, "examples": examples}

    def define(run: Callable[[Job], Any]) -> Step:
        given = {name: value for name, value in shown.items() if value is not None}
        return Step(function_name, version, run, shown=given, **declared)

    return define
