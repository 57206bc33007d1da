"""What the image compiles is all of the rules, and mypyc understands it. No C compiler is needed to see that."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mypyc.build import mypycify

from tests.deploy.reading import DEPLOY, ROOT

COMPILING: dict[str, Any] = runpy.run_path(str(DEPLOY / "native" / "compile.py"))
modules: Callable[[], list[str]] = COMPILING["modules"]


def test_all_of_the_rules_are_compiled() -> None:
    rules = {str(path.relative_to(ROOT)) for path in (ROOT / "workers" / "rules").rglob("*.py")}
    assert rules - set(modules()) == {"workers/rules/__init__.py"}
    assert set(modules()) < rules


def test_mypyc_turns_the_rules_into_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (library, *_) = mypycify(modules(), target_dir=str(tmp_path), **COMPILING["SETTINGS"])
    written = {Path(source).name for source in library.sources}
    assert {"__native_rules.c", "__native_workers___rules___table___fold.c"} <= written


def test_nothing_compiled_lies_beside_the_sources() -> None:
    """It would be run in place of what is being worked on."""
    for package in COMPILING["PACKAGES"]:
        assert [path for path in (ROOT / package).rglob("*") if path.suffix in (".so", ".pyd")] == []


def test_the_image_compiles_where_it_installs() -> None:
    container = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    build, _, runs = container.partition("python:3.13-slim")
    assert re.search(r"python deploy/native/compile\.py .*/opt/tapedeck/bin/python", build)
    assert "deploy/native" not in runs
