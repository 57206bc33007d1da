"""Two worlds that differ only in hidden cards look the same, byte for byte, to whoever may not know them.

Every channel is compared for every viewer: before anything is folded, while the match is on, and after its end. What
differs by itself (a match's id, the times) is put aside first. The owner and the judges must see a difference, or the
worlds would prove nothing.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from schemas.language import installed_games, language
from service.api import views
from service.api.tape import Place, Tape
from service.store import matches
from tests.api.hall import Hall, Table

WORLDS: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "worlds.yaml").read_text(encoding="utf-8"))
WITHOUT_KEY = ("p2", "public")
WITH_KEY = ("p1", "judge")
HEADER_HASH = re.compile(rb'(?<="hash":")[0-9a-f]{64}')
TIME = re.compile(rb"\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|\+00:00)")


def in_world(value: Any, world: int) -> Any:
    """A value as it is in one of the two worlds."""
    if isinstance(value, dict):
        return {key: in_world(each, world) for key, each in value.items()}
    if isinstance(value, list):
        return [in_world(each, world) for each in value]
    if isinstance(value, str) and "|" in value:
        value = value.split("|")[world]
        return int(value) if value.isdigit() else value
    return value


def log(table: Table, game: str, world: int, told: list[dict[str, Any]], start: int = 1) -> None:
    for number, event in enumerate(in_world(told, world), start=start):
        by = event.pop("by", "p1")
        event_id = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{game} {number}"))
        answered = table.callers[by].post(f"{table.path}/events", {"id": event_id, **event})
        assert answered.status_code == 202, answered.text


def streamed(table: Table, viewer: str) -> bytes:
    """Everything that a stream tells this viewer from the first event on."""
    tape, told = Tape(table.hall.store), []
    with table.hall.store.read() as db:
        place = Place.after(0, matches.get(db, table.id))
    while (page := tape.next(table.id, viewer, place)) is not None:
        data, place = page
        told.append(data)
    return b"".join(told)


def channels(table: Table, viewer: str) -> dict[str, bytes]:
    """All that the viewer can get to know of the match."""
    caller, path = table.callers[viewer], table.path
    head = table.hall.judge.get(path).json["head"]
    paths = [path, f"{path}/events", f"{path}/replay", f"{path}/export", f"{path}/export?format=text"]
    paths += [f"{path}/view?at={seq}" for seq in range(head + 2)]
    paths += [f"{path}/actions?seat={seat}" for seat in ("p1", "p2")]
    paths += [f"{path}/{what}?as={side}" for side in ("p1", "p2", "public", "judge") for what in ("view", "replay")]
    paths += [f"{path}/replay?after={head // 2}"]
    found = {each: caller.call("GET", f"/api/v1{each}").data for each in paths}
    # The header's hash is made from the time at which the match was opened.
    found[f"{path}/export"] = HEADER_HASH.sub(b"H", found[f"{path}/export"], count=1)
    for page in (f"/matches/{table.id}", f"/matches/{table.id}/play"):
        found[page] = caller.call("GET", page).data
    found["stream"] = streamed(table, viewer)
    if viewer != "judge":  # whose ruling would be stored
        found["a bad ruling"] = caller.post(f"{path}/rulings", {"decision": "void", "target": 10**6, "more": 1}).data
    mine = table.id.encode()
    return {key.replace(table.id, "ID"): TIME.sub(b"T", data.replace(mine, b"ID")) for key, data in found.items()}


def differing(tables: list[Table], viewer: str) -> dict[str, tuple[bytes, bytes]]:
    """The channels that tell the two worlds apart, each from a little before the first byte that does."""
    first, second = (channels(table, viewer) for table in tables)
    assert first.keys() == second.keys()
    apart = {}
    for key, (one, other) in ((key, (first[key], second[key])) for key in first):
        if one != other:
            shorter = min(len(one), len(other))
            place = next((at for at in range(shorter) if one[at] != other[at]), shorter)
            apart[key] = (one[max(0, place - 200) : place + 60], other[max(0, place - 200) : place + 60])
    return apart


def verdicts(table: Table) -> list[tuple[str, Any]]:
    events = table.hall.judge.get(f"{table.path}/events").json["events"]
    return [(each["verdict"]["status"], each["verdict"]["rule"]) for each in events]


@pytest.mark.parametrize("private", [False, True], ids=["open", "private"])
@pytest.mark.parametrize("game", installed_games())
def test_hidden_cards_leak_nowhere(
    make_hall: Callable[..., Hall], monkeypatch: pytest.MonkeyPatch, game: str, private: bool
) -> None:
    monkeypatch.setattr(views, "MOMENT_SECONDS", 0.0)  # nobody folds but the test: no view will come
    hall, told = make_hall(folding=False), WORLDS[game]
    tables = [hall.open(game, private=private, catalog=told.get("cards", [])) for _ in range(2)]
    for world, table in enumerate(tables):
        log(table, game, world, told["log"])
    for viewer in WITHOUT_KEY:
        assert differing(tables, viewer) == {}, f"{viewer}, before the fold"

    hall.fold()
    assert verdicts(tables[0]) == verdicts(tables[1])
    assert {status for status, _ in verdicts(tables[0])} <= {"legal", "trusted"}, verdicts(tables[0])
    for viewer in WITHOUT_KEY:
        assert differing(tables, viewer) == {}, f"{viewer}, while the match is on"
    for viewer in WITH_KEY:
        assert {"stream", "/matches/ID/events", "/matches/ID/replay"} <= set(differing(tables, viewer)), viewer

    for world, table in enumerate(tables):
        log(table, game, world, [told["end"]], start=len(told["log"]) + 1)
    hall.fold()
    assert hall.judge.get(tables[0].path).json["status"] == "finished"
    for viewer in WITHOUT_KEY:
        seen = differing(tables, viewer)
        if private:
            assert seen == {}, f"{viewer}, after the end"
        else:
            assert {"stream", "/matches/ID/replay", "/matches/ID/export"} <= set(seen), viewer


@pytest.mark.parametrize("game", installed_games())
def test_a_hidden_card_in_a_field_that_does_not_exist_is_hidden_too(make_hall: Callable[..., Hall], game: str) -> None:
    hall = make_hall(folding=False)
    table, name = hall.open(game), next(iter(language(game).catalog))
    told = {"type": "saw", "seat": "p1", "zone": "hand"}
    table.log(told | {"card": name}, told | {"cards": [name], "which": [name]})
    hall.fold()
    for viewer in WITHOUT_KEY:
        telling = {key for key, seen in channels(table, viewer).items() if name.encode() in seen}
        assert {key for key in telling if "/actions" not in key} == set(), viewer  # (those offer any card)
    assert name in table.p1.get(f"{table.path}/events").text
