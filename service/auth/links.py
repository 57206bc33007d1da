"""Ways to a seat: a signed link that a QR code can carry, and a short code that can be read aloud.

Both stand for one row of kind `code` among the tokens; revoking that row closes both. The link carries the code under a
signature with a time, so a link cannot be made by guessing codes, and guessing codes by hand is throttled.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from itsdangerous import BadSignature, URLSafeTimedSerializer

# No vowels and no look-alikes. Eight of 27 letters are 38 bits.
_ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ"
CODE_LENGTH = 8


class Links:
    """Makes and reads links and codes under the service's signing key."""

    def __init__(self, key: str, max_age_seconds: int) -> None:
        self._key = key.encode()
        self._max_age = max_age_seconds
        self._serializer = URLSafeTimedSerializer(key, salt="join")

    def new_code(self) -> str:
        return "".join(secrets.choice(_ALPHABET) for _ in range(CODE_LENGTH))

    def secret_of(self, code: str) -> str:
        """The token that a code stands for. Made with the key: else all codes could be tried on a stolen store."""
        plain = "".join(each for each in code.upper() if each in _ALPHABET)
        return hmac.new(self._key, f"code:{plain}".encode(), hashlib.sha256).hexdigest()

    def sign(self, code: str) -> str:
        return str(self._serializer.dumps(code))

    def read(self, signed: str) -> str | None:
        """The code inside a link, or None if the link is not ours or too old."""
        try:
            code = self._serializer.loads(signed, max_age=self._max_age)
        except BadSignature:
            return None
        return code if isinstance(code, str) else None

    def csrf_token(self, session_digest: str) -> str:
        """What a form of this session must send along; another site cannot know it."""
        return hmac.new(self._key, f"csrf:{session_digest}".encode(), hashlib.sha256).hexdigest()
