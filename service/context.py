"""The parts that a request needs, put together once by the application factory."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Semaphore
from typing import TYPE_CHECKING

from flask import current_app

from service.notices import Notices
from service.ports import Workers
from service.settings import Settings
from service.store import Store
from service.store.grouping import Appender

if TYPE_CHECKING:
    from service.api.hub import Hub
    from service.api.limits import Limits
    from service.auth.audits import Refusals
    from service.auth.caller import Callers
    from service.auth.links import Links


@dataclass(frozen=True, slots=True)
class Service:
    settings: Settings
    store: Store
    appender: Appender
    workers: Workers
    notices: Notices
    callers: Callers
    links: Links
    refusals: Refusals
    hub: Hub
    limits: Limits
    waits: Semaphore  # as many requests may wait for long


def the_service() -> Service:
    service: Service = current_app.extensions["tapedeck"]
    return service
