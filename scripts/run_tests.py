"""Run the tests, several at once, and what failed once more, alone: `python -m scripts.run_tests [PYTEST OPTIONS]`.

Browsers, databases and servers share two cores with other tests, so that something may take longer than a test waits
for it. What passes alone is listed as unsteady, to be mended at its cause; what fails twice fails. More than MOST
failures are no accident, and are not tried again.
"""

import subprocess
import sys

import pytest

MOST = 6


class Failures:
    """A plugin that keeps the names of the tests that failed, and whether a file could not even be read."""

    def __init__(self) -> None:
        self.tests: list[str] = []
        self.unreadable = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.nodeid not in self.tests:
            self.tests.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.unreadable |= report.failed


def main(options: list[str]) -> int:
    failures = Failures()
    status = int(pytest.main(options, plugins=[failures]))
    if status != pytest.ExitCode.TESTS_FAILED or failures.unreadable or not 0 < len(failures.tests) <= MOST:
        return status
    print(f"\n{len(failures.tests)} failed among others; once more, alone:", flush=True)
    again = subprocess.run([sys.executable, "-m", "pytest", "-q", *failures.tests], check=False).returncode
    if again == 0:
        print("\nUnsteady, passed alone; mend the cause:", *failures.tests, sep="\n  ", flush=True)
    return again


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
