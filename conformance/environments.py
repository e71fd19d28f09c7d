"""Creates virtual environments with the supported versions of the client. As a program, prints the newest one's Python."""

import subprocess
import venv
from pathlib import Path

HERE = Path(__file__).parent
NEWEST = "newest"
# The newest version comes first, so that the longest suite starts first.
VERSIONS = {NEWEST: "pinexq-client", "1.1.0": "pinexq-client==1.1.0"}
PYTEST = "pytest==8.4.2"


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
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *upgrade, requirement, PYTEST]
    if subprocess.run(install, check=False, stdout=subprocess.DEVNULL).returncode == 0 or has_client(python):
        return python
    raise NoClient(f"{requirement} could not be installed.")


def make(folder: Path) -> None:
    try:
        venv.create(folder, with_pip=True, clear=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise NoClient(f"This Python cannot create virtual environments: {error}") from error


def has_client(python: Path) -> bool:
    """Whether a client is already installed. It is used if the package index is not available."""
    test = "import pinexq.client, pytest"
    return subprocess.run([python, "-c", test], check=False, capture_output=True).returncode == 0


if __name__ == "__main__":
    print(environments()[NEWEST])
