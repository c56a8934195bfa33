"""Sentences of the reader about ids, labels, votes and repairs, by their English template, in Chinese."""

from __future__ import annotations

OF_IDS: dict[str, str] = {
    "{file}, column {column}, {where}: {count} id{s} in exponent form, such as {example}.": (
        "{file} 的 {column} 列，{where}：{count} 个编号成了科学计数法，例如 {example}。"
    ),
    "A spreadsheet has dropped the last digits for good: export the ids again as text.": (
        "电子表格已丢掉末尾的数字，无法恢复：请把编号按文本重新导出。"
    ),
    "{file}, column {column}, {where}: {count} id{s} of more than {limit} characters.": (
        "{file} 的 {column} 列，{where}：{count} 个编号超过 {limit} 个字符。"
    ),
    "Usually a double quote that is not closed, or the wrong column; correct it and read the file again.": (
        "通常是双引号没有闭合，或列选错了；请改正后重新读取。"
    ),
    "{file}, column {column}: every id ends in .0, as in {example}; read without it, as {fixed}.": (
        "{file} 的 {column} 列：所有编号都以 .0 结尾，例如 {example}；已去掉 .0，读作 {fixed}。"
    ),
    "Nothing to do if these are whole numbers: a data frame with an empty cell writes them like this.": (
        "如果它们是整数，无需处理：数据框有空单元格时会这样写出整数。"
    ),
    "{file}, column {column}, {where}: {count} group{s} of ids that look alike, kept apart: {pairs}.": (
        "{file} 的 {column} 列，{where}：{count} 组编号写法相近，未合并：{pairs}。"
    ),
    "If they mean the same, give them one spelling: on the Data page{shell}.": (
        "如果含义相同，请在“数据”页统一写法{shell}。"
    ),
    "{who} may be written differently in {history} and {current}; kept apart: {pairs} (the first as in "
    "{history}).": "{who}在 {history} 和 {current} 中的写法可能不同，未合并：{pairs} （前者为 {history} 中的写法）。",
    "If they mean the same, give them the spelling of {history}: on the Data page{shell}.": (
        "如果含义相同，请在“数据”页改用 {history} 中的写法{shell}。"
    ),
    "{file}, {where}: {count} row{s} without {columns}, set aside{gold}.": (
        "{file} {where}：{count} 行缺少 {columns}，已搁置{gold}。"
    ),
    " ({count} of them with a gold label)": "（其中 {count} 行有金标）",
    "Fill in the ids if these votes should count.": "如果这些票应当计入，请补上编号。",
    "{file}, column {column}, {where}: {count} blank cell{s}; these rows form a group of their own, {name}.": (
        "{file} 的 {column} 列，{where}：{count} 个单元格为空；这些行自成一组，名为 {name}。"
    ),
    "Fill in the column if they belong elsewhere.": "如果它们属于别的组，请补全该列。",
    "{file}, column {column}, {where}: {count} id{s} with letters that nobody sees, kept as they are: {ids}.": (
        "{file} 的 {column} 列，{where}：{count} 个编号含看不见的字符，已原样保留：{ids}。"
    ),
    "Take them out of the file if these are the ids of others; such letters come with copied text.": (
        "如果它们其实是别的编号，请从文件中删去这些字符；复制粘贴文字时容易带入。"
    ),
}

