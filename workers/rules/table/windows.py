"""Response windows: what was declared waits here, and takes effect newest first when the window closes."""

from __future__ import annotations

from workers.rules.table.game import Link
from workers.rules.table.table import Table


def add_link(table: Table, link: Link, may_respond: list[str]) -> None:
    """Opens a window with the link, or adds it to the open one. Whoever may respond is asked anew."""
    links = table.window["links"] if table.window else []
    table.put(table, "window", {"links": [*links, link], "may_respond": may_respond, "passed": []})


def replace_link(table: Table, old: Link, new: Link) -> None:
    if table.window is not None:
        links = [new if link is old else link for link in table.window["links"]]
        table.put(table, "window", {**table.window, "links": links})


def waiting_links(table: Table) -> list[Link]:
    links: list[Link] = table.window["links"] if table.window else []
    return links


def pass_on(table: Table, seat: str) -> bool:
    """The seat does not answer the newest link; the last pass that was waited for closes the window."""
    if table.window is None or seat not in table.window["may_respond"]:
        return False
    passed = [*table.window["passed"], seat]
    table.put(table, "window", {**table.window, "passed": passed})
    if all(each in passed for each in table.window["may_respond"]):
        close(table)
    return True


def close(table: Table) -> None:
    """Works the links off, newest first. A link that ends the game takes the rest of the window with it."""
    if table.window is None:
        return
    while (link := _next_link(table)) is not None:
        table.game.resolve(table, link)
    _shut(table)
    table.game.window_closed(table)


def _next_link(table: Table) -> Link | None:
    """Takes the link that takes effect next off the window; None where nothing waits any more."""
    window = table.window
    if window is None or not (links := window["links"]):
        return None
    link, rest = (links[-1], links[:-1]) if table.game.newest_first() else (links[0], links[1:])
    table.put(table, "window", {**window, "links": rest, "resolving": True})
    taken: Link = link
    return taken


def _shut(table: Table) -> None:
    if table.window is not None:
        table.put(table, "window", None)
