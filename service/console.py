"""What all commands share: where they write, how they tell of trouble, and the store that the settings name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from rich.console import Console
from sqlalchemy.exc import ArgumentError, OperationalError

from service.settings import Settings, SettingsError
from service.store import Store, StoreUnavailable, open_store

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


class Trouble(click.ClickException):
    """Told in one line."""

    def show(self, file: Any = None) -> None:
        err.print(f"tapedeck: {self.message}", soft_wrap=True, markup=False)


def read_settings() -> Settings:
    try:
        return Settings.from_env()
    except SettingsError as error:
        raise Trouble(str(error)) from None


def open_current(settings: Settings) -> Store:
    store = open_store(settings.database_url)
    if not store.is_current():
        raise Trouble("The database is not up to date: run `tapedeck migrate`.")
    return store


@contextmanager
def the_store() -> Iterator[Store]:
    store = open_current(read_settings())
    try:
        yield store
    finally:
        store.close()


class Commands(click.Group):
    """What cannot be opened, read or written is told in one line, whatever the command."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (OSError, StoreUnavailable, ArgumentError) as error:
            raise Trouble(str(error)) from None
        except OperationalError as error:
            raise Trouble(f"The database does not answer: {str(error.orig).splitlines()[0]}") from None
