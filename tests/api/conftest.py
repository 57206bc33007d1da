from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.api.hall import Hall


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    made = Hall(tmp_path_factory.mktemp("hall"))
    yield made
    made.close()


@pytest.fixture
def make_hall(tmp_path: Path) -> Iterator[Callable[..., Hall]]:
    """For tests that need other settings, or to fold by hand."""
    made: list[Hall] = []

    def make(**told: object) -> Hall:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(Hall(folder, **told))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for each in made:
        each.close()
