"""What the guard rails say, by its English template, in Chinese."""

from __future__ import annotations

_STATUSES = {
    "{names}: {status}.": "{names}：{status}。",
    "refused": "无数值",
    "not identified": "无法识别",
    "not converged": "未收敛",
    "boundary": "处于边界",
    "The votes do not tell the classes apart, so every share fits them equally well ({what}: {names}).":
        "这些票分不清类别，因此任何占比都同样符合（{what}：{names}）。",
    "sensitivity/specificity": "灵敏度/特异度",
}  # fmt: skip

_COVARIATES = {
    "The covariates have other means than in the history for {names} ({chance}). HERO-2 assumes equal means and "
    "moves its numbers by the difference; HERO-1 leads.":
        "{names} 的条目特征均值与历史数据不同（{chance}）。HERO-2 假定均值相等，会按这一差别移动数值；因此以 "
        "HERO-1 为准。",
    "Leave the covariates out{shell}, or keep only those that describe the same prompts in both rounds.":
        "请去掉条目特征{shell}，或只保留在两轮中描述同样提示词的特征。",
    "{covariates} for {items}: HERO-2's regression is shrunk by a ridge of {ridge:.3g}.":
        "{items}对应 {covariates}：HERO-2 的回归用岭参数 {ridge:.3g} 收缩。",
    "{covariates} for {items}: HERO-2's regression without ridge adds noise instead of taking it out once there "
    "are many.":
        "{items}对应 {covariates}：特征一多，不带岭参数的 HERO-2 回归不但不降噪，反而增加噪声。",
    "Let cross-validation choose a ridge{shell}, or name fewer covariates.":
        "请让交叉验证选择岭参数{shell}，或减少条目特征。",
}  # fmt: skip

_DEPENDENCE = {
    "gold does not match what the votes alone make of the same items": "金标与仅凭投票对同样条目得出的结果不符",
    "annotators match gold less often than the habits learned from their agreement promise":
        "标注者与金标一致的次数，少于从彼此一致中学到的习惯所预示的",
    "HERO-1 goes from {full:.3f} to {tenth:.3f} when unlabelled history items weigh a tenth, which is more than "
    "its plausible range":
        "没有金标的历史条目只按十分之一计时，HERO-1 从 {full:.3f} 变为 {tenth:.3f}，超出其合理区间",
    "Annotators seem to err together, on items that are hard for everyone or by copying: {signs} ({chance}). "
    "Methods that correct votes assume that errors are independent given the truth.":
        "标注者似乎会一起出错，要么是条目对谁都难，要么是互相抄袭：{signs}（{chance}）。校正投票的方法假定，在真"
        "值给定时各人的错误彼此独立。",
    "Compare with gold only, which needs this assumption less, and collect more gold where they differ.":
        "请与“仅用金标”的结果对照，它对这一假定依赖较少；两者不同之处请补充金标。",
    "Collect more gold for this round.": "请为本轮补充金标。",
}  # fmt: skip

_DRIFT = {
    "{moved} of {annotators} judged this round differently than the history: {names}. {first}: {rates} ({chance}). "
    "A change of everybody at once would not be seen.":
        "{annotators}中有 {moved} 位在本轮的判断标准与历史数据不同：{names}。{first}：{rates}（{chance}）。如果所"
        "有人同时改变，这里看不出来。",
    "finds real positives {found_before:.0f}% before, {found_now:.0f}% now; clears negatives {cleared_before:.0f}% "
    "before, {cleared_now:.0f}% now":
        "真阳检出率以前 {found_before:.0f}%，现在 {found_now:.0f}%；真阴放行率以前 {cleared_before:.0f}%，现在 "
        "{cleared_now:.0f}%",
    "share of each class recognised {classes}": "各类别认出的比例：{classes}",
    "{label} {before:.0f}% to {now:.0f}%": "{label} 从 {before:.0f}% 变为 {now:.0f}%",
    "Get gold for items that they judge now; until then read the numbers without their votes beside.":
        "请为他们本轮判断的条目补充金标；在此之前，请同时参考去掉他们的票之后的数值。",
}  # fmt: skip

