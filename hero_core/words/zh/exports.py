"""Sentences about exports of other tools and about two files together, by their English template, in Chinese."""

from __future__ import annotations

OF_EXPORTS: dict[str, str] = {
    "{file} looks like {kind}. It would be read so: {pairs}. First row: {example}.{answers}{note}": (
        "{file} 看起来是“{kind}”。将这样读取：{pairs}。第一行：{example}。{answers}{note}"
    ),
    "{ours} from {place}": "{ours} 取自 {place}",
    " Answers to choose from: {answers}.": "可选的答案字段：{answers}。",
    "{label} (or another of {answers})": "{label} （或 {answers} 中的另一个）",
    "If that is right, accept it: on the Data page{shell}. Otherwise name the columns{columns} (or layout 'plain' to "
    "read it as it stands).": (
        "如果没有问题，请在“数据”页确认{shell}。否则请指定各列{columns}（或用版式 plain 按原样读取）。"
    ),
    "{file} was read as {kind}: {pairs}.{note}": "{file} 已按“{kind}”读取：{pairs}。{note}",
    "Nothing to do if that is right.": "如果没有问题，无需处理。",
    "{file}: rows without a vote of their own: {count}.": "{file}：有 {count} 行自身不含票。",
    "{file} is not {kind}: it has the fields {found}.": "{file} 不是“{kind}”：它的字段是 {found}。",
    "Leave the layout {name} out to see what the file looks like.": "请去掉版式 {name}，看看文件像什么。",
    "{file}: {kind} with {count} answer fields: {answers}.": "{file}：“{kind}”，有 {count} 个答案字段：{answers}。",
    "Choose one: on the Data page{shell}.": "请在“数据”页选择一个{shell}。",
    "{file}: {kind}, but no vote in it.": "{file}：“{kind}”，但里面没有票。",
    "{file} holds {holds}.": "{file} 里是{holds}。",
    "verdicts of one judge by idx, but not which systems were compared (PandaLM)": (
        "一位裁判按 idx 给出的判断，但没有写明比较的是哪些版本（PandaLM）"
    ),
    "Put it into one zip archive with the test set (idx, cmp_key, annotator1, ...) and give that.": (
        "请把它与测试集（idx、cmp_key、annotator1 等）放进同一个 zip 压缩包再提供。"
    ),
    "questions (MT-bench), but no votes": "问题（MT-bench），没有票",
    "Give the file of judgements; their question_id and turn point here.": (
        "请提供判断结果的文件；其中的 question_id 和 turn 指向这里。"
    ),
    "gold labels of items, but no votes": "条目的金标，没有票",
    "Give the file of votes and this one as its gold: on the Data page under the history file{shell}.": (
        "请提供投票文件，并把这份文件作为它的金标：在“数据”页历史数据文件下方上传{shell}。"
    ),
    "{file}: gold for {count} of the {items} items in {votes_file}; {unused} of its items have no votes there.": (
        "{file}：为 {votes_file} 的 {items} 个条目中的 {count} 个提供了金标；另有 {unused} 个条目在那里没有票。"
    ),
    "Nothing to do if that is as expected.": "如果符合预期，无需处理。",
    "{file} has no column {columns}, so the gold label of an item counts for all its outputs. "
    "Items with gold and several outputs: {count}.": (
        "{file} 没有 {columns} 列，因此一个条目的金标用于它的所有输出。有金标且有多个输出的条目：{count} 个。"
    ),
    "{file} has no column {columns}, so the gold label of an item counts for all its outputs. "
    "Items with gold and several outputs: {count}; for {apart} of them the most frequent vote is not the same for all, "
    "and one gold label can hardly be right.": (
        "{file} 没有 {columns} 列，因此一个条目的金标用于它的所有输出。有金标且有多个输出的条目：{count} 个；"
        "其中 {apart} 个的各输出得票最多的标签不同，同一个金标很难都对。"
    ),
    "Add the column {columns} to the gold file, unless its labels are about what the outputs have in common, such as "
    "the prompt.": "请在金标文件中加上 {columns} 列，除非金标说的是各输出的共同之处（例如提示词）。",
    "{file}: no row has a gold label; its column {column} is empty.": "{file}：没有一行有金标；{column} 列是空的。",
    "Give the file that holds the expert answers: one row per item, with its gold label.": (
        "请提供含有专家答案的文件：每个条目一行，带上它的金标。"
    ),
    "{file}: none of its items is in {votes_file} (gold for {gold}, ...; votes on {votes}, ...).": (
        "{file}：它的条目都不在 {votes_file} 中（金标条目如 {gold} ；投票条目如 {votes} ）。"
    ),
    "Give the gold of these items, with the ids as they stand in the votes.": (
        "请提供这些条目的金标，编号与投票文件中的写法一致。"
    ),
    "{file}: a gold file needs a column of items and one of gold labels. Found: {found}.": (
        "{file}：金标文件需要一列条目和一列金标。现有列：{found}。"
    ),
    "Name them item_id and gold_label.": "请把它们命名为 item_id 和 gold_label。",
    "{file}, {where}: {count} row{s} with another gold label for an item than before.": (
        "{file} {where}：{count} 行的金标与同一条目前面的不同。"
    ),
}

