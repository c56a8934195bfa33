"""How ids stand in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Quote: TypeAlias = Callable[[object], str]
