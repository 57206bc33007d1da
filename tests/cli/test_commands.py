"""The `tapedeck` command, as an operator runs it."""

from __future__ import annotations

import json
import socket
import sqlite3
import subprocess
from pathlib import Path

import pytest

from schemas.language import installed_games, sample
from service import records
from service.store.hashing import canonical
from tests.serving import TAPEDECK, Serving, environment

SCENARIOS = Path(__file__).parents[1] / "scenarios"
FAILING = """
game: synsouls
scenarios:
  - {name: This holds, seats: 2, log: [{type: note, text: fine}]}
  - {name: This does not, seats: 2, log: [{type: note, text: fine, expect: illegal}]}
"""


def run(folder: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [TAPEDECK, *arguments],
        env=environment(folder, **environ),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A store with the samples in it, and their ids."""
    folder = tmp_path_factory.mktemp("filled")
    done = run(folder, "demo")
    assert done.returncode == 0, done.stderr
    return folder, [line.removeprefix("match ") for line in done.stdout.splitlines()]


def test_check_counts_and_says_nothing_else_when_all_is_well(tmp_path: Path) -> None:
    files = sorted(map(str, (SCENARIOS / "synsouls").glob("*.yaml")))
    done = run(tmp_path, "check", *files)
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1].endswith(" passed, 0 failed")
    assert len(done.stdout.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []  # neither a server nor a database


def test_check_names_each_failure(tmp_path: Path) -> None:
    (tmp_path / "failing.yaml").write_text(FAILING)
    done = run(tmp_path, "check", "failing.yaml")
    assert done.returncode == 1
    failure, count = done.stdout.splitlines()
    assert failure.startswith("failing.yaml: This does not: event 2 (note): expected illegal")
    assert count == "2 scenarios, 1 passed, 1 failed"
    told = json.loads(run(tmp_path, "check", "--json", "failing.yaml").stdout)
    assert (told["passed"], told["failed"]) == (1, 1)
    assert [bool(each["failures"]) for each in told["scenarios"]] == [False, True]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("game: [", "while parsing"),
        ("game: whist\nscenarios: []", "there is no game whist"),
        ("game: synsouls\nscenarios: [{name: Odd, log: [{seat: p1}]}]", "Odd: every event of the log has a type"),
    ],
)
def test_check_says_what_is_wrong_with_a_file(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "odd.yaml").write_text(text)
    done = run(tmp_path, "check", "odd.yaml")
    assert done.returncode == 1
    assert done.stderr.startswith(f"Error: odd.yaml: {why}")


def test_demo_fills_in_a_match_of_each_game_that_verifies(filled: tuple[Path, list[str]]) -> None:
    folder, ids = filled
    assert len(ids) == len([game for game in installed_games() if sample(game)])
    done = run(folder, "verify", "--all")
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1] == f"{len(ids)} checked, {len(ids)} intact, 0 not"


def test_records_go_out_and_come_back(filled: tuple[Path, list[str]], tmp_path: Path) -> None:
    folder, ids = filled
    record = tmp_path / "record.jsonl"
    assert run(folder, "export", ids[0], "-o", str(record)).returncode == 0
    assert run(folder, "export", ids[0]).stdout == record.read_text()
    assert run(folder, "export", ids[0], "--format", "text").stdout.rstrip().splitlines()[-1].endswith("[SYN-WIN-1]")
    done = run(tmp_path, "import", str(record))
    assert done.returncode == 0, done.stderr
    copy = done.stdout.split("match ")[1].split(",")[0]
    assert run(tmp_path, "export", copy).stdout == record.read_text()
    verified = run(tmp_path, "verify", str(record), copy)
    assert (verified.returncode, verified.stdout.splitlines()[-1]) == (0, "2 checked, 2 intact, 0 not")


def test_an_altered_record_is_told_by_its_line(filled: tuple[Path, list[str]], tmp_path: Path) -> None:
    folder, ids = filled
    lines = run(folder, "export", ids[-1]).stdout.splitlines()
    lines[6] = lines[6].replace('"by":"p', '"by":"q')
    altered = tmp_path / "altered.jsonl"
    altered.write_text("\n".join(lines) + "\n")
    verified = run(tmp_path, "verify", str(altered))
    assert verified.returncode == 1
    assert "altered: line 7" in verified.stdout
    refused = run(tmp_path, "import", str(altered))
    assert refused.returncode == 1
    assert "refused at line 7" in refused.stderr
    assert "Traceback" not in refused.stderr
    whole = tmp_path / "whole.jsonl"
    run(folder, "export", ids[-1], "-o", str(whole))
    assert run(tmp_path, "import", str(whole), str(altered)).returncode == 1  # all of them or none
    assert run(tmp_path, "verify", "--all").stdout.splitlines()[-1] == "0 checked, 0 intact, 0 not"


def test_a_record_that_is_cut_off_or_cannot_be_played_is_not_imported(
    filled: tuple[Path, list[str]], tmp_path: Path
) -> None:
    told = {"game": "synsouls", "options": {"no such option": 1}, "seats": ["Ada", "Ben"], "catalog": []}
    versions = {"rules_version": "1", "catalog_fingerprint": "", "private": False}
    header = canonical(told | versions | {"created_at": "2026-03-01T18:20:05.123456Z"})
    file = tmp_path / "record.jsonl"
    file.write_text("".join(records.write(header, [])))
    refused = run(tmp_path, "import", str(file))
    assert (refused.returncode, "refused at line 1: options.no such option" in refused.stderr) == (1, True)

    folder, ids = filled
    lines = run(folder, "export", ids[0]).stdout.splitlines(keepends=True)
    file.write_text("".join(lines[:-1]))
    for command in ("import", "verify"):
        cut = run(tmp_path, command, str(file))
        assert cut.returncode == 1
        assert f"line {len(lines)}: " in cut.stdout + cut.stderr


@pytest.mark.parametrize(
    ("url", "command"),
    [
        ("postgresql://127.0.0.1:1/x", ("verify", "k7m2v9q4x8bt")),
        ("postgresql://127.0.0.1:1/x", ("serve",)),
        ("mysql://x", ("verify", "k7m2v9q4x8bt")),
        ("a store", ("migrate",)),
        ("sqlite:////proc/nowhere/store.db", ("demo",)),
    ],
)
def test_a_store_that_cannot_be_opened_is_told_in_one_line(tmp_path: Path, url: str, command: tuple[str, ...]) -> None:
    refused = run(tmp_path, *command, DATABASE_URL=url)
    assert refused.returncode == 1
    assert refused.stderr.strip().startswith("tapedeck: ")
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize("name", ["", "Ada\nBen", "a" * 81])
def test_nobody_is_invited_by_a_name_that_is_none(tmp_path: Path, name: str) -> None:
    refused = run(tmp_path, "invite", name)
    assert (refused.returncode, refused.stdout) == (1, "")


def test_old_matches_are_packed_away_and_looked_at_as_ever(tmp_path: Path) -> None:
    run(tmp_path, "demo")
    serving = Serving(tmp_path)
    try:
        judge = serving.operator()
        found = [match["id"] for match in serving.call("GET", "/api/v1/matches", judge)[1]["matches"]]

        def shown() -> list[object]:
            parts = ("", "/view?at=40", "/replay", "/events", "/export?format=text")
            return [serving.call("GET", f"/api/v1/matches/{each}{part}", judge) for each in found for part in parts]

        before = shown()
        assert run(tmp_path, "archive").stdout == "0 matches with 0 events packed away.\n", "they are young"
        done = run(tmp_path, "archive", "--days", "0")
        assert done.returncode == 0, done.stderr
        assert not done.stdout.startswith("0 matches")
        assert run(tmp_path, "verify", "--all").returncode == 0
        assert shown() == before
    finally:
        serving.stop()


def test_what_nobody_knows(filled: tuple[Path, list[str]]) -> None:
    folder, _ = filled
    assert "No match has the id" in run(folder, "export", "nosuchmatch").stderr
    verified = run(folder, "verify", "nosuchmatch")
    assert (verified.returncode, "no such file" in verified.stdout) == (1, True)
    assert "no account called Nobody" in run(folder, "token", "Nobody").stderr
    assert run(folder, "verify").returncode == 2


def test_who_is_dismissed_has_no_tokens_and_it_is_in_the_audit(tmp_path: Path) -> None:
    run(tmp_path, "invite", "Cleo")
    assert run(tmp_path, "dismiss", "Cleo").stdout == "Cleo is signed out everywhere.\n"
    for command in ("dismiss", "token"):
        refused = run(tmp_path, command, "Cleo")
        assert (refused.returncode, refused.stderr.strip()) == (
            1, "tapedeck: There is no account called Cleo: see `tapedeck invite`."
        )  # fmt: skip
    first, second = run(tmp_path, "audit").stdout.splitlines()
    assert first.endswith("operator invited name=Cleo roles=['judge']")
    assert second.endswith("operator dismissed name=Cleo")
    assert run(tmp_path, "audit", "nowhere").stdout == ""


def test_invitations_and_tokens_work_at_the_door(tmp_path: Path) -> None:
    invited = run(tmp_path, "invite", "Cleo", "--role", "organiser")
    assert invited.stdout.startswith("http://127.0.0.1:")
    token = run(tmp_path, "token", "Cleo")
    assert len(token.stdout.split()) == 1, "nothing but the token: it is another command's input"
    run(tmp_path, "token", "Cleo", "--days", "0")
    serving = Serving(tmp_path)
    with sqlite3.connect(tmp_path / "store.db") as db:
        kinds = sorted(kind for (kind,) in db.execute("SELECT kind FROM tokens"))
    assert kinds == ["api", "code", "invitation"], "what has expired is forgotten"
    try:
        code = invited.stdout.strip().rsplit("/", 1)[1]
        assert serving.call("GET", f"/join/{code}")[0] == 200
        status, _ = serving.call(
            "POST", "/api/v1/invitations", token.stdout.strip(), {"name": "Dan", "roles": ["judge"]}
        )
        assert status == 201
    finally:
        serving.stop()
    assert code not in (tmp_path / "serving.log").read_text(), "a link opens a door: logs do not hold it"


def test_serving_with_samples_prints_a_link_that_signs_the_operator_in(tmp_path: Path) -> None:
    serving = Serving(tmp_path, "--demo")
    try:
        judge = serving.operator()
        assert serving.call("GET", "/api/v1/rulings", judge)[0] == 200
        assert serving.call("POST", "/api/v1/invitations", judge, {"name": "Eve", "roles": ["judge"]})[0] == 201
        found = serving.call("GET", "/api/v1/matches", judge)[1]["matches"]
        assert {match["game"] for match in found} == {game for game in installed_games() if sample(game)}
        serving.kill()
        serving.start()  # a store that has matches is not filled again
        assert len(serving.call("GET", "/api/v1/matches", judge)[1]["matches"]) == len(found)
    finally:
        assert serving.stop() == 0


def test_a_taken_port_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run(tmp_path, "serve", PORT=str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert "choose another with PORT=" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_settings_that_cannot_be_read(tmp_path: Path) -> None:
    done = run(tmp_path, "serve", PORT="many")
    assert (done.returncode, done.stderr) == (1, "tapedeck: PORT must be a whole number, not 'many'\n")
    assert "needs REDIS_URL" in run(tmp_path, "worker").stderr
