"""What can be read: games, listings, the log, views, choices, the replay."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from schemas.language import installed_games, language
from schemas.patches import apply_patch
from service import demo
from service.store import log, tables
from tests.api.hall import BEGUN, CAT, CONCEDED, TOO_SOON, Caller, Hall, Table, is_problem
from workers.rules import RULES_VERSION, fingerprint


def test_games_their_rules_and_their_cards(hall: Hall) -> None:
    games = hall.anyone.get("/games").json["games"]
    assert {each["game"] for each in games} == set(installed_games())
    for game in installed_games():
        told = hall.anyone.get(f"/games/{game}").json
        assert {action["type"] for action in told["actions"]} == set(language(game).actions)
        rules = hall.anyone.get(f"/games/{game}/rules").json["rules"]
        assert [rule["id"] for rule in rules] == list(language(game).rules)
        assert hall.anyone.get(f"/games/{game}/rules/{rules[-1]['id']}").json == rules[-1]


def test_the_catalog_by_pages_and_by_name(hall: Hall) -> None:
    found: list[str] = []
    cursor = ""
    while cursor is not None:
        page = hall.anyone.get("/games/synsouls/cards", limit=7, cursor=cursor).json
        assert len(page["cards"]) <= 7
        found += [card["name"] for card in page["cards"]]
        cursor = page["cursor"]
    assert found == sorted(language("synsouls").catalog)
    named = hall.anyone.get("/games/synsouls/cards", q="ember f").json["cards"]
    assert [card["name"] for card in named] == ["Ember Fox"]


def test_matches_by_pages_and_filters(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall()
    tables = [hall.open(seats=[{"name": f"Zoë {number}"}, {"name": "Ben"}]) for number in range(5)]
    hidden = hall.open(private=True)
    asked = tables[2]
    asked.log(*BEGUN, CAT, TOO_SOON)
    asked.settled()
    over = tables[3]
    over.log(*BEGUN, CONCEDED)
    over.settled()

    def listed(caller: object, **query: object) -> list[str]:
        found, cursor = [], {}
        while True:
            page = caller.get("/matches", limit=2, **query, **cursor).json  # type: ignore[attr-defined]
            found += [match["id"] for match in page["matches"]]
            if page["cursor"] is None:
                return found
            cursor = {"cursor": page["cursor"]}

    newest_first = [table.id for table in reversed(tables)]
    assert listed(hall.judge) == [hidden.id, *newest_first]
    assert listed(hall.anyone) == newest_first
    assert listed(hidden.p1) == newest_first
    assert listed(hall.judge, flagged="true") == [asked.id]
    assert listed(hall.judge, status="finished") == [over.id]
    assert listed(hall.judge, player="zoë 4") == [tables[4].id]
    assert listed(hall.judge, game="solrei") == []


def test_the_log_by_pages(hall: Hall) -> None:
    table = hall.open()
    table.log(*({"type": "note", "text": str(number)} for number in range(25)))
    table.settled()
    after, texts = 0, []
    while True:
        page = table.public.get(f"{table.path}/events", after=after, limit=10).json
        if not page["events"]:
            break
        texts += [event["text"] for event in page["events"]]
        after = page["events"][-1]["seq"]
    assert texts == [str(number) for number in range(25)]


def test_a_page_of_the_log_is_of_one_moment(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is logged just then: no event is told beyond the head that is told with it."""
    table, read = hall.open(), log.read

    def read_late(*told: Any, **more: Any) -> list[dict[str, Any]]:
        table.log({"type": "note", "text": "just now"})
        return read(*told, **more)

    monkeypatch.setattr(log, "read", read_late)
    told = table.p1.get(f"{table.path}/events").json
    assert len(told["events"]) == told["head"]


def test_a_view_at_every_event_is_the_replay_at_that_event(hall: Hall) -> None:
    table = hall.open()
    table.log(*BEGUN, CAT, TOO_SOON, {"type": "close", "seat": "p1"})
    table.settled()
    for caller in table.callers.values():
        replay = caller.get(f"{table.path}/replay").json
        view = replay["view"]
        assert caller.get(f"{table.path}/view", at=0).json == view
        for frame in replay["frames"]:
            apply_patch(view, frame["patch"])
            assert caller.get(f"{table.path}/view", at=frame["seq"]).json == view
        assert caller.get(f"{table.path}/view").json == view


def test_the_replay_goes_on_behind_any_event(hall: Hall) -> None:
    table = hall.open()
    table.log(*BEGUN, CAT, TOO_SOON, {"type": "close", "seat": "p1"})
    table.settled()
    for caller in table.callers.values():
        whole = caller.get(f"{table.path}/replay").json
        for after in range(7):
            rest = caller.get(f"{table.path}/replay", after=after).json
            assert rest["frames"] == whole["frames"][after:]
            assert rest["view"] == caller.get(f"{table.path}/view", at=after).json
    assert is_problem(table.p1.get(f"{table.path}/replay", after=7), 504)


def test_the_replay_tells_events_without_what_proves_them(hall: Hall) -> None:
    table = hall.open(catalog=[{"name": "Own Card", "type": "record", "cost": 1, "rating": 2, "frequency": "amari"}])
    table.log(*BEGUN)
    table.settled()
    replay = hall.judge.get(f"{table.path}/replay").json
    assert [card["name"] for card in replay["cards"]] == ["Own Card"]
    for frame in replay["frames"]:
        assert {"seq", "type", "patch", "verdict", "narration"} <= set(frame)
        assert not {"id", "hash"} & set(frame)


