"""The container file, the compose file and the Kubernetes manifests say what their tools understand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
import pytest

from service.settings import Settings
from tests.deploy.reading import DEPLOY, ROLES, ROOT, documents, env_file

MANIFESTS = [each for path in sorted((DEPLOY / "kubernetes").glob("*.yaml")) for each in documents(path)]
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
COMPOSE = documents(DEPLOY / "compose.yaml")[0]
ENV_FILES = [path.name for path in sorted((DEPLOY / "env").iterdir())]
# What the database's own container reads from the secrets, beside the service.
OF_POSTGRES = {"POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB"}


def test_the_image_is_built_from_what_is_there_and_runs_as_nobody_special() -> None:
    copied = [name for line in re.findall(r"^COPY (?!--)(.+)$", CONTAINER, re.M) for name in line.split()[:-1]]
    assert {"schemas", "service", "workers", "pyproject.toml"} <= set(copied)
    assert [name for name in copied if not (ROOT / name).exists()] == []
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert [name for name in copied if f"!{name}" not in ignored] == []
    assert re.search(r"^USER (?!0\b|root\b)\d+$", CONTAINER, re.M)
    assert re.search(r"^HEALTHCHECK ", CONTAINER, re.M)


def test_the_image_reports_a_service_that_does_not_answer() -> None:
    """The health check's own program, run here: nobody listens, so it must fail."""
    found = re.search(r'^\s+CMD (\["python".+\])$', CONTAINER, re.M)
    assert found
    program = json.loads(found[1])[2]
    with pytest.raises(OSError):
        exec(program, {"__name__": "healthcheck"})  # noqa: S102


def test_the_compose_file_is_one() -> None:
    schema = json.loads((Path(__file__).parent / "compose-spec.json").read_text(encoding="utf-8"))
    jsonschema.Draft201909Validator(schema).validate(COMPOSE)


def test_what_the_compose_file_names_is_there() -> None:
    services: dict[str, dict[str, Any]] = COMPOSE["services"]
    for service in services.values():
        assert set(service.get("depends_on", [])) <= services.keys()
        for file in service.get("env_file", []):
            path = DEPLOY / file
            assert path.exists() or path.with_suffix(".env.example").exists(), file
    assert {"api", "streams", "worker", "postgres", "redis", "proxy"} <= services.keys()


@pytest.mark.parametrize("name", ENV_FILES)
def test_every_variable_is_one_that_the_service_reads(name: str) -> None:
    told = {key: value for key, value in env_file(name).items() if key not in OF_POSTGRES}
    known = {each.upper() for each in Settings.__slots__}
    assert told.keys() <= known
    Settings.from_env(told)


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda each: f"{each['kind']}-{each['metadata']['name']}")
def test_kubernetes_understands_the_manifest(manifest: dict[str, Any]) -> None:
    kubernetes_validate.validate(manifest, kubernetes_validate.latest_version(), strict=True)


def test_the_kustomization_names_every_manifest_and_every_role() -> None:
    told = documents(DEPLOY / "kustomization.yaml")[0]
    assert sorted(told["resources"]) == sorted(f"kubernetes/{path.name}" for path in (DEPLOY / "kubernetes").iterdir())
    made = {each["name"] for each in told["configMapGenerator"] + told["secretGenerator"]}
    assert made == {"common", "secrets", *ROLES}
    for manifest in MANIFESTS:
        for container in _containers(manifest):
            used = {(each.get("configMapRef") or each["secretRef"])["name"] for each in container["envFrom"]}
            assert used <= made


@pytest.mark.parametrize("role", ["api", "streams", "workers"])
def test_every_role_scales_and_keeps_one_while_machines_are_emptied(role: str) -> None:
    about = {each["kind"]: each for each in MANIFESTS if each["metadata"]["name"] == role}
    assert {"Deployment", "PodDisruptionBudget", "HorizontalPodAutoscaler"} <= about.keys()
    deployment, scaler = about["Deployment"], about["HorizontalPodAutoscaler"]
    assert scaler["spec"]["scaleTargetRef"]["name"] == role
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    assert about["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"].items() <= labels.items()
    (container,) = _containers(deployment)
    (port,) = [each["containerPort"] for each in container["ports"]]
    told = env_file("worker.env" if role == "workers" else f"{role}.env")
    assert str(port) == told.get("METRICS_PORT", told.get("PORT"))
    assert "livenessProbe" in container


def _containers(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    template = manifest["spec"].get("template", {}) if manifest["kind"] in ("Deployment", "Job") else {}
    return list(template.get("spec", {}).get("containers", []))
