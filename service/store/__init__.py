"""The store: matches, their append-only logs, and what the workers have made of them.

`open_store(url)` gives a `Store`; its `read()` and `write()` give a connection with a transaction, and the functions
of the modules take that connection:

- `log`      append to a match's log and read it
- `matches`  open, find and list matches
- `folded`   verdicts, patches, snapshots, views and choices that the fold has written
- `rulings`  precedents: earlier rulings with their notes
- `desk`     what judges ask across all matches
- `archive`  old matches, packed away and brought back
- `accounts` accounts, tokens and audit lines
- `hashing`  canonical JSON and the hash chain

Nothing in here knows Flask, Redis or the rules.
"""

from service.store.engine import Store, StoreUnavailable, open_store
from service.store.placing import Conflict, HeadConflict, IdConflict, TooManyEvents, UnknownMatch

__all__ = [
    "Conflict",
    "HeadConflict",
    "IdConflict",
    "Store",
    "StoreUnavailable",
    "TooManyEvents",
    "UnknownMatch",
    "open_store",
]
