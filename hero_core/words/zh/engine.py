"""Sentences of the engine, by their English template, in Chinese; those of the guard rails stand in diagnostics.py."""

from __future__ import annotations

COUNTED = {
    "annotator": "{count} 位标注者",
    "covariate": "{count} 个条目特征",
    "further vote": "{count} 张后来的票",
    "gold item": "{count} 个金标条目",
    "history item": "{count} 个历史条目",
    "item": "{count} 个条目",
    "iteration": "{count} 次迭代",
    "more item": "{count} 个条目",
    "pair": "{count} 对",
    "shared item": "{count} 个共同条目",
    "vote": "{count} 票",
}

_INTERVALS = {
    "bootstrap of items": "对条目重抽样（bootstrap）",
    "bootstrap of current items": "对本轮条目重抽样（bootstrap）",
    "two-level bootstrap": "两级重抽样（bootstrap）",
    "bootstrap of history items, percentile": "对历史条目重抽样（bootstrap），百分位区间",
    "{what}, percentile, {count} resamples": "{what}，百分位区间，重抽样 {count} 次",
    "{interval} ({lost} without a number left out)": "{interval}（其中 {lost} 次没有数值，未计入）",
    "percentile of {count} paired resamples": "{count} 次成对重抽样的百分位区间",
    "analytic, logit scale": "解析法，logit 尺度",
    "analytic, logit scale; the history is small for so many rates, so it may be too narrow": (
        "解析法，logit 尺度；历史数据相对于这么多评判率偏少，区间可能过窄"
    ),
    "analytic, paired": "解析法，成对",
    "Wilson interval over {items}": "基于 {items}的 Wilson 区间",
    "Wilson interval over {items}, since {why}": "基于 {items}的 Wilson 区间，因为{why}",
    "Wilson over expected votes": "基于期望票数的 Wilson 区间",
    "likelihood interval with rates held fixed, since {why}": "固定标注者比率的似然区间，因为{why}",
    "from the intervals of both systems, since the resamples agree":
        "由两个版本各自的区间得出，因为各次重抽样结果一致",
    "no analytic interval here; use resamples": "此处没有解析区间；请使用重抽样",
    "none: most resamples have no number": "无：多数重抽样没有数值",
    "none: no resamples were asked for": "无：未要求重抽样",
    "none: the resamples agree or most have no number": "无：各次重抽样结果一致，或多数没有数值",
    "the resamples agree": "各次重抽样结果一致",
    "the items agree completely": "所有条目完全一致",
    "the estimate lies at the edge of what is possible": "估计值处于取值范围的边界",
    "gold-anchored fit of the history": "以金标为锚的历史数据拟合",
    "Dawid-Skene on the current votes, without gold": "仅凭本轮投票的 Dawid-Skene，不用金标",
}  # fmt: skip

_NAMES = {
    "{names} and {rest} more": "{names} 以及另外 {rest} 个",
    "{first} and {second}": "{first} 与 {second}",
    "{method} of {system}": "{system}（{method}）",
    "p = {p:.2g}": "p = {p:.2g}",
    "p < {p:g}": "p < {p:g}",
    "none": "无",
    "all items": "全部条目",
    "annotators": "标注者",
    "simple vote": "多数票",
    "share of votes": "票数占比",
    "Dawid-Skene by most likely class": "Dawid-Skene（取最可能类别）",
    "gold only": "仅用金标",
    "starting": "正在开始",
    "other work goes first": "先完成其他计算",
    "fitting": "正在拟合",
    "checking": "正在检查",
    "resampling": "正在重抽样",
    "leaving annotators out": "正在去掉部分标注者",
    "round {number} of {total}": "第 {number} 轮，共 {total} 轮",
}

