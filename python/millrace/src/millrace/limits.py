"""Limits of a job's process. Settings and messages are the same as those of the built-in worker."""

import math
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

INPUTS = ".inputs"
BLOCK = 512


@dataclass(frozen=True)
class Limits:
    """Limits of a step. Infinity means unlimited. Memory and processes are measured only on Linux."""

    memory_bytes: float = math.inf
    disk_bytes: float = math.inf
    processes: float = math.inf

    def excess(self, pid: int, folder: Path) -> str | None:
        """Returns the message for a limit that the process and its descendants exceed. None if they exceed none."""
        if self.memory_bytes < math.inf or self.processes < math.inf:
            memory = tree_of(pid)
            if sum(memory.values()) > self.memory_bytes:
                return (
                    f"The step needed more than {_size(self.memory_bytes)} of memory, the limit of this worker. "
                    "Process less data per job, or ask its operator to raise STEP_MEMORY_MB."
                )
            if len(memory) > self.processes:
                return (
                    f"The step started more than {self.processes:g} processes, the limit of this worker. "
                    "Ask its operator to raise STEP_PROCESSES."
                )
        if self.disk_bytes < math.inf and _written_in(folder) > self.disk_bytes:
            return (
                f"The step wrote more than {_size(self.disk_bytes)} of results and temporary files, the limit of this worker. "
                "Process less data per job, or ask its operator to raise STEP_DISK_MB."
            )
        return None


def limits_from(env: Mapping[str, str]) -> Limits:
    return Limits(
        memory_bytes=_number(env, "STEP_MEMORY_MB", "megabytes") * 1e6,
        disk_bytes=_number(env, "STEP_DISK_MB", "megabytes") * 1e6,
        processes=_number(env, "STEP_PROCESSES", "processes"),
    )


def tree_of(pid: int) -> dict[int, int]:
    """Returns the resident memory of a process, its descendants and its session, by process id. Empty if not on Linux."""
    if sys.platform != "linux":
        return {}
    page = os.sysconf("SC_PAGE_SIZE")
    parents: dict[int, int] = {}
    memory: dict[int, int] = {}
    found = {pid}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            # The program name, which is in parentheses, may contain spaces, so fields are read from its end.
            fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        one = int(entry.name)
        parents[one], memory[one] = int(fields[1]), int(fields[21]) * page
        if int(fields[3]) == pid:
            found.add(one)
    size = 0
    while size < len(found):
        size = len(found)
        found |= {one for one, parent in parents.items() if parent in found}
    return {one: memory[one] for one in found if one in memory}


def _written_in(folder: Path) -> int:
    """Returns the disk usage of a folder without the inputs. Counts blocks, because sparse files use fewer of them."""
    total = 0
    for parent, folders, names in os.walk(folder):
        if Path(parent) == folder and INPUTS in folders:
            folders.remove(INPUTS)
        for name in names:
            try:
                total += os.lstat(os.path.join(parent, name)).st_blocks * BLOCK
            except OSError:
                continue
    return total


def _number(env: Mapping[str, str], name: str, of: str) -> float:
    text = env.get(name)
    if not text:
        return math.inf
    try:
        value = float(text)
    except ValueError:
        value = 0
    if value > 0:
        return value
    sys.exit(f'{name} is "{text}", but must be a number of {of}.')


def _size(count: float) -> str:
    if count >= 1e9:
        return f"{round(count / 1e8) / 10:g} GB"
    return f"{round(count / 1e6)} MB" if count >= 1e6 else f"{round(count / 1e3)} kB"
