"""What all folders of tests share: nothing but that Python looks for garbage less often, a seventh of their time."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """The tests themselves, and the titles that they keep loaded, are no garbage until the end."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
