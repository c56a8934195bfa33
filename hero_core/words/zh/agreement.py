"""Agreement of annotators, and how good an automatic classifier is, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "agreement.header": "标注者有多一致",
    "agreement.said": "Krippendorff's alpha 为 **{alpha}**（{range}）：1 表示总是一致，0 表示与随机无异。"
    "同一条目上的两票有 {agreement}（{agreement_range}）相同；若全凭随机则为 {expected}。",
    "agreement.said.none": "无法给出一致程度：{reason}",
    "agreement.not_truth": "一致不等于正确：标注者可能一起判错。",
    "agreement.systems": "按版本",
    "agreement.pairs": "两两比较",
    "agreement.matrix": "所有人两两对照",
    "agreement.matrix.said": "与其他人最一致的是 {most}（按共同条目加权的平均 kappa 为 {high}），最不一致的是 {least}"
    "（{low}，与 {count} 人）。",
    "agreement.matrix.how": "每格是两位标注者的 kappa；灰色：共同条目少于 {few} 个。",
    "agreement.matrix.part": "{total} 人中画出共同条目最多的 {shown} 人。",
    "agreement.cell.row": "一位",
    "agreement.cell.column": "另一位",
    "agreement.cell.kappa_text": "kappa 系数",
    "agreement.cell.range_text": "合理区间",
    "agreement.cell.equal_text": "判断相同",
    "agreement.cell.items": "共同条目数",
    "agreement.column.system": "版本",
    "agreement.column.alpha": "Alpha",
    "agreement.column.range": "合理区间",
    "agreement.column.agreement": "判断相同",
    "agreement.column.items": "条目数",
    "agreement.column.pair": "标注者",
    "agreement.column.kappa": "Kappa",
    "agreement.column.reason": "备注",
    "classifier.header": "自动分类器",
    "classifier.lead": "它的回答在 prediction 列中。这里用按标注者习惯校正后的日常标注，"
    "估计它判为阳性的有多少是真阳（精确率）、真阳中它找出了多少（召回率）。",
    "classifier.said": "按 {method}：精确率 **{precision}**（{precision_range}），召回率 "
    "**{recall}**（{recall_range}）。",
    "classifier.none": "按 {method} 没有数值：{reason}",
    "classifier.quantity.precision": "精确率",
    "classifier.quantity.recall": "召回率",
    "classifier.quantity.share_predicted": "判为阳性的比例",
    "classifier.quantity.prevalence": "真阳的比例",
    "classifier.column.method": "方法",
    "classifier.column.quantity": "指标",
    "classifier.column.estimate": "估计值",
    "classifier.column.range": "合理区间",
    "classifier.column.items": "条目数",
    "classifier.waiting": "正在计算精确率和召回率。",
}