def test_the_replay_comes_compressed_to_those_who_can_read_it(hall: Hall) -> None:
    table = hall.open()
    table.log(*BEGUN)
    table.settled()
    path = f"/api/v1{table.path}/replay"
    plain = hall.judge.call("GET", path)
    small = hall.anyone._client.get(
        path, headers={"Authorization": f"Bearer {hall.judge.token}", "Accept-Encoding": "gzip"}
    )
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data) == plain.data


def test_the_replay_is_light(make_hall: Callable[..., Hall]) -> None:
    """Under 150 bytes an event, as it goes over the wire, for those who see most."""
    hall = make_hall(folding=False)
    samples = demo.fill(hall.store, RULES_VERSION, fingerprint)
    hall.fold()
    for match in samples:
        plain = hall.judge.get(f"/matches/{match}/replay")
        assert len(gzip.compress(plain.data, 6)) / len(plain.json["frames"]) < 150, plain.json["match"]["game"]


def test_another_side(hall: Hall) -> None:
    """A judge sees what each side sees; others may look as the public, and from a seat only when the match is open."""
    for private in (False, True):
        table = hall.open(private=private)
        table.log(*BEGUN, {"type": "saw", "seat": "p1", "zone": "hand", "cards": ["Ember Fox"]})
        table.settled()
        told = {viewer: table.callers[viewer].get(f"{table.path}/replay").json for viewer in table.callers}
        assert told["p1"]["frames"] != told["p2"]["frames"]

        def seen(caller: Caller, side: str, table: Table = table) -> Any:
            view = caller.get(f"{table.path}/view", **{"as": side})
            replay = caller.get(f"{table.path}/replay", **{"as": side})
            assert view.status_code == replay.status_code
            return replay.json["frames"] if replay.status_code == 200 else replay.status_code

        for side in ("p1", "p2", "public", "judge"):
            assert seen(hall.judge, side) == told[side]["frames"]
        for viewer in ("p1", "p2", "public"):
            caller = table.callers[viewer]
            assert seen(caller, viewer) == told[viewer]["frames"]
            assert seen(caller, "public") == told["public"]["frames"]
            others = {"p1", "p2", "judge"} - {viewer}
            assert {side: seen(caller, side) for side in others} == dict.fromkeys(others, 403)

        table.log(CONCEDED, by="p2")
        table.settled()
        after = hall.judge.get(f"{table.path}/replay", **{"as": "p1"}).json["frames"]
        expected = 403 if private else after
        assert seen(table.p2, "p1") == expected
        assert seen(table.public, "p1") == expected
        assert seen(table.public, "public")[3]["cards"] is None
    assert is_problem(hall.judge.get(f"{table.path}/replay", **{"as": "p3"}), 422)
    assert is_problem(hall.judge.get(f"{table.path}/replay", **{"as": "p1 "}), 422)


def test_a_view_that_is_not_there_in_time(hall: Hall) -> None:
    table = hall.open()
    table.settled()
    assert is_problem(table.p1.get(f"{table.path}/view", at=1), 504)
    assert is_problem(table.p1.get(f"{table.path}/view", at=1, wait=0.05), 504)


def test_a_match_just_opened_has_its_first_view_in_a_moment(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(folding=False)
    for part in ("view", "replay", "actions"):
        path = f"{hall.open().path}/{part}"
        worker = threading.Timer(0.3, hall.fold)
        worker.start()
        assert hall.judge.get(path, **({"seat": "p1"} if part == "actions" else {})).status_code == 200
        worker.join()


def test_what_is_offered_can_be_logged(hall: Hall) -> None:
    table = hall.open()
    table.log(*BEGUN)
    table.settled()
    offered = table.p1.get(f"{table.path}/actions").json
    assert (offered["seat"], offered["seq"]) == ("p1", 3)
    entry = next(each for each in offered["choices"] if each["type"] == "close")
    table.log({"type": entry["type"], "seat": "p1", **{key: some[0] for key, some in entry["with"].items()}})
    table.settled()
    verdict = table.p1.get(f"{table.path}/events", after=3).json["events"][0]["verdict"]
    assert verdict["status"] == "legal"


def test_a_judge_says_whose_choices(hall: Hall) -> None:
    table = hall.open()
    table.log(*BEGUN)
    table.settled()
    assert hall.judge.get(f"{table.path}/actions", seat="p1").json == table.p1.get(f"{table.path}/actions").json
    assert is_problem(hall.judge.get(f"{table.path}/actions"), 422)
    assert is_problem(hall.judge.get(f"{table.path}/actions", seat="p4"), 422)


def test_health_and_metrics(hall: Hall) -> None:
    table = hall.open()
    table.log(*BEGUN)
    table.settled()
    assert hall.anyone.call("GET", "/healthz").json == {"status": "alive"}
    ready = hall.anyone.call("GET", "/readyz")
    assert (ready.status_code, ready.json["status"], ready.json["failed_matches"]) == (200, "ready", [])
    told = hall.anyone.call("GET", "/metrics").text
    for name in ("appends_total", "fold_lag_seconds", "http_request_seconds_bucket", "matches_failed"):
        assert f"tapedeck_{name}" in told


def test_a_private_match_that_broke_is_named_to_judges_only(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(folding=False)
    known, hidden = hall.open().id, hall.open(private=True).id
    with hall.store.write() as db:
        db.execute(update(tables.matches).values(failed="a bug"))
    assert hall.anyone.call("GET", "/readyz").json["failed_matches"] == [known]
    assert hall.judge.call("GET", "/readyz").json["failed_matches"] == sorted([known, hidden])
