"""Teaches schemathesis, which loads this by schemathesis.toml, to send records."""

from __future__ import annotations

import schemathesis

schemathesis.serializer.alias("application/x-ndjson", "text/plain")
