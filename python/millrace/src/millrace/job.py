"""The job that a step receives."""

import mimetypes
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import StepError
from .steps import Slot

MEDIA_TYPES = {
    ".arrow": "application/vnd.apache.arrow.file",
    ".geojson": "application/geo+json",
    ".ipynb": "application/x-ipynb+json",
    ".md": "text/markdown",
    ".parquet": "application/vnd.apache.parquet",
    ".plotly.json": "application/vnd.plotly.v1+json",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
DOUBLE = re.compile(r"\.(plotly\.json|tar\.[a-z0-9]+|(csv|tsv|txt|json|jsonl|parquet)\.gz)$", re.IGNORECASE)
NAME_BYTES_MAX = 200
FOLDER_MAX = 1000
BLANK = "\u115f\u1160\u17b4\u17b5\u3164\uffa0"  # printable letters and marks that are rendered as nothing


@dataclass(frozen=True)
class Input:
    """A file of an input slot."""

    slot: str
    index: int
    name: str
    media_type: str
    size_in_bytes: int
    _fetch: Callable[[], Path] = field(repr=False)
    folder: str = ""
    """The folder of the file, such as `2024/gauges`, or empty. The folder is a tag, so users may change it."""

    def path(self) -> Path:
        """Downloads the file on first use and returns its path. The file is deleted when the job ends."""
        return self._fetch()


@dataclass(frozen=True)
class Written:
    """An output for which a step has requested a path."""

    slot: str
    index: int
    path: Path
    media_type: str
    folder: str = ""


@dataclass
class Job:
    """The parameters, inputs and outputs of a running step, and functions for its progress and log.

    `parameters` were validated by the server and include defaults. `folder` is an empty folder for this job and the
    working directory of the step.
    """

    id: str
    name: str
    attempt: int
    parameters: dict[str, Any]
    folder: Path
    _inputs: Sequence[Input]
    _slots: Sequence[Slot]
    _say: Callable[[dict[str, Any]], None] = field(repr=False)
    written: list[Written] = field(default_factory=list)

    def input(self, slot: str) -> Input:
        """Returns the first file of a slot. Raises a StepError if the slot is empty."""
        for found in self.inputs(slot):
            return found
        raise StepError(f"The slot “{slot}” is empty. Choose data for it and start the job again.")

    def inputs(self, slot: str) -> list[Input]:
        """Returns all files of a slot, in order. Empty if none was chosen."""
        return [found for found in self._inputs if found.slot == slot]

    def output(
        self,
        slot: str,
        name: str | None = None,
        *,
        suffix: str | None = None,
        media_type: str | None = None,
        folder: str = "",
    ) -> Path:
        """Returns the path to which the step has to write an output. Each call adds a file to the slot.

        The file is called `name`. By default, it has the first input’s name with `suffix` instead of the extension.
        If `folder` is `2024/gauges`, the file gets the tag `folder=2024/gauges`.
        """
        declared = next((one for one in self._slots if one.name == slot), None)
        if declared is None:
            names = ", ".join(one.name for one in self._slots) or "none"
            raise ValueError(f"The step has no output slot “{slot}”; it declares {names}.")
        index = sum(one.slot == slot for one in self.written)
        if declared.max is not None and index >= declared.max:
            raise ValueError(f"The output slot “{slot}” accepts at most {declared.max} file(s).")
        place = self.folder / ".outputs" / str(len(self.written))
        place.mkdir(parents=True)
        first = self._inputs[0].name if self._inputs else self.name
        path = place / safe_name(name if name is not None else stem_of(first) + (suffix or f"_{slot}"))
        known_type = media_type or media_type_of(path.name, declared.media_type)
        self.written.append(Written(slot, index, path, known_type, safe_folder(folder)))
        return path

    def progress(self, share: float) -> None:
        """Reports the progress of the step, from 0 to 1."""
        self._say({"progress": min(1.0, max(0.0, float(share)))})

    def log(self, text: str) -> None:
        """Adds a line to the log, as `print` does."""
        self._say({"log": "out", "text": text})

    def warn(self, text: str) -> None:
        """Adds a warning to the log. Warnings are also shown above the results of the job."""
        self._say({"log": "err", "text": text})


def stem_of(name: str) -> str:
    """Removes folders and the extension: `2024/readings.csv` → `readings`, `.hidden` → `.hidden`."""
    base = re.split(r"[/\\]", name)[-1]
    return (DOUBLE.sub("", base) if DOUBLE.search(base) else re.sub(r"(?<=.)\.[^.]*$", "", base)) or "result"


def safe_folder(folder: str) -> str:
    """Removes invisible characters, empty parts and `..` from a folder. Keeps only the end of a very long one."""
    parts = without_hidden(folder).split("/")
    plain = "/".join(part for part in parts if part.strip(" .") or len(part.strip()) > 2)
    # The server limits the number of UTF-16 code units.
    return plain.encode("utf-16-le")[-2 * FOLDER_MAX :].decode("utf-16-le", errors="ignore").strip()


def safe_name(name: str) -> str:
    """Removes slashes and invisible characters from a name, and shortens it for file systems. Keeps the extension."""
    plain = re.sub(r"[/\\]", "_", without_hidden(name)).strip()
    if plain in ("", ".", ".."):
        return "result"
    found = DOUBLE.search(plain) or re.search(r"(?<=.)\.[A-Za-z0-9]{1,16}$", plain)
    ending = found.group() if found else ""
    stem = plain[: len(plain) - len(ending)].encode()[: NAME_BYTES_MAX - len(ending)].decode(errors="ignore")
    return stem + ending


def without_hidden(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable() and letter not in BLANK)


def media_type_of(name: str, declared: str) -> str:
    """Returns the type that the file's name suggests, if the slot accepts it, otherwise the first type of the slot."""
    types = [one.strip() for one in declared.split(",") if one.strip()]
    ending = next((one for one in MEDIA_TYPES if name.lower().endswith(one)), None)
    by_name = MEDIA_TYPES[ending] if ending else mimetypes.guess_type(name)[0]
    if by_name and (not types or by_name in types):
        return by_name
    return types[0] if types else "application/octet-stream"
