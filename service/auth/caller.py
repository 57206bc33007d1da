"""The caller of a request: found by bearer token or session cookie, remembered for a few seconds."""

from __future__ import annotations

import hmac
import time
from dataclasses import dataclass, field
from threading import Lock

from schemas.viewer import JUDGE, PUBLIC
from service.problems import Problem
from service.store import Store, accounts
from service.store.matches import Match

COOKIE = "tapedeck_session"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# The kinds of token that speak for somebody. (A code only opens the door to such a token.)
SPEAKING = frozenset({"session", "api", "seat", "public"})
# The memory is emptied when it has grown to this.
MOST_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class Caller:
    """Nobody in particular, an account with roles, or the holder of a seat's (or a public) token of one match."""

    digest: str = ""
    account_id: str | None = None
    name: str = ""
    roles: frozenset[str] = field(default_factory=frozenset)
    match_id: str | None = None
    seat: str | None = None  # p1 … or "public"
    by_cookie: bool = False

    @property
    def anonymous(self) -> bool:
        return not self.digest

    @property
    def is_judge(self) -> bool:
        return "judge" in self.roles

    @property
    def is_organiser(self) -> bool:
        return "organiser" in self.roles

    @property
    def who(self) -> str:
        """For the log's `by` and for audit lines."""
        if self.account_id:
            return f"{'judge' if self.is_judge else 'organiser'}:{self.name}"
        return self.seat or "anyone"

    def seat_in(self, match_id: str) -> str | None:
        """The seat that this caller holds in the match."""
        return self.seat if self.match_id == match_id and self.seat != PUBLIC else None

    def viewer_of(self, match: Match) -> str | None:
        """As whom the caller may look at the match; None: they may not know of it."""
        if self.is_judge:
            return JUDGE
        if self.match_id == match.id:
            return self.seat
        return PUBLIC if not match.private or self.is_organiser else None


ANYONE = Caller()


class Callers:
    """Looks tokens up in the store and remembers the answers briefly, so that a revocation is soon felt everywhere."""

    def __init__(self, store: Store, remember_seconds: int) -> None:
        self._store = store
        self._seconds = remember_seconds
        self._known: dict[tuple[str, bool], tuple[float, Caller]] = {}
        self._lock = Lock()

    def find(self, authorization: str | None, cookie: str | None) -> Caller:
        """Whom these credentials speak for. A bearer token that is no good is refused: nobody falls back to anyone."""
        if authorization:
            scheme, _, token = authorization.partition(" ")
            caller = self._find(token.strip(), by_cookie=False) if scheme.lower() == "bearer" else None
            if caller is None:
                raise no_token("The token is unknown, expired or revoked.")
            return caller
        return (self._find(cookie, by_cookie=True) if cookie else None) or ANYONE

    def _find(self, token: str, *, by_cookie: bool) -> Caller | None:
        if not token:
            return None
        key = (accounts.digest_of(token), by_cookie)
        known = self._known.get(key)
        if known is not None and known[0] > time.monotonic():
            return known[1]
        caller = self._look_up(token, by_cookie)
        if caller is not None:
            with self._lock:
                if len(self._known) >= MOST_REMEMBERED:
                    self._known.clear()
                self._known[key] = (time.monotonic() + self._seconds, caller)
        return caller

    def _look_up(self, token: str, by_cookie: bool) -> Caller | None:
        with self._store.read() as db:
            found = accounts.find_token(db, token)
        # The database has compared digests already; this one takes the same time wherever they differ.
        if found is None or not hmac.compare_digest(found.digest, accounts.digest_of(token)):
            return None
        if found.kind not in SPEAKING:
            return None
        return Caller(
            digest=found.digest,
            account_id=found.account_id,
            name=found.account_name or "",
            roles=frozenset(found.roles or ()),
            match_id=found.match_id,
            seat=found.seat,
            by_cookie=by_cookie,
        )

    def forget_all(self) -> None:
        """After a revocation: this process asks the store again at once, others when they forget by themselves."""
        with self._lock:
            self._known.clear()


def no_token(detail: str = "This needs a token: send `Authorization: Bearer …`.") -> Problem:
    return Problem(401, detail, headers={"WWW-Authenticate": 'Bearer realm="tapedeck"'})