_REASONS = {
    "No item has a vote.": "没有任何条目有票。",
    "No vote of an annotator with history is left.": "没有留下任何有历史数据的标注者的票。",
    "This method has no number here.": "该方法在此没有数值。",
    "HERO has no number here.": "HERO 在此没有数值。",
    "No usable covariate: HERO-2 equals HERO-1.": "没有可用的条目特征：HERO-2 与 HERO-1 相同。",
    "EM is not converged: it stopped after {steps}, the limit; the number may still move.{shell}":
        "EM 未收敛：到达上限 {steps}后停止，数值可能还会变动。{shell}",
    "No share inside 0 to 1 solves the equation; the number is the nearest possible one, at the boundary.":
        "0 到 1 之间没有占比能满足方程；此数值取最接近的可能值，处于边界。",
    "The share of class {label} would have to be below 0; it is held at 0, the boundary, and the rest is fitted.":
        "类别 {label} 的占比本应低于 0；现固定在边界 0，其余照常拟合。",
    "There is no interval for this number.": "这个数值没有合理区间。",
    "There is no interval for the difference: too few resamples have a number.":
        "差距没有合理区间：有数值的重抽样太少。",
    "At least one system has no number, so there is no ranking to compare with.":
        "至少有一个版本没有数值，因此没有可对照的排名。",
    "All systems are tied, so there is no order and tau is not defined.": "所有版本并列，没有先后，因此 tau 无定义。",
    "Only {annotators}: leaving some out says little about the stability of a ranking.":
        "只有 {annotators}：去掉其中几位并不能说明排名是否稳定。",
    "There is no history, so nothing tells how annotators vote.": "没有历史数据，无从得知标注者如何投票。",
}  # fmt: skip

_AGREEMENT = {
    "No item was judged by two annotators: there is nothing to compare.":
        "没有条目由两位标注者同时判断过：无从比较。",
    "Both gave the label {label} to every one of the {items} that they share: without variation kappa is not "
    "defined.":
        "两人给 {items}（全部共同条目）的标签都是 {label}：没有变化，kappa 无定义。",
    "All {votes} votes on items with two or more votes are {label}: without variation alpha is not defined. "
    "Percent agreement is.":
        "在有两票或更多票的条目上，全部 {votes} 票都是 {label}：没有变化，alpha 无定义，但一致率有定义。",
    "{share:.1f}% of the votes are {label}: people agree often by chance alone, so alpha and kappa are low "
    "or unsure though they agree.":
        "{share:.1f}% 的票都是 {label}：单凭随机就常常一致，所以即使大家意见一致，alpha 和 kappa 也会偏低或不稳。",
    "Read the share of equal votes beside them.": "请同时看旁边“判断相同”的比例。",
    "{count} pairs of annotators share items; the {shown} that share most are listed, and {rest} pairs with at "
    "most {items} are left out.":
        "共有 {count} 对标注者有共同条目；列出共同条目最多的 {shown} 对，另有 {rest} 对（至多 {items}）未列出。",
    "{votes} of an annotator on an item that he or she had judged before are left out: agreement is between "
    "annotators.":
        "同一标注者对已判断过的条目投出的 {votes}未计入：一致度是在标注者之间衡量的。",
}  # fmt: skip

