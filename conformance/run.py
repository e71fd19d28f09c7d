"""Runs the unmodified Python client against a running product.

The suite runs once per client version, each in a separate environment below this folder, all against one product with
its built-in worker and the external worker in this folder. Uses only the standard library.

    python3 conformance/run.py [-- arguments of pytest]
"""

import os
import subprocess
import sys
from pathlib import Path

from environments import NoClient, environments
from product import Product
from site_under_test import prepare

HERE = Path(__file__).parent
RESULTS = HERE.parent / "test-results"
NO_CLIENT = 3  # also in scripts/lib/python.mjs


def main(arguments: list[str]) -> int:
    try:
        pythons = environments()
    except NoClient as error:
        print(error, file=sys.stderr)
        return NO_CLIENT
    RESULTS.mkdir(exist_ok=True)
    failures = 0
    with Product() as product:
        settings = prepare(product.url)
        worker_key = settings["WORKER_KEY"]
        worker = subprocess.Popen([pythons["newest"], HERE / "worker.py", product.url, worker_key])
        try:
            for name, python in pythons.items():
                report = RESULTS / f"conformance-{name}.xml"
                command = [python, "-m", "pytest", "-q", str(HERE / "tests"), f"--junitxml={report}", *arguments]
                print(f"conformance  client {name}", flush=True)
                failures += subprocess.run(command, env={**os.environ, **settings}, cwd=HERE, check=False).returncode != 0
        finally:
            worker.terminate()
            worker.wait()
    return min(failures, 1)


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(given[1:] if given[:1] == ["--"] else given))
