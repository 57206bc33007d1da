"""What is installed is whole: the image and the units run the wheel, not this folder."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.deploy.reading import ROOT

PACKAGES = ("schemas", "service", "workers")


def test_the_wheel_carries_every_file_of_the_packages(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    subprocess.run(["git", "clone", "--quiet", "--depth=1", ROOT.as_uri(), tree], check=True)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, tree]
    subprocess.run(pip, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    carried = set(zipfile.ZipFile(wheel).namelist())
    listed = subprocess.run(["git", "ls-files", *PACKAGES], cwd=tree, capture_output=True, text=True, check=True)
    assert set(listed.stdout.split()) - carried == set()
