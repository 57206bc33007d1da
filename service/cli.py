"""The `tapedeck` command. This is where the parts meet: the only module of the service that knows the workers."""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from service import demo as samples
from service import observe, operating, people, records
from service.console import Commands, Trouble, err, open_current, out, read_settings, the_store
from service.notices import LocalNotices, Notices, RedisNotices
from service.ports import Workers
from service.serve import PortTaken
from service.settings import Settings
from service.store import Store, UnknownMatch, clock, matches, open_store
from service.store import archive as archives
from workers import verifying
from workers.fold import header_of
from workers.jobs import EmbeddedWorkers, QueuedWorkers
from workers.rules import RULES_VERSION, check_header, fingerprint
from workers.scenarios import Unreadable, run_file
from workers.verifying import Report


def make_workers(settings: Settings, store: Store) -> tuple[Workers, Notices]:
    """With Redis: RQ workers elsewhere, notices over Redis. Without: a thread of this process."""
    if settings.redis_url:
        return QueuedWorkers(settings.redis_url), RedisNotices(settings.redis_url)
    notices = LocalNotices()
    return EmbeddedWorkers(store, notices.publish), notices


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tapedeck")
def main() -> None:
    """Records what people do at a card table, and folds the record through the rules."""
    # What a command prints may be another's input: logs keep to standard error, and to what matters there.
    observe.set_up_logs("warning", "console")


@main.command()
@click.option("--demo", "with_samples", is_flag=True, help="Fill an empty store with sample matches first.")
def serve(with_samples: bool) -> None:
    """The API and the pages, and without REDIS_URL a worker in the same process. HOST and PORT say where."""
    settings = read_settings()

    def start_workers(store: Store) -> tuple[Workers, Notices]:
        workers, notices = make_workers(settings, store)
        if isinstance(workers, EmbeddedWorkers):
            workers.start()
        return workers, notices

    fill = _fill if with_samples else None
    try:
        operating.serve(settings, lambda: open_current(settings), start_workers, fill)
    except PortTaken as taken:
        raise Trouble(str(taken)) from None


@main.command()
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, help="How many worker processes.")
def worker(processes: int) -> None:
    """A pool of RQ workers. Needs REDIS_URL and DATABASE_URL."""
    settings = read_settings()
    missing = [name for name in ("REDIS_URL", "DATABASE_URL") if not os.environ.get(name)]
    if missing:
        raise Trouble(f"A worker needs {' and '.join(missing)}. (Without Redis, `tapedeck serve` folds by itself.)")
    open_current(settings).close()
    observe.set_up_logs(settings.log_level, settings.log_format)
    if settings.metrics_port:
        observe.show_metrics(settings.host, settings.metrics_port)
    from workers.jobs.tasks import run_pool  # opens connections of its own

    run_pool(processes)


