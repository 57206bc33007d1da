"""Records in and out."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas import answers, http
from service import records
from service.api.base import Blueprint, answer, read_body
from service.api.showing import logged, pairs
from service.auth.access import is_open, the_caller, the_match, the_viewer
from service.context import the_service
from service.problems import Problem
from service.store import folded, log, matches
from service.transcript import transcript

blp = Blueprint("records", __name__, url_prefix="/api/v1", description="Matches as files that stand for themselves.")

JSONL = "application/x-ndjson"
RECORD_SCHEMA = {
    "type": "string",
    "description": "a header line, which tells of the end too, then an event a line, each with its hash",
}
EXAMPLE = (
    '{"catalog":[],"format":"tapedeck/1","game":"synsouls","hash":"…","head":1,"head_hash":"…"}\n'
    '{"by":"p1","hash":"…","id":"…","seq":1}\n'
)


@blp.route("/matches/<id:match_id>/export")
@blp.access("viewer", 422)
@blp.arguments(http.ExportQuery, location="query")
@blp.response(200, RECORD_SCHEMA, content_type=JSONL, example=EXAMPLE)
@blp.alt_response(200, schema={"type": "string"}, content_type="text/plain", success=True)
def export(query: dict[str, Any], match_id: str) -> Response:
    """The record, or a transcript

    `jsonl`: what POST /imports takes. `text`: for people. Fields that this caller may not know are null, and until the
    match is over and open only judges get the hashes: until then, others have no record that passes for the whole.
    """
    match, viewer = the_match(), the_viewer()
    open_ = is_open(match)
    with the_service().store.read() as db:
        header = matches.header_text(db, match_id)
        events = log.read(db, match_id, before=match.head + 1)
        judged = folded.judged(db, match_id, upto=match.head)
    entries = [logged(event, said, viewer, open_) for event, said in pairs(events, judged)]
    if query["format"] == "text":
        return _file("".join(transcript(match, entries)), "text/plain", f"{match.id}.txt", "inline")
    for entry in entries:
        for key in ("verdict", "narration", "question"):
            del entry[key]
    return _file("".join(records.write(header, entries)), JSONL, f"{match.id}.jsonl", "attachment")


def _file(text: str, mimetype: str, name: str, shown: str) -> Response:
    return Response(text, mimetype=mimetype, headers={"Content-Disposition": f'{shown}; filename="{name}"'})


@blp.route("/imports", methods=["POST"])
@blp.access("staff", 400, 413, 422)
@blp.doc(
    requestBody={
        "required": True,
        "content": {JSONL: {"schema": RECORD_SCHEMA, "example": EXAMPLE}},
    }
)
@blp.response(201, answers.Imported)
def post_import() -> Response:
    """Import a record

    It becomes a match of its own, with the same hashes. A broken chain is refused: `line` is the first bad line.
    """
    service = the_service()
    try:
        record = records.read(read_body(service.settings.max_import_bytes))
        records.refuse_header(service.workers.check_header(record.told))
    except records.BadRecord as bad:
        told = bad.message.removesuffix(".")
        detail = f"The record is refused at line {bad.line}: {told}."
        raise Problem(422, detail, errors={f"line {bad.line}": [told]}, line=bad.line) from None
    with service.store.write() as db:
        match_id = records.store(db, record, the_caller().who)
        head_hash = matches.get(db, match_id).head_hash
    service.workers.wake(match_id)
    location = {"Location": f"/api/v1/matches/{match_id}"}
    return answer({"id": match_id, "head": len(record.lines), "hash": head_hash}, 201, location)
