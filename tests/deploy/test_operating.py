"""The proxy's settings, the units, the alerts and the dashboard say what their tools understand."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import crossplane
import promql_parser
import pytest
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from tests.deploy.reading import DEPLOY, ROLES, documents, env_file
from tests.serving import TAPEDECK, Serving

UNITS = sorted((DEPLOY / "systemd").iterdir())
ALERTS = documents(DEPLOY / "prometheus" / "alerts.yaml")[0]["groups"][0]["rules"]
PANELS = json.loads((DEPLOY / "grafana" / "tapedeck.json").read_text(encoding="utf-8"))["panels"]
QUERIES = [rule["expr"] for rule in ALERTS] + [each["expr"] for panel in PANELS for each in panel["targets"]]


def nginx() -> dict[str, Any]:
    parsed: dict[str, Any] = crossplane.parse(str(DEPLOY / "nginx" / "nginx.conf"), strict=True, catch_errors=True)
    return parsed


def directives(block: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """All of that name, however deep."""
    inner = [found for each in block for found in directives(each.get("block") or [], name)]
    return [each for each in block if each["directive"] == name] + inner


def test_nginx_understands_the_proxys_settings() -> None:
    # Newer than the parser's list of words.
    errors = [each for each in nginx()["errors"] if 'unknown directive "http2"' not in each["error"]]
    assert errors == []


def test_the_proxy_sends_streams_to_the_streams_and_hides_what_is_for_operators() -> None:
    block = nginx()["config"][0]["parsed"]
    locations = {tuple(each["args"]): each["block"] for each in directives(block, "location")}
    (pattern,) = [args[1] for args in locations if args[0] == "~"]
    assert re.search(pattern, "/api/v1/matches/abc/stream")
    assert not re.search(pattern, "/api/v1/matches/abc/view")
    assert [each["args"] for each in locations["~", pattern] if each["directive"] == "proxy_buffering"] == [["off"]]
    for path in ("/metrics", "/readyz"):
        assert [each["args"] for each in locations["=", path]] == [["404"]]
    for upstream in directives(block, "upstream"):
        role = upstream["args"][0]
        assert upstream["block"][0]["args"] == [f"{role}:{env_file(f'{role}.env')['PORT']}"]


def systemd_analyze() -> str:
    """The program; installed where there is none and we may."""
    if not shutil.which("systemd-analyze") and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "-qq", "update"], env=quiet, check=False)
        subprocess.run(["apt-get", "-qq", "install", "-y", "systemd"], env=quiet, check=False)
    found = shutil.which("systemd-analyze")
    assert found, "systemd-analyze is needed to check the units: install the package systemd"
    return found


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        # As they would be on the server, with the programs where they are here.
        text = unit.read_text(encoding="utf-8").replace("/opt/tapedeck/bin", str(Path(TAPEDECK).parent))
        (tmp_path / unit.name).write_text(text.replace("/opt/tapedeck/deploy", str(DEPLOY)), encoding="utf-8")
    files = [str(tmp_path / unit.name) for unit in UNITS]
    done = subprocess.run([systemd_analyze(), "verify", *files], capture_output=True, text=True, check=False)
    told = [line for line in done.stderr.splitlines() if "tapedeck" in line]
    assert (told, done.returncode) == ([], 0), done.stderr


@pytest.mark.parametrize("role", ROLES)
def test_a_unit_reads_its_roles_settings(role: str) -> None:
    text = (DEPLOY / "systemd" / f"tapedeck-{role}.service").read_text(encoding="utf-8")
    read = re.findall(r"^EnvironmentFile=/etc/tapedeck/(.+)$", text, re.M)
    assert read == ["common.env", f"{role}.env", "secrets.env"]


@pytest.mark.parametrize("query", QUERIES)
def test_prometheus_understands_the_query(query: str) -> None:
    promql_parser.parse(query)


def test_alerts_and_panels_ask_for_metrics_that_are_there(tmp_path: Path) -> None:
    import workers.fold  # noqa: F401  (its counters are shown by whoever folds)

    serving = Serving(tmp_path)
    try:
        _, text = serving.call("GET", "/metrics")
    finally:
        serving.stop()
    shown = {each.name for each in text_string_to_metric_families(text.decode())}
    shown |= {each.name for each in REGISTRY.collect()}
    asked = {name for query in QUERIES for name in re.findall(r"\btapedeck_\w+", query)}
    assert {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in asked} <= shown


def test_panels_have_places_of_their_own() -> None:
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    taken: set[tuple[int, int]] = set()
    for panel in PANELS:
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not cells & taken, panel["title"]
        assert at["x"] + at["w"] <= 24
        taken |= cells


def test_scripts_are_scripts() -> None:
    for script in (DEPLOY / "backup").iterdir():
        assert os.access(script, os.X_OK)
        subprocess.run(["sh", "-n", str(script)], check=True)