_CLASSIFIER = {
    "The classifier predicted 1 for no item: there is no precision.": "分类器没有把任何条目预测为 1：没有精确率。",
    "There is no positive item to find: recall is not defined.": "没有可检出的正例条目：召回率无定义。",
    "The share of positives has no number: see the row of prevalence or precision.":
        "正例占比没有数值：请看正例占比或精确率那一行。",
    "More positives among the items predicted 1 than in all come out; recall is held at 1, the boundary.":
        "算出的预测为 1 的条目中的正例多于全部正例；召回率固定在边界 1。",
    "No item has a vote that counts here.": "没有条目有可在此计入的票。",
    "items predicted 1": "预测为 1 的条目",
    "{system}, predicted 1": "{system}（预测为 1）",
    "{file} has no predictions.": "{file} 没有分类器的预测。",
    "{file} has no predictions of a classifier. Add a column prediction with 1 or 0 for each item, or name the "
    "column that holds them{shell}.":
        "{file} 没有分类器的预测。请添加 prediction 列，每个条目填 1 或 0；或指明预测所在的列{shell}。",
    "Precision and recall need two classes; the labels have {count} ({names}). Cut the scale in two on the Data "
    "page{shell}: labels of N and more count as 1.":
        "精确率和召回率需要恰好两个类别；这些标签有 {count} 个（{names}）。请在“数据”页把量表一分为二{shell}：不小于 N "
        "的标签计为 1。",
    "{items} of {total} without a prediction left out: all four numbers are about items with a prediction.":
        "{total} 个条目中有 {items}没有预测，未计入：四个数值都只针对有预测的条目。",
    "HERO-2 compares the features of items predicted 1 with those of the history that are predicted 1, and {what}. "
    "HERO-1 needs no predictions there.":
        "HERO-2 要把预测为 1 的条目与历史数据中预测为 1 的条目比较特征，而 {what}。HERO-1 不需要历史数据中的预测。",
    "{history} has no column prediction": "{history} 没有 prediction 列",
    "{history} has only {items} of these": "{history} 中这样的条目只有 {items}",
    "HERO-2: refused. {why}": "HERO-2：无数值。{why}",
    "Add the classifier's predictions of the history items as a column prediction.":
        "请为历史条目添加 prediction 列，填入分类器的预测。",
}  # fmt: skip

_FEATURES = {
    "it differs between outputs of the same prompt, so it describes the output":
        "同一提示词的不同回答取值不同，说明它描述的是回答",
    "it is absent from {file}": "{file} 中没有它",
    "there is no history": "没有历史数据",
    "it is {value:g} for every item of {file}": "它在 {file} 的每个条目上都是 {value:g}",
    "not chosen": "未选用",
    "Covariate {name} is left out of HERO-2: {reason}.": "HERO-2 不使用条目特征 {name}：{reason}。",
    "Without any usable covariate HERO-2 equals HERO-1.": "没有可用的条目特征时，HERO-2 与 HERO-1 相同。",
    "Unknown covariate {names}; the files have {known}.": "没有名为 {names} 的条目特征；文件中有：{known}。",
    "{name} differs between outputs of the same prompt, so it describes the output and not the prompt, like a "
    "judge's score. Its mean moves with the quality of the outputs, which biases HERO-2: it is not used.":
        "同一提示词的不同回答在 {name} 上取值不同，说明它描述的是回答而不是提示词，例如裁判模型的评分。它的均值随"
        "回答质量变动，会使 HERO-2 产生偏差，因此不使用。",
    "Nothing to do if that is so.{shell}": "如果确实如此，无需处理。{shell}",
    "HERO-2 takes {names} for features of the prompt. A feature of the output, such as an AI judge's score or the "
    "output's length, would bias it.":
        "HERO-2 把 {names} 当作提示词的特征。若它描述的是回答（例如裁判模型的评分或回答长度），结果会有偏差。",
    "Name the features of the prompt{naming}, or leave them out{none}.":
        "请指明哪些是提示词的特征{naming}，或者都不使用{none}。",
    "Text covariates are learned from a history: add one.": "提示词文本的特征要从历史数据中学习：请添加历史数据。",
    "The prompts of {history} are all the same: there is nothing to learn from their words.{shell}":
        "{history} 的提示词全都相同：从用词中学不到什么。{shell}",
    "{file} has a column {column} of its own; give it another name{shell}.":
        "{file} 本身已有一列 {column}；请给该列换个名称{shell}。",
    "{file} has no prompts, so their words cannot be used. Add a column prompt, or name the one that holds them"
    "{shell}.":
        "{file} 没有提示词，无法使用其用词。请添加 prompt 列，或指明提示词所在的列{shell}。",
    "{history} has only {count} different prompts": "{history} 只有 {count} 种不同的提示词",
    "the words of the history's prompts do not tell how its items came out":
        "历史数据中提示词的用词不能说明条目的结果",
    "HERO-2 does not use the words of the prompts: {reason}.": "HERO-2 没有使用提示词文本：{reason}。",
    "The words of {prompts} prompts foretell {explained}% of the variance of the history's items.":
        "{prompts} 条提示词的用词能预测历史条目 {explained}% 的方差。",
    "{known} HERO-2 takes {share:.0f}% out of the variance of HERO-1: worth about {items}.":
        "{known}HERO-2 比 HERO-1 的方差减少 {share:.0f}%：约相当于多出 {items}。",
    "{known} HERO-2 is not more precise than HERO-1 for it.": "{known}但 HERO-2 并未因此比 HERO-1 更精确。",
    "{known} What HERO-2 gains is told where HERO-1 stands beside it with a standard error.":
        "{known}要知道 HERO-2 的收益，需要同时计算 HERO-1 及其标准误。",
    "{items} without a prompt count as average.": "没有提示词的 {items}按平均值计。",
}  # fmt: skip

