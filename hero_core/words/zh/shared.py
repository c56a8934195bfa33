"""Names of methods, statuses and verdicts; number formats, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "method.mv": "多数票（MV）",
    "method.vote_share": "票数占比",
    "method.ds": "Dawid-Skene（DS）",
    "method.ds_hard": "Dawid-Skene（取最可能类别）",
    "method.mle": "仅用金标",
    "method.hero1": "HERO-1",
    "method.hero2": "HERO-2",
    "method.pec": "PEC",
    "method.mv.plain": "少数服从多数",
    "method.vote_share.plain": "得票比例，每个条目权重相同",
    "method.ds.plain": "仅凭本轮投票推测标注者习惯",
    "method.ds_hard.plain": "同样推测标注者习惯，每个条目只计最可能的类别",
    "method.mle.plain": "仅凭金标条目得知标注者习惯",
    "method.hero1.plain": "按标注者习惯校正",
    "method.hero2.plain": "再用已知特征降噪",
    "method.pec.plain": "期望得分（保留不确定）",
    "status.ok": "正常",
    "status.boundary": "处于取值范围的边界",
    "status.not_identified": "无法识别",
    "status.not_converged": "未收敛",
    "status.refused": "无数值",
    "none": "–",
    "alike": "所示位数内相同的数值",
    "instead": "{then}，而不是 {now}",
    "named": "{name}：{value}",
    "choose.several": "可选择一项或多项",
}
