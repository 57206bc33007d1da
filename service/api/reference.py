"""The reference page: the OpenAPI document for people, rendered here, so that it works in a hall without internet."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, current_app, render_template
from flask_smorest import Api

from service.api.openapi import problem_meanings
from service.auth.access import access

blp = Blueprint("reference", __name__)

METHODS = ("get", "post", "put", "patch", "delete")
WHO = {
    "anyone": "anyone",
    "signed in": "whoever has a token",
    "viewer": "viewers of the match",
    "player": "the seats of the match, judges",
    "judge": "judges",
    "organiser": "organisers",
    "staff": "organisers, judges",
}


def _resolve(document: dict[str, Any], part: Any) -> Any:
    """Follows one reference of the document."""
    while isinstance(part, dict) and "$ref" in part:
        found: Any = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = found
    return part


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[-1])
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"])
    kind = schema.get("type", "any")
    kind = " or ".join(kind) if isinstance(kind, list) else str(kind)
    return f"list of {_kind(schema.get('items', {}))}" if kind == "array" else kind


def _fields(schema: dict[str, Any]) -> list[dict[str, Any]]:
    required = schema.get("required", ())
    return [
        {"name": name, "kind": _kind(each), "required": name in required, "about": each.get("description", "")}
        for name, each in schema.get("properties", {}).items()
        if "not" not in each
    ]


def _examples(content: dict[str, Any]) -> list[str]:
    found = [content["example"]] if "example" in content else []
    found += [each["value"] for each in content.get("examples", {}).values()]
    return [each if isinstance(each, str) else json.dumps(each, indent=2, ensure_ascii=False) for each in found]


def _body(document: dict[str, Any], told: dict[str, Any] | None) -> dict[str, Any] | None:
    if not told or "content" not in told:
        return None
    kind, content = next(iter(told["content"].items()))
    return {"type": kind, "schema": _kind(content.get("schema", {})), "examples": _examples(content)}


def _call(document: dict[str, Any], path: str, method: str, told: dict[str, Any], shared: list[Any]) -> dict[str, Any]:
    parameters = [_resolve(document, each) for each in (*shared, *told.get("parameters", ()))]
    return {
        "id": f"{method}-{path.strip('/').replace('/', '-').replace('{', '').replace('}', '')}",
        "method": method.upper(),
        "path": path,
        "summary": told.get("summary", ""),
        "about": told.get("description", ""),
        "who": WHO[told["x-access"]],
        "parameters": [
            {
                "name": each["name"],
                "place": each["in"],
                "kind": _kind(each.get("schema", {})),
                "about": each.get("description", ""),
                "required": each.get("required", False),
            }
            for each in parameters
        ],
        "body": _body(document, told.get("requestBody")),
        "answers": [
            {"status": status, "about": _resolve(document, each)["description"], "body": _body(document, each)}
            for status, each in sorted(told["responses"].items())
        ],
    }


def outline(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The document's calls by tag, as the page shows them."""
    groups = {tag["name"]: {**tag, "calls": []} for tag in document["tags"]}
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                told = item[method]
                call = _call(document, path, method, told, item.get("parameters", []))
                groups[told["tags"][0]]["calls"].append(call)
    return list(groups.values())


def shapes(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"name": name, "about": schema.get("description", ""), "fields": _fields(schema)}
        for name, schema in sorted(document["components"]["schemas"].items())
    ]


@blp.route("/api/reference")
@access("anyone")
def page() -> str:
    api: Api = current_app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    document = api.spec.to_dict()
    return render_template(
        "reference.html",
        groups=outline(document),
        shapes=shapes(document),
        problems=problem_meanings(),
        info=document["info"],
    )