OF_LABELS: dict[str, str] = {
    "{file}, column {column}: values without a known meaning: {values}.{hint}": (
        "{file} 的 {column} 列：含义未知的值：{values}。{hint}"
    ),
    " Line {line} looks like a second header row; if so, delete it.": (
        "第 {line} 行像是第二个表头；若是如此，请删除。"
    ),
    "Which of them is 1 and which is 0?": "哪个是 1，哪个是 0？",
    "Say what they mean on the Data page{shell}.": "请在“数据”页说明它们的含义{shell}。",
    "Give the class of each value on the Data page{shell}.": "请在“数据”页为每个值指定类别{shell}。",
    "{file}, column {column}: the only whole numbers are {values}, so which one is 1 and which is 0 is not "
    "known.": "{file} 的 {column} 列：整数只有 {values}，因此无法知道哪个是 1、哪个是 0。",
    "{file}, column {column}: {classes} different whole numbers ({values}, ...); a scale has at most {limit}.": (
        "{file} 的 {column} 列：有 {classes} 个不同的整数（{values} 等）；量表最多 {limit} 级。"
    ),
    "Choose the column that holds the label. {cure}": "请选择存放标签的列。{cure}",
    "{file}, column {column}: every vote is given the one class {values}; at least two are needed.": (
        "{file} 的 {column} 列：每一票都是同一类别 {values}；至少需要两个类别。"
    ),
    "{file}, column {column}: values that are not on the scale of the labels ({scale}): {values}.": (
        "{file} 的 {column} 列：有值不在标签的量表（{scale}）上：{values}。"
    ),
    "Correct or clear these cells if they are mistakes. {cure}": "如果是笔误，请改正或清空这些单元格。{cure}",
    "{file}, column {column}, {where}: {count} row{s} without a label{words}; no vote was counted there.": (
        "{file} 的 {column} 列，{where}：{count} 行没有标签{words}；这些行不计票。"
    ),
    " (empty or {written})": "（空白或 {written} ）",
    "Nothing to do if these tasks were skipped.": "如果这些任务被跳过，无需处理。",
    "{file}, column {column}: no usable vote in {count} row{s}.": "{file} 的 {column} 列：{count} 行中没有一票可用。",
    "Choose the column that holds the label, or another file.": "请选择存放标签的列，或换一个文件。",
    "{file}, column {column}, {where}: {count} gold cell{s} in the current file, not used in any estimate.": (
        "{file} 的 {column} 列，{where}：本轮数据中有 {count} 个金标，不用于任何估计。"
    ),
    "Give the file as history if its gold should be used.": "如果要使用其中的金标，请把该文件作为历史数据提供。",
    "{file}, column {column}: {count} item{s} with more than one gold label: {examples}. The gold is withdrawn "
    "there, the votes stay.": (
        "{file} 的 {column} 列：{count} 个条目有多个不同的金标：{examples}。这些条目的金标作废，投票保留。"
    ),
    "Keep one gold label per item.": "每个条目请只保留一个金标。",
    "{file}, column {column}: {count} item{s} with more than one prediction: {examples}. The prediction is withdrawn "
    "there, the votes stay.": (
        "{file} 的 {column} 列：{count} 个条目有多个不同的预测：{examples}。这些条目的预测作废，投票保留。"
    ),
    "Keep one prediction per item.": "每个条目请只保留一个预测。",
    "{file}, column {column}: {count} cell{s} that mean neither 1 nor 0: {values}. The column was left out.": (
        "{file} 的 {column} 列：{count} 个单元格既不表示 1 也不表示 0：{values}。该列未使用。"
    ),
    "Write 1, 0 or nothing, or give the class of these texts (labels).": (
        "请填 1、0 或留空，或指定这些文字的类别（labels）。"
    ),
    "{file}, column {column}: no cell means 1 or 0 ({values}), so it is not read as a classifier's answers.": (
        "{file} 的 {column} 列：没有单元格表示 1 或 0（{values}），因此不作为分类器的答案读取。"
    ),
    "Nothing to do if the column holds something else; no estimate needs it.": (
        "如果该列存放的是别的内容，无需处理；估计不需要它。"
    ),
}

OF_COVARIATES: dict[str, str] = {
    "{file}, column {column}, {where}: {count} cell{s} without a finite number: {values}.": (
        "{file} 的 {column} 列，{where}：{count} 个单元格不是有限的数字：{values}。"
    ),
    "Correct the cells, leave them empty, or rename the column so that it does not start with x_. "
    "A category is written as a column of 0 and 1 for each of its values.": (
        "请改正或清空这些单元格，或改列名使其不以 x_ 开头。类别特征请按每个取值各写一列 0 和 1。"
    ),
    "{file}, column {column}, {where}: {count} number{s} with a decimal comma, read with a point ({example}).": (
        "{file} 的 {column} 列，{where}：{count} 个数字用逗号作小数点，已按小数点读取（{example}）。"
    ),
    "Nothing to do if the comma marks decimals.": "如果逗号表示小数点，无需处理。",
    "{file}, column {column}, {where}: {count} of {items} items without a value; the mean {mean} was filled in.": (
        "{file} 的 {column} 列，{where}：{items} 个条目中有 {count} 个没有值；已填入均值 {mean}。"
    ),
    "Fill in the values, or leave the column out.": "请补全这些值，或去掉该列。",
    "{file}, column {column}, {where}: {count} item{s} with several values ({examples}); their mean was used.": (
        "{file} 的 {column} 列，{where}：{count} 个条目有多个不同的值（{examples}）；使用其均值。"
    ),
    "A covariate belongs to the item: give it one value on all rows.": "特征属于条目：同一条目的每一行请填相同的值。",
    "{file}, column {column}: no value at all; the column was left out.": (
        "{file} 的 {column} 列：没有任何值；该列未使用。"
    ),
    "Fill it in or delete it.": "请补全或删除该列。",
}

