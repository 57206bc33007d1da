"""How the fold is run: by a thread of the serving process, or by RQ workers. Both offer the same to the service."""

from workers.jobs.embedded import EmbeddedWorkers
from workers.jobs.queued import QueuedWorkers

__all__ = ["EmbeddedWorkers", "QueuedWorkers"]
