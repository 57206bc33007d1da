"""Passwords of organisers and judges: argon2id with the library's current parameters."""

from __future__ import annotations

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST = 10
LONGEST = 200

_hasher = PasswordHasher()
# Checked when there is no such account, so that the time to answer does not tell which names exist.
_NOBODY = _hasher.hash("nobody has this password")


def hash_password(password: str) -> str:
    return _hasher.hash(password)


def fits(stored: str | None, password: str) -> bool:
    """Whether the password is the one. Takes the same time when there is none to compare with."""
    try:
        _hasher.verify(stored or _NOBODY, password)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None
