"""Runs the unmodified Python client against a product that the launcher started.

The suite runs with one client version after another. Each version has its own environment below this folder. All use
the same product with the built-in worker, and the same external worker (worker.py). Uses only the standard library.

    python3 conformance/run.py [-- arguments of pytest]
"""

import os
import subprocess
import sys
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
# A folder without certificates. Otherwise, every client would load 140 certificates, which takes 18 ms, although the
# product uses HTTP.
NO_CERTIFICATES = {"SSL_CERT_FILE": "", "SSL_CERT_DIR": str(HERE)}


def main(arguments: list[str]) -> int:
    try:
        pythons = environments()
    except NoClient as error:
        print(error, file=sys.stderr)
        return NO_CLIENT
    RESULTS.mkdir(exist_ok=True)
    with Product() as product:
        settings = prepare(product.url)
        worker = subprocess.Popen([pythons[NEWEST], HERE / "worker.py", product.url, settings["WORKER_KEY"]])
        try:
            passed = [run_suite(name, python, settings, arguments) for name, python in pythons.items()]
        finally:
            worker.terminate()
            worker.wait()
    return 0 if all(passed) else 1


def run_suite(name: str, python: Path, settings: dict[str, str], arguments: list[str]) -> bool:
    """Runs the suite with one client version, prints its output when it has ended, and returns whether it passed."""
    report = RESULTS / f"conformance-{name}.xml"
    tests = TESTS_OF_EACH_CLIENT if name != NEWEST and not IS_LONG else ["."]
    paths = [str(HERE / "tests" / test) for test in tests]
    done = subprocess.run(
        [python, "-m", "pytest", "-q", *paths, f"--junitxml={report}", *arguments],
        env={**os.environ, **NO_CERTIFICATES, **settings},
        cwd=HERE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    print(f"conformance  client {name}\n{done.stdout}", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(given[1:] if given[:1] == ["--"] else given))
