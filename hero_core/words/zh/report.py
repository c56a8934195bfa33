"""The report and its page, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "report.lang": "zh-CN",
}