_PLANNING = {
    "power is {power:g} and level {level:g}; both must lie between 0 and 1.":
        "power 为 {power:g}，level 为 {level:g}；两者都必须在 0 与 1 之间。",
    "detect is {detect:g}, more than the estimates can differ ({scale:g}). It is in units of the estimate: 0.05 stands "
    "for 5 points.":
        "detect 为 {detect:g}，超过了估计值可能的最大差距（{scale:g}）。"
        "它以估计值为单位：0.05 表示 5 个百分点。",
    "Say how large a difference is to be found: detect must be a number above 0.":
        "请说明要发现多大的差距：detect 必须是大于 0 的数。",
    "There is no analytic error of {method} here: too many annotators. Choose another method.":
        "{method} 在此没有解析误差：标注者太多。请换一种方法。",
    "The error of {method} is not known here: all items say the same, or the estimate lies at the boundary. Add "
    "items before planning.":
        "{method} 的误差在此未知：所有条目完全一致，或估计值处于边界。请先增加条目再做规划。",
    "The error of {method} comes out larger than the scale: the history has too few items for so many rates. Add "
    "history items with gold, or choose another method.":
        "{method} 的误差比整个量表还大：历史条目太少，不足以估计这么多比率。请增加带金标的历史条目，或换一种方法。",
    "Give two different systems a and b, one system a, or none.": "请给出两个不同的版本 a 和 b，或只给 a，或都不给。",
    "No method has a number for what is to be planned.": "没有方法能给出要规划的数值。",
    "What is not known about the annotators would alone hide so small a difference; gold is needed too.":
        "仅对标注者的不了解就会掩盖这么小的差距；还需要金标。",
    "std_error is {value}; it must be a positive number.": "std_error 为 {value}；它必须是正数。",
    "More than {most} times as many would be needed.": "所需数量超过现有的 {most} 倍。",
    "This method learns the annotators from the round alone; a history with gold labels would help most.":
        "该方法仅凭本轮了解标注者；补充一份含金标的历史数据帮助最大。",
    "Even with {votes} per item too much is left; add items or gold.":
        "即使每个条目 {votes}，剩余的不确定性仍然过大；请增加条目或金标。",
    "Even that is not enough: a larger history is needed, or a larger difference.":
        "即使如此仍不够：需要更大的历史数据，或更大的差距。",
    "Every history item has gold; add items.": "每个历史条目都已有金标；请增加条目。",
    "Too many annotators to say; add items.": "标注者太多，无法判断；请增加条目。",
    "Even gold for the {items} without it leaves too much; add items to the round.":
        "即使为尚无金标的 {items}全部补上金标，剩余的不确定性仍然过大；请在本轮增加条目。",
}  # fmt: skip

