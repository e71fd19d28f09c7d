"""Runs the product with its launcher, on a free port and with a temporary data directory."""

import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).parent.parent
OPEN_WITHIN_S = 300


class Product:
    def __enter__(self) -> "Product":
        self.data = Path(tempfile.mkdtemp(prefix="millrace-conformance-"))
        self.data.chmod(0o711)  # the database runs as a separate user
        keep = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE") if name in os.environ}
        self.process = subprocess.Popen(
            ["node", str(ROOT / "scripts" / "start.mjs")],
            cwd=ROOT,
            env={**keep, "PORT": "0", "MILLRACE_DATA": str(self.data), "TRUSTED_PROXIES": "127.0.0.1,::1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.url = self._opened()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)
        shutil.rmtree(self.data, ignore_errors=True)

    def _opened(self) -> str:
        lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()
        printed: list[str] = []
        while (line := lines.get(timeout=OPEN_WITHIN_S)) is not None:
            printed.append(line)
            words = line.split()
            if words[:2] == ["Millrace", "open"]:
                return words[2]
        raise SystemExit("The product exited before it was ready:\n" + "".join(printed))

    def _read(self, lines: "queue.Queue[str | None]") -> None:
        for line in self.process.stdout or ():
            lines.put(line)
        lines.put(None)
