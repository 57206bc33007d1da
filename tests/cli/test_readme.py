"""README.md: its commands do what it says, and it leaves out no command and no setting."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from service.cli import main
from service.settings import Settings
from tests.serving import Serving

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
STEP = re.compile(r"```sh\n(.*?)```\n(?:```text\n(.*?)```\n)?", re.DOTALL)
END_OF_STEP = "-- end of step --"


def test_the_match_that_is_played_with_curl(tmp_path: Path) -> None:
    """Exactly these commands, in one shell, against a running service; what they print is what the README shows."""
    steps = STEP.findall(README)
    serving = Serving(tmp_path)
    try:
        ran = subprocess.run(
            ["bash", "-e", "-u", "-o", "pipefail", "-c", "".join(f"{step}echo '{END_OF_STEP}'\n" for step, _ in steps)],
            env=serving.environ | {
                "HALL": f"http://127.0.0.1:{serving.port}",
                "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            },
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )  # fmt: skip
    finally:
        serving.stop()
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.split(f"{END_OF_STEP}\n") == [shown for _, shown in steps] + [""]


def test_every_setting_is_listed_with_its_default() -> None:
    told = re.findall(r"^\| `([A-Z_]+)` \| (.+?) \| (.+) \|$", README, re.MULTILINE)
    assert told == [
        (spec.name.upper(), "–" if spec.default == "" else f"`{spec.default}`", spec.metadata["meaning"])
        for spec in fields(Settings)
    ]


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_is_listed(command: str) -> None:
    assert f"`tapedeck {command}" in README


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)]+)\)", README))
def test_links_lead_somewhere(path: str) -> None:
    assert (ROOT / path).exists()
