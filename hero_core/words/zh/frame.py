"""The frame of every page, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "nav.overview": "总览",
    "nav.data": "数据",
    "nav.annotators": "标注者",
    "nav.compare": "比较",
    "nav.stability": "稳定性",
    "nav.items": "条目",
    "nav.lab": "实验室",
    "nav.report": "报告",
}
