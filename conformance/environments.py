"""Environments with the client in the versions that count. As a program: makes them and prints the newest's Python."""

import subprocess
import venv
from pathlib import Path

HERE = Path(__file__).parent
VERSIONS = {"1.1.0": "pinexq-client==1.1.0", "newest": "pinexq-client"}
PYTEST = "pytest==8.4.2"


class NoClient(Exception):
    """This machine cannot have the client."""


def environments() -> dict[str, Path]:
    return {name: environment(name, requirement) for name, requirement in VERSIONS.items()}


def environment(name: str, requirement: str) -> Path:
    """The interpreter of an environment that holds the wanted client; a newest one is asked for each time."""
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
        raise NoClient(f"This Python makes no virtual environments: {error}") from error


def has_client(python: Path) -> bool:
    """Without the package index the client that is there is used."""
    test = "import pinexq.client, pytest"
    return subprocess.run([python, "-c", test], check=False, capture_output=True).returncode == 0


if __name__ == "__main__":
    print(environments()["newest"])
