"""Takes events in, and serves replays and rulings."""

import os
from pathlib import Path

# Where several processes serve and fold, they count together, in files. The metrics library decides that once and for
# all when it is first imported, so it has to be told here, before anything else of the service is loaded.
if os.environ.get("REDIS_URL") and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    _counts = Path(os.environ.get("VAR_DIR") or "var") / "metrics"
    _counts.mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_counts)