LAYOUTS: dict[str, str] = {
    "the number of the row": "行的序号",
    "their cells": "各列的单元格",
    "the names {names}": "列名 {names}",
    "the names {first} to {last}{judges}": "列名 {first} 至 {last}{judges}",
    "; the files of {names}": "；以及 {names} 的文件",
    "the one of {options} that is true": "{options} 中为 true 的那一列",
    'nobody is named: "{name}" for all': '没有写明是谁：全部记为 "{name}"',
    "model_a, model_b (two rows each)": "model_a、model_b（各成一行）",
    "cmp_key (two rows each)": "cmp_key（拆成两行）",
    "0 = lost, 1 = tie, 2 = won": "0 = 负，1 = 平，2 = 胜",
    "severity, the worst of a rater's rows (0 = major, 1 = minor, 2 = no error)": (
        "severity，取同一评审各行中最严重的（0 = 严重，1 = 轻微，2 = 无错误）"
    ),
    "metadata or fields (a usual name)": "metadata 或 fields（常用名称）",
    "metadata or fields (a usual name such as model)": "metadata 或 fields（常用名称，如 model）",
    "responses: value of {answer}": "responses：{answer} 的 value",
    "annotations: result with from_name {answer}": "annotations：from_name 为 {answer} 的 result",
    "annotations with ground_truth": "带 ground_truth 的 annotations",
    "data (a usual name such as model)": "data（常用名称，如 model）",
    "data_row: global_key (or id)": "data_row：global_key（或 id）",
    "_annotator_id (or _session_id)": "_annotator_id（或 _session_id）",
    "answer to {answer}: accept = 1, reject = 0, or the chosen option": (
        "对 {answer} 的回答：accept = 1，reject = 0，或所选选项"
    ),
    "the name of the file": "文件名",
    "data (or text)": "data（或 text）",
    "Argilla records (JSON)": "Argilla 记录（JSON）",
    "Argilla records, flattened (CSV, Parquet or JSON)": "Argilla 记录，已展开（CSV、Parquet 或 JSON）",
    "Suggestions are not votes; drafts and discarded responses are left out.": (
        "建议不算票；草稿和已丢弃的回答不计入。"
    ),
    "Crowd-Kit answers": "Crowd-Kit 答案",
    "Cleanlab multi-annotator table, long": "Cleanlab 多标注者长表",
    "Truth inference answers": "真值推断答案",
    "The gold stands in its own file (question, truth): give it as gold{shell}.": (
        "金标在单独的文件里（question、truth）：请把它作为金标提供{shell}。"
    ),
    "STABLEVAL table: agent_id is the system": "STABLEVAL 表：agent_id 即版本",
    "Without the system, outputs of different agents for one prompt would count as one item.": (
        "若不写明版本，不同 agent 对同一提示词的输出会算作一个条目。"
    ),
    "Amazon Mechanical Turk batch results": "亚马逊 Mechanical Turk 批次结果",
    "Rejected assignments are left out; a HIT counts as one item. Of a column per option the true one counts.": (
        "被拒绝的任务不计入；一个 HIT 算一个条目。若每个选项各占一列，取为 true 的那一列。"
    ),
    "Toloka results (TSV)": "Toloka 结果（TSV）",
    "Declined, skipped and expired assignments are left out.": "被拒绝、跳过和过期的任务不计入。",
    "Several kinds of feedback stand in one table: one of them is read at a time.": (
        "一张表里有多种反馈：每次读取其中一种。"
    ),
    "LangSmith feedback": "LangSmith 反馈",
    "session_id, the experiment, is the system.": "session_id 即实验，作为版本。",
    "Langfuse scores (blob storage export)": "Langfuse 评分（存储导出）",
    "Langfuse scores (API)": "Langfuse 评分（API）",
    "Where no author is exported, the source (ANNOTATION, API, EVAL) is the annotator.": (
        "没有导出作者时，以来源（ANNOTATION、API、EVAL）作为标注者。"
    ),
    "Phoenix span annotations (data frame)": "Phoenix 跨度标注（数据框）",
    "Phoenix span annotations (API)": "Phoenix 跨度标注（API）",
    "Where identifier is empty, user_id and then annotator_kind is the annotator.": (
        "identifier 为空时，依次以 user_id、annotator_kind 作为标注者。"
    ),
    "Side-by-side preferences": "两两对比偏好",
    "Every row becomes two items, one for each system: {scale}. Their labels mirror each other, so all systems "
    "together are one half.": "每行变成两个条目，每个版本一个：{scale}。两者的标签互为镜像，因此所有版本合计为一半。",
    "PandaLM test set (JSON)": "PandaLM 测试集（JSON）",
    "Every row becomes two items, one for each system of cmp_key: {scale}. Their labels mirror each other, so all "
    "systems together are one half. A zip archive with the test set and files of verdicts (idx, gpt_result) adds a "
    "judge for each file.": (
        "每行变成两个条目，cmp_key 中的每个版本一个：{scale}。两者的标签互为镜像，因此所有版本合计为一半。"
        "把测试集与判断文件（idx、gpt_result）放进同一个 zip 压缩包，每个判断文件就增加一位裁判。"
    ),
    "Label Studio export (JSON)": "Label Studio 导出（JSON）",
    "Label Studio export (CSV or JSON_MIN)": "Label Studio 导出（CSV 或 JSON_MIN）",
    "Cancelled annotations are left out; a ground truth annotation becomes the gold of its task and no vote.": (
        "已取消的标注不计入；标为标准答案的标注成为该任务的金标，不算票。"
    ),
    "Cancelled annotations are left out.": "已取消的标注不计入。",
    "Labelbox export (NDJSON)": "Labelbox 导出（NDJSON）",
    "The export needs label_details: they name who labelled.": "导出时需要包含 label_details：其中写明由谁标注。",
    "doccano export (JSONL)": "doccano 导出（JSONL）",
    "A zip archive with one file per annotator is read as a whole.": "每位标注者一个文件的 zip 压缩包会整体读取。",
    "Prodigy annotations (JSONL)": "Prodigy 标注（JSONL）",
    "Ignored tasks are no votes.": "被忽略的任务不算票。",
    "one column per annotator": "每位标注者一列",
    "MQM error annotation (TSV)": "MQM 错误标注（TSV）",
    "A rater's further errors in a segment belong to one vote; attention tests (HOTW-test) are left out.": (
        "同一评审在同一片段的多处错误合为一票；注意力测试（HOTW-test）不计入。"
    ),
}

