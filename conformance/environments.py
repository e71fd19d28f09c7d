"""Creates virtual environments with the supported versions of the client. As a program, prints the newest one's Python."""

import importlib.util
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parent
NEWEST = "newest"
VERSIONS = {NEWEST: "pinexq-client", "1.1.0": "pinexq-client==1.1.0"}
PYTEST = "pytest==8.4.2"
# This Python's pip installs into all environments. A copy of pip for each environment would take 4 s of processor time.
HAS_PIP = importlib.util.find_spec("pip") is not None


class NoClient(Exception):
    """The client cannot be installed on this machine."""


def environments() -> dict[str, Path]:
    return {name: environment(name, requirement) for name, requirement in VERSIONS.items()}


def environment(name: str, requirement: str) -> Path:
    """Returns the interpreter of an environment with the required client, and upgrades a client without a fixed version."""
    folder = HERE / f".venv-{name}"
    python = folder / "bin" / "python"
    if not python.exists():
        make(folder)
    upgrade = [] if "==" in requirement else ["--upgrade"]
    pip = [sys.executable, "-m", "pip", "--python", python] if HAS_PIP else [python, "-m", "pip"]
    # Python compiles the modules that it imports. pip would compile all of them.
    options = ["--quiet", "--disable-pip-version-check", "--no-compile", *upgrade]
    if subprocess.run([*pip, "install", *options, requirement, PYTEST], check=False, stdout=subprocess.DEVNULL).returncode == 0 or has_client(python):
        return python
    raise NoClient(f"{requirement} could not be installed.")


def make(folder: Path) -> None:
    try:
        venv.create(folder, with_pip=not HAS_PIP, clear=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise NoClient(f"This Python cannot create virtual environments: {error}") from error


def has_client(python: Path) -> bool:
    """Whether a client is already installed. It is used if the package index is not available."""
    test = "import pinexq.client, pytest"
    return subprocess.run([python, "-c", test], check=False, capture_output=True).returncode == 0


if __name__ == "__main__":
    print(environments()[NEWEST])