_HISTORY = {
    "Round {round} of {history}": "{history} 的 {round} 轮",
    "{where}: every annotator disagrees with gold more often than not ({right} of {votes} votes right). The "
    "meaning of its labels may be reversed; nothing was flipped.":
        "{where}：每位标注者与金标不一致的次数都多于一致的次数（{votes} 票中对 {right} 票）。标签的含义可能反了；"
        "未作任何对调。",
    "If it is reversed, swap the labels of round {round}: on the Data page{shell}.":
        "如果确实反了，请在“数据”页对调 {round} 轮的标签{shell}。",
    "If it is reversed, swap the labels in the file, round {round}, and read it again.":
        "如果确实反了，请在文件中对调 {round} 轮的标签，然后重新读取。",
    "If it is reversed, swap the labels in the file and read it again.":
        "如果确实反了，请在文件中对调标签，然后重新读取。",
    "{annotators} of this round with fewer than {least} votes on gold items ({names}): their rates rest mostly on "
    "agreement with the others.":
        "本轮有 {annotators}在金标条目上的票少于 {least} 张（{names}）：他们的比率主要靠与他人的一致程度得出。",
    "Gold for items that they have judged would help most.": "为他们判断过的条目补充金标，帮助最大。",
    "Items with gold got other votes than the rest of {history}: on average {gold:.1f}% against {rest:.1f}% of the "
    "full score ({chance}). Gold that was picked, for instance for being positive, biases the rates of the "
    "annotators by up to 5 points.":
        "{history} 中有金标的条目得到的票与其余条目不同：平均得分率 {gold:.1f}% 对 {rest:.1f}%（{chance}）。若金"
        "标是挑选出来的（例如专挑正例），标注者的比率会偏差多达 5 个百分点。",
    "Say how the items for the expert were chosen; draw the next ones at random.":
        "请说明交给专家的条目是怎么选的；下次请随机抽取。",
}  # fmt: skip

_PEOPLE = {
    "{annotators} gave every item the same label: {names}. Their votes say nothing.":
        "{annotators}给所有条目的标签都相同：{names}。他们的票不含任何信息。",
    "Ask how they worked; leave their votes out.": "请了解他们是怎么做的；不要使用他们的票。",
    "{annotators} voted against gold and the other annotators: {names}. They may have the meaning of labels "
    "reversed, or mean harm; HERO and PEC turn such votes around, the simple vote does not.":
        "{annotators}的票与金标及其他标注者相反：{names}。他们可能把标签的含义弄反了，也可能有意捣乱；HERO 和 "
        "PEC 会把这样的票反过来用，多数票则不会。",
    "Ask whether they swapped the labels.": "请询问他们是否把标签弄反了。",
    "{annotators} agreed with gold and the others hardly more than chance would: {names}. Their votes add cost and "
    "noise, not information.":
        "{annotators}与金标及他人的一致程度几乎不高于随机：{names}。他们的票只增加成本和噪声，不增加信息。",
    "Train or replace them.": "请培训或更换他们。",
    "{pairs} of annotators gave the same labels to nearly all of their shared items, right or wrong: {names}. "
    "Copied votes count double without adding information.":
        "{pairs}标注者在几乎所有共同条目上给出相同的标签，无论对错：{names}。雷同的票会重复计入，却不增加信息。",
    "Keep one of each pair, and ask how they worked.": "每对只保留一位，并了解他们是怎么做的。",
}  # fmt: skip

