"""Shelf: a bounded, thread-safe store of results by content key. It knows nothing of Streamlit."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
Key = tuple[Hashable, ...]


class Shelf:
    """At most `max_entries` results; the one unused for longest goes first.

    A key must name everything that can change the result (content fingerprint and settings): two visitors
    with equal keys get the same object, so results are treated as read-only.
    """

    def __init__(self, max_entries: int) -> None:
        self.max_entries = max_entries
        self._kept: OrderedDict[Key, Any] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: Key) -> bool:
        with self._lock:
            return key in self._kept

    def get(self, key: Key) -> Any:
        """The result of `key`, or None."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key]

    def put(self, key: Key, result: Any) -> None:
        """Keep a result, and let the oldest go where there are too many."""
        with self._lock:
            self._kept[key] = result
            self._kept.move_to_end(key)
            while len(self._kept) > self.max_entries:
                self._kept.popitem(last=False)

    def kept(self, key: Key, make: Callable[[], T]) -> T:
        """The result of `key`, made now if it is not there. Errors are not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                found: T = self._kept[key]
                return found
        result = make()
        self.put(key, result)
        return result

    def forget(self, fingerprint: str) -> None:
        """Let go of everything whose key contains this fingerprint."""
        with self._lock:
            for key in [key for key in self._kept if fingerprint in key]:
                del self._kept[key]
