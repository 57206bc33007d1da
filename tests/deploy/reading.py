"""The deployment's files, read as the tools that use them would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
ROLES = ("api", "streams", "worker")


def documents(path: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


def env_file(name: str) -> dict[str, str]:
    """What a role is told."""
    lines = (DEPLOY / "env" / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