_TRANSPORT = {
    "The annotators of this round are so close to chance that the estimate has a standard error of {error:.2f}: "
    "gold-only and HERO numbers should not be used.":
        "本轮标注者的判断接近随机，估计值的标准误达 {error:.2f}：不应使用“仅用金标”和 HERO 的数值。",
    "Add votes of annotators who tell the classes apart, or clear up the labelling task.":
        "请补充能分清类别的标注者的票，或把标注任务讲清楚。",
    "With the habits learned from {history}, the votes of {current} would mean {what} ({names}), which is "
    "impossible: the annotators judge this round by another standard than the history, so gold-only and HERO "
    "numbers do not hold.":
        "按从 {history} 学到的习惯，{current} 的投票意味着{what}（{names}），这不可能：标注者本轮的判断标准与历史"
        "数据不同，因此“仅用金标”和 HERO 的数值不成立。",
    "{share:.0f}% of class {label}": "类别 {label} 占 {share:.0f}%",
    "Get gold labels for some items of this round and add them to the history.":
        "请为本轮的一部分条目取得金标，并加入历史数据。",
    "The average voter comes out at or near chance (sensitivity + specificity - 1): {methods}.":
        "平均而言，投票者等于或接近随机（灵敏度 + 特异度 - 1）：{methods}。",
    "{method} ({mean:.2f})": "{method}（{mean:.2f}）",
    "In the history it is {past:.2f}.": "历史数据中为 {past:.2f}。",
    "{share:.0f}% of the votes of {file} come from annotators who share items with at most one other: that "
    "does not determine how each of them judges, so the numbers of {methods} rest on where their "
    "computation starts.":
        "{file} 中 {share:.0f}% 的票来自至多与一人有共同条目的标注者：这不足以确定他们各自如何判断，"
        "因此 {methods} 的结果取决于计算从何处开始。",
    "Let a third person judge some of the same items, or give a history with gold.":
        "请让第三个人判断其中一部分相同的条目，或提供含金标的历史数据。",
    "The annotators of {file} fall into {groups} groups without a common item; the largest has {share:.0f}% of "
    "the votes. {methods} learn each group by itself: they may swap the classes in one of them, and nobody "
    "compares the items of one group with those of another.":
        "{file} 的标注者分成 {groups} 组，彼此没有共同条目；最大的一组占 {share:.0f}% 的票。{methods} "
        "只能逐组学习：可能在其中一组把类别对调，而且没有人能把一组的条目与另一组的相比较。",
    "Let people of each group judge some items of the others, or give a history with gold.":
        "请让每组的人判断其他组的一部分条目，或提供含金标的历史数据。",
    "Without gold these methods cannot tell the classes from each other and may have swapped them.":
        "没有金标，这些方法分不清各个类别，可能已将其对调。",
    "Do not use these methods here; HERO with gold in the history cannot swap the classes.":
        "请不要在此使用这些方法；历史数据有金标时，HERO 不会对调类别。",
}  # fmt: skip

_VOTES = {
    "{share:.1f}% of the items with several votes are unanimous: all methods will agree, the simple vote is enough "
    "here.":
        "有多张票的条目中，{share:.1f}% 意见完全一致：各方法结果都会相同，在此用多数票就够了。",
    "{file}: annotators were not spread evenly over the systems ({names}): {share:.0f}% of the votes of {first} "
    "are on {system}, which has {all:.0f}% of all votes.":
        "{file}：标注者在各版本间分配不均（{names}）：{first} 的票有 {share:.0f}% 投在 {system} 上，而它只占全部"
        "票的 {all:.0f}%。",
    "One class share for the whole history then biases their rates.":
        "此时整份历史数据共用一个类别占比，会使他们的比率产生偏差。",
    "The simple vote compares the annotators as much as the systems; HERO corrects for it.":
        "多数票比较的既是版本，也同样是标注者；HERO 会对此加以校正。",
    "The simple vote compares the annotators as much as the systems.": "多数票比较的既是版本，也同样是标注者。",
    "Spread annotators over systems in the next round.": "下一轮请让标注者均匀分配到各版本。",
    "Use one class share for each round and system{shell}.": "请按轮次和版本分别设定类别占比{shell}。",
    "Trust HERO rather than the simple vote here; spread annotators over systems in the next round.":
        "在此请相信 HERO 而不是多数票；下一轮请让标注者均匀分配到各版本。",
}  # fmt: skip

SENTENCES: dict[str, str] = {
    **_STATUSES, **_COVARIATES, **_DEPENDENCE, **_DRIFT, **_HISTORY, **_PEOPLE, **_TRANSPORT, **_VOTES,
}  # fmt: skip
