"""Runs the unmodified Python client against products that the launcher started.

The suite runs with all client versions at the same time. Each run has its own environment below this folder, its own
product with the built-in worker, and its own external worker (worker.py). Uses only the standard library.

    python3 conformance/run.py [-- arguments of pytest]
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from environments import NEWEST, NoClient, environments
from product import Product
from site_under_test import prepare

HERE = Path(__file__).parent
RESULTS = HERE.parent / "test-results"
NO_CLIENT = 3  # also in scripts/lib/python.mjs
IS_LONG = os.environ.get("TEST_LONG") == "1"
# Tests for older clients: reading documents, and jobs from upload to result. npm run test:long runs all tests.
TESTS_OF_EACH_CLIENT = ["test_entry.py", "test_jobs.py", "test_paging.py", "test_uploads.py"]


def main(arguments: list[str]) -> int:
    try:
        pythons = environments()
    except NoClient as error:
        print(error, file=sys.stderr)
        return NO_CLIENT
    RESULTS.mkdir(exist_ok=True)
    with ThreadPoolExecutor() as pool:
        passed = list(pool.map(lambda client: run_suite(*client, arguments), pythons.items()))
    return 0 if all(passed) else 1


def run_suite(name: str, python: Path, arguments: list[str]) -> bool:
    """Runs the suite with one client version, prints its output when it has ended, and returns whether it passed."""
    report = RESULTS / f"conformance-{name}.xml"
    tests = TESTS_OF_EACH_CLIENT if name != NEWEST and not IS_LONG else ["."]
    paths = [str(HERE / "tests" / test) for test in tests]
    command = [python, "-m", "pytest", "-q", *paths, f"--junitxml={report}", *arguments]
    with Product() as product:
        settings = prepare(product.url)
        worker = subprocess.Popen([python, HERE / "worker.py", product.url, settings["WORKER_KEY"]])
        try:
            done = subprocess.run(
                command,
                env={**os.environ, **settings},
                cwd=HERE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
        finally:
            worker.terminate()
            worker.wait()
    print(f"conformance  client {name}\n{done.stdout}", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(given[1:] if given[:1] == ["--"] else given))
