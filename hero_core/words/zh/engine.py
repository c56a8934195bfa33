"""Sentences of the engine, by their English template, in Chinese."""

from __future__ import annotations

COUNTED = {
    "annotator": "{count} 位标注者",
    "covariate": "{count} 个特征",
    "further vote": "{count} 条追加标签",
    "gold item": "{count} 个金标条目",
    "history item": "{count} 个历史条目",
    "item": "{count} 个条目",
    "more item": "{count} 个新增条目",
    "pair": "{count} 对",
    "shared item": "{count} 个共同条目",
    "vote": "{count} 条标签",
}

SENTENCES: dict[str, str] = {
    **{f"{{count}} {noun}": chinese for noun, chinese in COUNTED.items()},
    **{f"{{count}} {noun}s": chinese for noun, chinese in COUNTED.items()},
    "{names} and {rest} more": "{names} 等（另有 {rest} 个）",
    "p = {p:.2g}": "p = {p:.2g}",
    "p < {p:g}": "p < {p:g}",
}
