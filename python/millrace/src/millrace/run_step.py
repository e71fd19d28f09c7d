"""Runs a step on local files, without a server, for example in tests."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .job import Input, Job, media_type_of
from .results import plain_result
from .steps import Step


@dataclass(frozen=True)
class Outcome:
    """The returned value of a step, the files that it wrote, by slot, and its log."""

    result: Any
    outputs: dict[str, list[Path]]
    log: list[str]


def run_step(
    step: Step,
    parameters: Mapping[str, Any] | None = None,
    *,
    inputs: Mapping[str, str | Path | Sequence[str | Path]] | None = None,
    folder: str | Path,
) -> Outcome:
    """Runs a step in this process and moves its outputs to the folder, without overwriting existing files.

    Raises the errors of the step.
    """
    target = Path(folder).resolve()
    target.mkdir(parents=True, exist_ok=True)
    log: list[str] = []
    properties = (step.parameters or {}).get("properties", {})
    defaults = {name: schema["default"] for name, schema in properties.items() if "default" in schema}
    job = Job(
        id="local",
        name=step.title or step.function_name,
        attempt=1,
        parameters={**defaults, **(parameters or {})},
        folder=target,
        _inputs=_local_inputs(inputs or {}),
        _slots=step.outputs,
        _say=lambda said: log.append(said["text"]) if "text" in said else None,
    )
    outputs: dict[str, list[Path]] = {}
    try:
        result = plain_result(step.run(job))
        for written in job.written:
            outputs.setdefault(written.slot, []).append(written.path.rename(_free(target / written.path.name)))
    finally:
        shutil.rmtree(target / ".outputs", ignore_errors=True)
    return Outcome(result, outputs, log)


def _free(path: Path) -> Path:
    """Returns this path, or one with a number appended to the stem if a file with this name exists."""
    number = 2
    free = path
    while free.exists():
        free = path.with_stem(f"{path.stem} ({number})")
        number += 1
    return free


def _local_inputs(given: Mapping[str, str | Path | Sequence[str | Path]]) -> list[Input]:
    inputs = []
    for slot, files in given.items():
        paths = [files] if isinstance(files, str | Path) else files
        for index, path in enumerate(Path(one).resolve() for one in paths):
            media_type = media_type_of(path.name, "")
            inputs.append(Input(slot, index, path.name, media_type, path.stat().st_size, lambda path=path: path))
    return inputs
