"""Refusals of settings, by their English template, in Chinese."""

from __future__ import annotations

SENTENCES: dict[str, str] = {
    "The language {language!r} is not one of {languages}.": "没有语言 {language!r}；可用的语言：{languages}。",
    "No method has a number for every system; see the reasons beside the methods.":
        "没有任何方法能给出所有版本的数值；原因见各方法旁的说明。",
    "There is no system {system!r}; the systems are {systems}.": "没有名为 {system!r} 的版本；现有版本：{systems}。",
    "{system} cannot be compared with itself; choose two systems.": "{system} 不能与自身比较；请选择两个版本。",
    "Method {method!r} was not computed; computed were {methods}.": "未计算方法 {method!r}；已计算：{methods}。",
    "margin is {margin}; it must be 0 or a positive number, in units of the estimate.":
        "margin 为 {margin}；它必须是 0 或正数，单位与估计值相同。",
    "target is {target}; it must be a number in units of the estimate.":
        "目标为 {target}；它必须是数，单位与估计值相同。",
    "target is {target:g}, but the estimates lie between {lowest:g} and {highest:g}; it must lie inside.":
        "目标为 {target:g}，但估计值在 {lowest:g} 与 {highest:g} 之间；目标必须在这个范围之内。",
    "Sensitivity is known for {methods}, not for {method!r}.": "敏感性分析只适用于 {methods}，不适用于 {method!r}。",
    "metric is {metric!r}; use {names} or {last}.": "metric 为 {metric!r}；请使用 {names} 或 {last}。",
    "resamples is {resamples}; use 0 (no resampling) or at least 2.":
        "resamples 为 {resamples}；请使用 0（不重抽样）或至少 2。",
    "level is {level:g}; it must lie between 0 and 1, for example 0.95.":
        "level 为 {level:g}；它必须在 0 与 1 之间，例如 0.95。",
    "seed is {seed}; it must be 0 or a positive whole number.": "seed 为 {seed}；它必须是 0 或正整数。",
    "No method was chosen; choose at least one of {methods}.": "没有选择方法；请至少选择一种：{methods}。",
    "Unknown method {names}; the methods are {methods}.": "没有名为 {names} 的方法；可用的方法：{methods}。",
    "hero2_weight is {value!r}; use paper or finite.": "hero2_weight 为 {value!r}；请使用 paper 或 finite。",
    "ridge is {value}; it must be auto, 0 or a positive number.": "ridge 为 {value}；它必须是 auto、0 或正数。",
    "new_annotators is {value!r}; use {names}.": "new_annotators 为 {value!r}；请使用 {names}。",
    "prevalence is {value!r}; use {names}.": "prevalence 为 {value!r}；请使用 {names}。",
    "tol is {value}; it must be a small positive number such as 1e-6.":
        "tol 为 {value}；它必须是很小的正数，例如 1e-6。",
    "max_iter is {value}; it must be at least 1.": "max_iter 为 {value}；它必须至少为 1。",
    "pec_pseudocounts is {value}; give three numbers of at least 0: class, diagonal, off-diagonal.":
        "pec_pseudocounts 为 {value}；请给出三个不小于 0 的数：类别、对角线、非对角线。",
    "text is {value!r}; only the column prompt can be used.": "text 为 {value!r}；只能使用 prompt 列。",
    "The words of the prompts are a covariate of HERO-2: add hero2 to the methods.":
        "提示词文本是 HERO-2 的条目特征：请在方法中加上 hero2。",
    "Numbers of annotators must be whole, between 1 and the {voters} of the round; given were {numbers}.":
        "标注者人数须为 1 到 {voters}（评过本轮的人数）之间的整数；给出的是 {numbers}。",
    "Ranking stability needs at least two systems; {file} has {count}.":
        "排名稳定性至少需要两个版本；{file} 的版本数：{count}。",
    "no system column": "没有 system 列",
    "Ranking stability needs at least two annotators; {file} has {count}.":
        "排名稳定性至少需要两位标注者；{file} 有 {count} 位。",
    "values are {given}; give one finite number for each class, lowest class first.":
        "values 为 {given}；请为每个类别给出一个有限的数值，从最低的类别开始。",
    "Fractions must lie above 0 and at most 1; given were {fractions}.":
        "保留比例必须大于 0 且不超过 1；给出的是：{fractions}。",
    "{count} subsets for each fraction are too few; use at least 2.":
        "每个比例只抽取 {count} 次太少；请至少抽取 2 次。",
    "There is no file to take annotators from; give a history, a current round, or both.":
        "没有可供读取标注者的文件；请给出历史数据、本轮数据，或两者都给。",
    "{history} does not have gold of every class and there is no current round, so nothing tells how the "
    "annotators judge. Add gold labels of each class, or give a current round.":
        "{history} 并非每个类别都有金标，又没有本轮数据，因此无从得知标注者如何判断。请为每个类别补充金标，或给出"
        "本轮数据。",
}  # fmt: skip
