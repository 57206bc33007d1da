"""The commands about people: who is let in, who is not any more, and what they did."""

from __future__ import annotations

import click

from schemas.envelope import LONGEST_NAME, is_name
from service import operating
from service.console import Trouble, out, read_settings, the_store

NOBODY = "There is no account called {}: see `tapedeck invite`."


@click.command()
@click.argument("name")
@click.option(
    "--role", "roles", multiple=True, type=click.Choice(["organiser", "judge"]), default=["judge"], show_default=True
)
def invite(name: str, roles: tuple[str, ...]) -> None:
    """Make an account, and print a link that lets its owner choose a password. It works once."""
    if not is_name(name):
        raise Trouble(f"A name is one line of 1 to {LONGEST_NAME} letters.")
    with the_store() as store:
        out.print(operating.invite(read_settings(), store, name, list(roles)), soft_wrap=True)


@click.command()
@click.argument("name")
@click.option("--days", default=30, show_default=True, help="How long it lasts.")
def token(name: str, days: int) -> None:
    """Print an API token of an account."""
    with the_store() as store:
        issued = operating.issue_token(store, name, days)
    if issued is None:
        raise Trouble(NOBODY.format(name))
    click.echo(issued)


@click.command()
@click.argument("name")
def dismiss(name: str) -> None:
    """Sign an account out everywhere, for good: its password, sessions and tokens. An invitation lets it in again."""
    with the_store() as store:
        if not operating.dismiss(store, name):
            raise Trouble(NOBODY.format(name))
    out.print(f"{name} is signed out everywhere.", markup=False)


@click.command()
@click.argument("match_id", required=False, metavar="[MATCH]")
def audit(match_id: str | None) -> None:
    """Print who did, or was refused, what and when: in one match, or everywhere."""
    with the_store() as store:
        for line in operating.audit_lines(store, match_id):
            click.echo(line)


COMMANDS = (invite, dismiss, token, audit)
