"""The process that runs the step of a job."""

import ctypes
import json
import os
import selectors
import signal
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .child import run_in_child
from .gateway import Gateway
from .limits import Limits, tree_of
from .steps import Step

LINE_MAX = 2000
LINES_MAX = 20_000
PIECE = 1 << 16
SAMPLE_SECONDS = 0.2
EXIT_SECONDS = 0.005  # A process that has closed its pipes usually ends at once.
KILL_WITH_PARENT = 1  # PR_SET_PDEATHSIG


class JobProcess:
    def __init__(self, gateway: Gateway, lease: dict[str, Any], step: Step, folder: Path, limits: Limits):
        self.lines: list[dict[str, str]] = []
        self.progress: float | None = None
        self.ending: dict[str, Any] | None = None
        self.peak_bytes = 0
        self._limits = limits
        self._folder = folder
        self._sampled = time.monotonic()
        self._dropped = 0
        self._status: int | None = None
        pipes = {name: os.pipe() for name in ("reports", "out", "err")}
        sys.stdout.flush()
        sys.stderr.flush()
        self._pid = os.fork()
        if self._pid == 0:
            os.setsid()
            _die_with_parent()
            os.dup2(pipes["out"][1], 1)
            os.dup2(pipes["err"][1], 2)
            sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
            for name, (reading, writing) in pipes.items():
                os.close(reading)
                if name != "reports":
                    os.close(writing)
            run_in_child(gateway, lease, step, folder, pipes["reports"][1])
        self._selector = selectors.DefaultSelector()
        self._rest = {name: b"" for name in pipes}
        for name, (reading, writing) in pipes.items():
            os.close(writing)
            os.set_blocking(reading, False)
            self._selector.register(reading, selectors.EVENT_READ, name)

    def is_running(self) -> bool:
        if self._status is None:
            pid, status, used = os.wait4(self._pid, os.WNOHANG)
            if pid != 0:
                self._status = status
                self.peak_bytes = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        return self._status is None

    def read(self, seconds: float) -> None:
        """Reads output of the process. Waits up to `seconds` for it."""
        if not self._selector.get_map():
            time.sleep(min(seconds, EXIT_SECONDS))
            return
        for key, _ in self._selector.select(seconds):
            piece = self._piece(key.fd)
            if piece:
                self._take(key.data, piece)

    def read_rest(self) -> None:
        """Reads the remaining output after the process has ended, including an unfinished last line."""
        self.read(0)
        for name in ("out", "err"):
            if self._rest[name]:
                self._take(name, b"\n")
        if self._dropped:
            self._add("err", f"{self._dropped} lines were dropped because they arrived faster than they could be sent.")

    def excess(self) -> str | None:
        """Returns the error message if the process exceeds a limit. Checks the limits at most five times per second."""
        if time.monotonic() - self._sampled < SAMPLE_SECONDS:
            return None
        excess = self._limits.excess(self._pid, self._folder)
        self._sampled = time.monotonic()
        return excess

    def kill(self) -> None:
        """Kills the process and its descendants."""
        # Descendants that have left the process group can be found only while their parents are running.
        started = tree_of(self._pid) if self._status is None else {}
        self._signal()
        for pid in started:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        while self.is_running():
            time.sleep(0.01)
            self._signal()

    def close(self) -> None:
        for key in list(self._selector.get_map().values()):
            os.close(key.fd)
        self._selector.close()

    def exit_sentence(self) -> str:
        """Returns the error message for a process that ended before it reported how the step ended."""
        status = self._status or 0
        if os.WIFSIGNALED(status):
            name = signal.Signals(os.WTERMSIG(status)).name
            if name == "SIGKILL":
                return (
                    "The step’s process was killed (SIGKILL), often because it ran out of memory. "
                    "Use a smaller file, or give the worker more memory."
                )
            return f"The step’s process crashed ({name}). See the log, and report this to the author of the step."
        code = os.WEXITSTATUS(status)
        return (
            f"The step’s process exited with code {code} before the step was done. "
            "See the log, and report this to the author of the step."
        )

    def _signal(self) -> None:
        # The process may have ended, or may not have created its group yet.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)

    def _piece(self, file: int) -> bytes:
        try:
            piece = os.read(file, PIECE)
        except BlockingIOError:
            return b""
        if not piece:
            self._selector.unregister(file)
            os.close(file)
        return piece

    def _take(self, name: str, piece: bytes) -> None:
        *lines, self._rest[name] = (self._rest[name] + piece).split(b"\n")
        if name == "reports":
            for line in lines:
                self._receive(json.loads(line))
            return
        if len(self._rest[name]) > PIECE:
            lines, self._rest[name] = [*lines, self._rest[name]], b""
        for line in lines:
            self._print(name, line.decode(errors="replace"))

    def _receive(self, report: dict[str, Any]) -> None:
        if "progress" in report:
            self.progress = report["progress"]
        elif "log" in report:
            self._print(report["log"], str(report["text"]))
        else:
            self.ending = report

    def _print(self, stream: str, text: str) -> None:
        for line in text.splitlines() or [""]:
            for start in range(0, len(line) or 1, LINE_MAX):
                if len(self.lines) < LINES_MAX:
                    self._add(stream, line[start : start + LINE_MAX])
                else:
                    self._dropped += 1

    def _add(self, stream: str, text: str) -> None:
        self.lines.append({"at": datetime.now(UTC).isoformat(), "stream": stream, "text": text})


def _die_with_parent() -> None:
    """Makes Linux kill this process when the worker dies."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(KILL_WITH_PARENT, signal.SIGKILL)
