"""The thread that serves all streams of a process, with a real store and a real connection."""

from __future__ import annotations

import socket

from service.api.hub import Hub, Reader
from service.api.tape import Place, Tape
from service.notices import LocalNotices
from service.store import Store, log, matches
from tests.store.making import note, open_match


class Late(Tape):
    """Something is logged just after the tape was first found to have nothing new."""

    def __init__(self, store: Store, notices: LocalNotices) -> None:
        super().__init__(store)
        self._writes_to, self._notices, self._done = store, notices, False

    def next(self, match_id: str, viewer: str, place: Place) -> tuple[bytes, Place] | None:
        told = super().next(match_id, viewer, place)
        if told is None and not self._done:
            self._done = True
            log.append(self._writes_to, match_id, [note("late")], by="p1")
            self._notices.publish(match_id)
        return told


def test_what_comes_while_a_reader_is_welcomed_reaches_it(store: Store) -> None:
    notices, match_id = LocalNotices(), open_match(store)
    hub = Hub(Late(store, notices), notices, most=10, heartbeat=0.5, stall=5)
    far, near = socket.socketpair()
    far.settimeout(10)
    with store.read() as db:
        place = Place.now(matches.get(db, match_id))
    hub.add(Reader(near, match_id, "judge", place, False, lambda: True))
    heard = b""
    while b"late" not in heard and heard.count(b"still here") < 5:
        heard += far.recv(65536)
    hub.close()
    far.close()
    assert b"late" in heard