OF_BOTH_FILES: dict[str, str] = {
    "The two files use different label scales. {history} {current} Nothing was mapped, since a 1 on one scale is not "
    "a 1 on the other.": (
        "两份文件的标签量表不同。{history}{current}没有做任何换算，因为一种量表上的 1 不是另一种量表上的 1。"
    ),
    "{file}, column label: {labels}.": "{file} 的 label 列：{labels}。",
    "Say which labels of {file} count as 1 and which as 0 on the Data page{labels}, or cut the scale in "
    "two{threshold}: labels of N and more count as 1.": (
        "请在“数据”页说明 {file} 的哪些标签算作 1、哪些算作 0{labels}，或把量表一分为二{threshold}：不低于 N "
        "的标签算作 1。"
    ),
    "{count} item ids stand in {history} and in {current} ({examples}), but with other votes: they are taken for "
    "different outputs under reused ids and all stay.": (
        "{count} 个条目编号同时出现在 {history} 和 {current} 中（{examples}），但投票不同："
        "视为重复使用编号的不同输出，全部保留。"
    ),
    "Add a round or system column to make this certain.": "请添加 round 或 system 列以便确定。",
    "1 item of {history} is in {current} too ({examples}): left out of the history, so that no item informs its own "
    "correction.": (
        "{history} 中有 1 个条目也在 {current} 中（{examples}）：已从历史数据中去掉，避免用条目自身来校正自身。"
    ),
    "{count} items of {history} are in {current} too ({examples}): left out of the history, so that no item informs "
    "its own correction.": (
        "{history} 中有 {count} 个条目也在 {current} 中（{examples}）：已从历史数据中去掉，避免用条目自身来校正自身。"
    ),
    "Keep them in both{shell} on the Data page.": "如需两边都保留，请在“数据”页选择{shell}。",
    "{some} of {everyone} of {file} has no history: {names}.": (
        "{file} 的 {everyone}中有 {some} 位没有历史数据：{names}。"
    ),
    "{some} of {everyone} of {file} have no history: {names}.": (
        "{file} 的 {everyone}中有 {some} 位没有历史数据：{names}。"
    ),
    "{cast} of {votes} is theirs": "{votes}中有 {cast} 票出自他们",
    "{cast} of {votes} are theirs": "{votes}中有 {cast} 票出自他们",
    "{theirs} and used in gold-only and HERO, with habits learned from this round, tied to those of the others.": (
        "{theirs}，用于“仅用金标”和 HERO：他们的习惯从本轮学习，并向其他人靠拢。"
    ),
    "{theirs} and left out of gold-only and HERO, which leaves {items} without a vote there; the other methods use "
    "them.": "{theirs}，不计入“仅用金标”和 HERO，因此有 {items}在那里没有票；其他方法仍使用这些票。",
    "Collect gold for items that they have judged, or use the methods that need no history{shell}.": (
        "请为他们评判过的条目收集金标，或使用不需要历史数据的方法{shell}。"
    ),
    "This method needs a history file with gold labels; only the current file was given.": (
        "这种方法需要含金标的历史数据文件；目前只提供了本轮数据。"
    ),
    "No item of {history} is left as history (all of them stand in {current} too); it needs other items.": (
        "{history} 没有条目可以作为历史数据（全部也在 {current} 中）；需要别的条目。"
    ),
    "{history} has no expert answer (gold) at all, so nothing anchors the annotators' rates. Add gold labels of each "
    "class, or use a method that needs no history.": (
        "{history} 没有任何专家答案（金标），因此无法确定标注者的正确率。"
        "请为每个类别补充金标，或使用不需要历史数据的方法。"
    ),
    "{history} has gold items as follows: {seen}. Without gold of class {missing}, nothing anchors the annotators' "
    "rates there. Add gold labels of each class, or use a method that needs no history.": (
        "{history} 的金标条目：{seen}。没有类别 {missing} 的金标，就无法确定标注者在该类别上的正确率。"
        "请为每个类别补充金标，或使用不需要历史数据的方法。"
    ),
    "None of the annotators of {current} ({ours}) occurs in {history} ({theirs}). Check whether the same people are "
    "named differently in the two files.": (
        "{current} 的标注者（{ours}）都没有出现在 {history} 中（{theirs}）。请检查同一个人在两份文件中的名称是否不同。"
    ),
    "This is the same file twice: {history} as history and {current} as current round. No item may inform its own "
    "correction, so nothing is left as history.": (
        "同一份文件给了两次：{history} 作为历史数据，{current} 作为本轮数据。"
        "任何条目都不能用于校正自己，因此历史数据中什么也不剩。"
    ),
    "Give an earlier round with gold labels as history, or work without one.": (
        "请把含金标的较早一轮作为历史数据，或不使用历史数据。"
    ),
    "The two files look exchanged: {current} is given as current round and has gold labels ({count} cells), {history} "
    "is given as history and has none.": (
        "两份文件似乎放反了：{current} 作为本轮数据却含有金标（{count} 个单元格），{history} 作为历史数据却没有金标。"
    ),
    "The file with the gold labels belongs in the place of the history: swap the two files.": (
        "含金标的文件应放在历史数据的位置：请交换两份文件。"
    ),
    "This history cannot correct anything yet, so there will be no number from HERO. {why}": (
        "这份历史数据还无法用于校正，因此不会有 HERO 的数值。{why}"
    ),
    "Until that is solved, the methods that need no history are shown: simple vote, Dawid-Skene, PEC.": (
        "在此之前，只显示不需要历史数据的方法：多数票、Dawid-Skene、PEC。"
    ),
}

SENTENCES: dict[str, str] = {
    **OF_EXPORTS, **LAYOUTS, **OF_BOTH_FILES,
}  # fmt: skip