_DESIGNS = {
    "Ten annotators, five random ones per item, rarer positives now than in the history.":
        "十位标注者，每个条目随机五位；本轮正例比历史数据少。",
    "HERO's synthetic table, generator A: 10% of items hide their positives from everybody.":
        "HERO 论文的模拟表，生成器 A：10% 的条目谁都难以看出正例。",
    "HERO's synthetic table, generator B: 20% of items hide their positives from everybody.":
        "HERO 论文的模拟表，生成器 B：20% 的条目谁都难以看出正例。",
    "HERO's synthetic table without hard items: the model holds.": "HERO 论文的模拟表，没有困难条目：模型成立。",
    "STABLEVAL's stress test: six systems of rising quality; spoil the annotators or the items.":
        "STABLEVAL 的压力测试：六个质量递增的版本；可让标注者或条目变差。",
    "Three versions on the same prompts; a lenient annotator labelled mostly the newest.":
        "三个版本，提示词相同；一位宽松的标注者主要标注了最新版本。",
    "Ten systems on a scale of 0, 1, 2, judged by strict and lenient annotators.":
        "十个版本，量表为 0、1、2，由严格与宽松的标注者判断。",
    "There is no simulation design {design!r}. Choose one of: {names}.":
        "没有名为 {design!r} 的模拟设计。可选：{names}。",
    "A simulation design has no field {names}. Fields: {known}.": "模拟设计没有 {names} 这一项。可用的项：{known}。",
    "The simulation design {design!r} cannot be made with {given}.": "模拟设计 {design!r} 不能使用 {given}。",
    "The simulation design {design!r} cannot be made with {given}: {why}.":
        "模拟设计 {design!r} 不能使用 {given}：{why}。",
    "an item has at least 1 vote and at most one of each annotator (n_annotators = {count})":
        "每个条目至少 1 票，每位标注者至多一票（n_annotators = {count}）",
    "every system's share, prevalence plus gap for each system after the first, must lie between 0 and 1":
        "每个版本的占比（prevalence，从第二个版本起依次加 gap）必须在 0 与 1 之间",
    "a share must lie between 0 and 1": "占比必须在 0 与 1 之间",
    "it must be positive, or none for annotators who are all alike": "它必须是正数；若标注者完全相同则留空",
    "it must lie between 0 and 1, without 0 and 1": "它必须在 0 与 1 之间，不含 0 和 1",
    "there is only one system": "只有一个版本",
    "repetitions is {total}; a spread needs at least 2.": "repetitions 为 {total}；要看离散程度至少需要 2。",
    "pools is {pools}; it must be 0 (new annotators in every round) or a positive whole number.":
        "pools 为 {pools}；它必须是 0（每轮都换新标注者）或正整数。",
    "The design has no history, which {methods} would need.": "该设计没有历史数据，而 {methods} 需要它。",
}  # fmt: skip

_SLICES = {
    "{by} = {value}": "{by} = {value}",
    "{by} from {low} to {high}": "{by} 从 {low} 到 {high}",
    "{by} not given": "未给出 {by}",
    "Fewer than {least} items of a version: too few for a number.":
        "有一个版本的条目少于 {least} 个：太少，得不出数值。",
    "There is no item feature {by!r}; the features are: {have}.": "没有名为 {by!r} 的条目特征；现有特征：{have}。",
    "Slices are known for {methods}, not for {method!r}.": "分组比较只适用于 {methods}，不适用于 {method!r}。",
}  # fmt: skip

SENTENCES: dict[str, str] = {
    **{f"{{count}} {noun}": chinese for noun, chinese in COUNTED.items()},
    **{f"{{count}} {noun}s": chinese for noun, chinese in COUNTED.items()},
    **_INTERVALS, **_NAMES, **_REASONS, **_AGREEMENT, **_CLASSIFIER, **_FEATURES, **_PLANNING, **_DESIGNS, **_SLICES,
}  # fmt: skip
