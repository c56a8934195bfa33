"""Everything people read, in Chinese: the texts of the screens by key, the sentences of the engine by template.

One word for one thing: annotator 标注者, item 条目, label 标签, vote 票, class 类别, gold 金标, expert answer 专家答案,
version (system) 版本, round 轮次, history 历史数据, current round 本轮, plausible range 合理区间, verdict 结论,
too close to call 差距不足以定论, as good as equal 基本持平, simple vote 多数票, sensitivity 真阳检出率,
specificity 真阴放行率, reliability 可靠度, item feature 条目特征, posterior 后验概率, credit 得分, doubt 不确定度,
drift 标准漂移, truth 真值, points 百分点, resample 重抽样, the reader 你. Punctuation is full-width; beside a
placeholder stands a blank, which goes where a Chinese value is put in.
"""

from __future__ import annotations

from hero_core.words.zh import (
    agreement,
    annotators,
    charts,
    compare,
    data,
    diagnostics,
    engine,
    exports,
    frame,
    help,
    items,
    lab,
    links,
    overview,
    rails,
    reading,
    report,
    rounds,
    settings,
    shared,
    slices,
    stability,
    votes,
)

_TOPICS = (
    slices,
    shared,
    frame,
    help,
    overview,
    data,
    items,
    charts,
    annotators,
    compare,
    stability,
    rails,
    agreement,
    lab,
    report,
    rounds,
    links,
)

TEXTS: dict[str, str] = {key: chinese for topic in _TOPICS for key, chinese in topic.TEXTS.items()}
SENTENCES: dict[str, str] = {
    **reading.SENTENCES,
    **votes.SENTENCES,
    **exports.SENTENCES,
    **engine.SENTENCES,
    **diagnostics.SENTENCES,
    **rounds.SENTENCES,
    **settings.SENTENCES,
}
GAPS = {", ": "、", "; ": "；", " or ": " 或 ", "; and ": "；"}