@main.command()
def migrate() -> None:
    """Bring the database up to date."""
    store = open_store(read_settings().database_url)
    store.migrate()
    store.close()
    out.print("The database is up to date.")


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def check(files: tuple[Path, ...], as_json: bool) -> None:
    """Run scenario files. No server or database is needed; exit 1 if any scenario fails."""
    try:
        outcomes = [outcome for file in files for outcome in run_file(file)]
    except Unreadable as broken:
        raise click.ClickException(str(broken)) from None
    failed = [outcome for outcome in outcomes if outcome.failures]
    if as_json:
        told = [
            {"file": each.file, "name": each.name, "rules": each.rules, "failures": each.failures} for each in outcomes
        ]
        click.echo(json.dumps({"scenarios": told, "passed": len(outcomes) - len(failed), "failed": len(failed)}))
    else:
        for outcome in failed:
            for failure in outcome.failures:
                click.echo(f"{outcome.file}: {outcome.name}: {failure}")
        click.echo(f"{len(outcomes)} scenarios, {len(outcomes) - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)


@main.command()
@click.argument("names", nargs=-1, metavar="FILE|MATCH…")
@click.option("--all", "whole_store", is_flag=True, help="Every match of the store.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True)
def verify(names: tuple[str, ...], whole_store: bool, processes: int) -> None:
    """Check hash chains, fold again from the start, and compare with what is stored."""
    if bool(names) == whole_store:
        raise click.UsageError("Name files or matches, or say --all.")
    settings = read_settings()
    wanted = list(names)
    if whole_store:
        with the_store() as store, store.read() as db:
            wanted = matches.all_ids(db)
    reports: list[Report] = []
    with (
        Progress(
            TextColumn("Verifying"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=err,
            transient=True,
        ) as progress,
        ProcessPoolExecutor(max(1, min(processes, len(wanted)))) as pool,
    ):
        task = progress.add_task("", total=len(wanted))
        for report in pool.map(_verify_one, wanted, [settings] * len(wanted)):
            reports.append(report)
            progress.advance(task)
    _tell(reports)
    sys.exit(0 if all(report.good for report in reports) else 1)


def _verify_one(name: str, settings: Settings) -> Report:
    """In a process of its own."""
    if Path(name).is_file():
        try:
            record = records.read(Path(name).read_bytes())
        except records.BadRecord as bad:
            return Report(name, verifying.ALTERED, 0, bad.line, f"line {bad.line}: {bad.message}")
        return verifying.check_record(name, record.header, record.lines)
    store = open_current(settings)
    try:
        return verifying.check_match(store, name)
    except UnknownMatch:
        return Report(name, "unknown", 0, detail="no such file, and no match has this id")
    finally:
        store.close()


def _tell(reports: list[Report]) -> None:
    """A report that a judge can read: the trouble first."""
    table = Table(box=None, pad_edge=False)
    for column in ("record", "events", "finding"):
        table.add_column(column, justify="right" if column == "events" else "left", overflow="fold")
    for report in sorted(reports, key=lambda each: each.good):
        verdicts = ", ".join(f"{count} {status}" for status, count in sorted(report.verdicts.items()))
        where = f" at event {report.at}" if report.at is not None and not report.detail.startswith("line") else ""
        finding = f"{report.finding}{where}" + "".join(f": {part}" for part in (report.detail or verdicts,) if part)
        table.add_row(report.name, str(report.events), finding)
    out.print(table)
    good = sum(report.good for report in reports)
    out.print(f"{len(reports)} checked, {good} intact, {len(reports) - good} not")


@main.command()
@click.argument("match_id")
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Default: standard output.")
@click.option("--format", "format_", type=click.Choice(["jsonl", "text"]), default="jsonl", show_default=True)
def export(match_id: str, output: Path | None, format_: str) -> None:
    """Write a match's whole record to a file."""
    with the_store() as store:
        try:
            text = operating.export(store, match_id, format_)
        except UnknownMatch:
            raise Trouble(f"No match has the id {match_id}.") from None
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")


@main.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def import_(files: tuple[Path, ...]) -> None:
    """Make matches from records. If the chain of one is broken, none is imported, and its first bad line is named."""
    good = [(file, _read_record(file)) for file in files]
    with the_store() as store:
        for file, record in good:
            with store.write() as db:
                match_id = records.store(db, record, "operator")
            out.print(f"{file}: match {match_id}, {len(record.lines)} events", soft_wrap=True)
        _fold_now(store)


def _read_record(file: Path) -> records.Record:
    try:
        record = records.read(file.read_bytes())
        records.refuse_header(check_header(header_of(record.told)))
    except records.BadRecord as bad:
        raise Trouble(f"{file}: refused at line {bad.line}: {bad.message}") from None
    return record


@main.command()
@click.option("--days", default=90, show_default=True, help="Matches opened at least so long ago.")
def archive(days: int) -> None:
    """Pack away old matches: they take a fraction of the space, and whoever looks finds them as they were."""
    before = clock.later(-days * operating.DAY)
    with the_store() as store:
        with store.read() as db:
            waiting = archives.old(db, before)
        done = [packed for match_id in waiting if (packed := archives.pack_away(store, match_id, before))]
    out.print(f"{len(done)} matches with {sum(each.verdicts for each in done)} events packed away.")


@main.command()
def demo() -> None:
    """Fill the store with a full sample match of each game."""
    with the_store() as store:
        for match_id in _fill(store):
            out.print(f"match {match_id}")
        _fold_now(store)


def _fill(store: Store) -> list[str]:
    return samples.fill(store, RULES_VERSION, fingerprint)


def _fold_now(store: Store) -> None:
    """A command that ends has no worker: it folds what it has stored itself."""
    from workers.fold import Folder

    Folder(store, lambda _match_id: None).drain()


for command in people.COMMANDS:
    main.add_command(command)