OF_VOTES: dict[str, str] = {
    "{file}, {where}: {count} row{s} with a vote that was given before (same item, annotator and label); {done}.": (
        "{file} {where}：{count} 行与前面的票重复（条目、标注者和标签都相同）；{done}。"
    ),
    "Nothing to do if an export wrote them twice.": "如果是导出时写了两遍，无需处理。",
    "{file}, {where}: {count} row{s} where one annotator labels one item differently ({examples}); {done}.": (
        "{file} {where}：{count} 行中同一标注者对同一条目给了不同标签（{examples}）；{done}。"
    ),
    "Correct the file, or choose the first or the last of them: on the Data page{shell}.": (
        "请改正文件，或在“数据”页选择用第一票或最后一票{shell}。"
    ),
    "none of them is used": "这些票都不用",
    "only the first is used": "只用第一票",
    "only the last is used": "只用最后一票",
    "all are kept": "全部保留",
    "each vote counts once": "每票只计一次",
    "{file}, {where}: {count} item{s} without any vote, not counted ({examples}){gold}.": (
        "{file} {where}：{count} 个条目没有任何票，未计入（{examples}）{gold}。"
    ),
    "; {count} of them with a gold label, not used either": "；其中 {count} 个有金标，同样未使用",
    "Nothing to do if nobody was asked about them.": "如果没有请人评判它们，无需处理。",
}

OF_REPAIRS: dict[str, str] = {
    "{file}, column {column}, {where}: {count} row{s} with another spelling of an id, as asked: {pairs}.": (
        "{file} 的 {column} 列，{where}：已按要求统一 {count} 行中编号的写法：{pairs}。"
    ),
    "Nothing to do if they mean the same; otherwise take the merge back.": "如果含义相同，无需处理；否则请撤回合并。",
    "{file}: no {column} {ids} that could be merged.": "{file}：{column} 列中没有可以合并的 {ids}。",
    "Give the column (item_id, annotator_id, system or round) and the ids as they stand in the file.": (
        "请给出列（item_id、annotator_id、system 或 round）以及文件中的编号原样。"
    ),
    "{file}, {where}: the labels of round {round} were swapped as asked ({one} for {zero} and {zero} for {one}, "
    "{count} vote{s}); gold labels stay.": (
        "{file} {where}：已按要求对调轮次 {round} 的标签（{zero} 改为 {one}，{one} 改为 {zero}，共 {count} 票）；"
        "金标不变。"
    ),
    "Nothing to do if the round was reversed; otherwise take the swap back.": (
        "如果该轮的标签确实相反，无需处理；否则请撤回对调。"
    ),
    "{file}: no round {round} whose labels could be swapped; its rounds: {found}.": (
        "{file}：没有可以对调标签的轮次 {round}；现有轮次：{found}。"
    ),
    "Name a round as it stands in the file.": "请给出文件中的轮次名称原样。",
    "{file}: labels can be swapped where there are two classes; here are {classes}.": (
        "{file}：只有两个类别时才能对调标签；这里有 {classes}。"
    ),
    "Give the class of each label instead (labels).": "请改为指定每个标签的类别（labels）。",
    "{file}, column {column}: labels of {threshold} and more count as 1 ({ones} votes: {high}), those below as 0 "
    "({zeros} votes: {low}), as asked.": (
        "{file} 的 {column} 列：已按要求把不低于 {threshold} 的标签算作 1（{ones} 票：{high}），更低的算作 "
        "0（{zeros} 票：{low}）。"
    ),
    "Nothing to do if that is right; otherwise take the threshold back.": "如果没有问题，无需处理；否则请撤回分界。",
    "{file}, column {column}: all labels are on one side of the threshold {threshold} (1: {high}; 0: {low}), so "
    "every vote says the same.": (
        "{file} 的 {column} 列：所有标签都在分界 {threshold} 的同一侧（1：{high}；0：{low}），因此每一票都相同。"
    ),
    "Choose a threshold within the scale.": "请在量表范围内选择分界。",
    "{file}, column {column}: gold is 1 and 0 already; the threshold was not applied to it.": (
        "{file} 的 {column} 列：金标已经是 1 和 0；没有对它使用分界。"
    ),
    "Nothing to do if gold 1 means the same as a label at or above the threshold.": (
        "如果金标 1 与不低于分界的标签含义相同，无需处理。"
    ),
    "{file}, column {column}: the threshold {threshold} was given, but not all labels are whole numbers: "
    "{values}.": "{file} 的 {column} 列：给出了分界 {threshold}，但并非所有标签都是整数：{values}。",
    "Give their class (labels) beside the threshold, or leave the threshold out.": (
        "请在分界之外指定它们的类别（labels），或不用分界。"
    ),
    "{file}, column {column}: the threshold {threshold} was given, but the labels are 1 and 0 already: {values}.": (
        "{file} 的 {column} 列：给出了分界 {threshold}，但标签已经是 1 和 0：{values}。"
    ),
    "Leave the threshold of this file out.": "这份文件请不用分界。",
}

SENTENCES: dict[str, str] = {
    **OF_IDS, **OF_LABELS, **OF_COVARIATES, **OF_VOTES, **OF_REPAIRS,
}  # fmt: skip
