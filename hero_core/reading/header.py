"""Column names: which column is which, what is missing, what the layout looks like."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from hero_core.errors import MAX_EXAMPLES, Finding, ReadError
from hero_core.reading.messages import finding, listed, show
from hero_core.reading.suggestions import option, quoted
from hero_core.reading.words import NO_VOTE, binary_class, canonical, is_whole
from hero_core.saying import for_shell, joined, said

REQUIRED = ("item_id", "annotator_id", "label")
OPTIONAL = ("gold_label", "system", "round", "prompt", "prediction")
KNOWN = (*REQUIRED, *OPTIONAL)
COVARIATE = "x_"
LIKELY = {
    "item_id": "item itemid task_id task taskid question_id sample_id example_id instance_id document_id doc_id "
    "output_id unit_id row_id case_id record_id uid id 样本 样本编号 题目编号 编号",
    "annotator_id": "annotator annotatorid worker_id worker workerid rater_id rater raterid user_id user username "
    "judge judge_id annotated_by completed_by created_by labeler labeller coder reviewer assessor 标注员 标注人 评审",
    "label": "labels vote answer rating response choice score judgment judgement annotation verdict value result "
    "标签 标注 标注结果 评分 判断",
    "gold_label": "gold gold_standard golden truth ground_truth true_label expert expert_label y_true 金标 专家",
    "system": "model model_id model_name system_id version variant arm 模型 系统 版本",
    "round": "wave batch phase iteration release 轮次 批次",
    "prompt": "text input question instruction query 提示词 问题",
}
WIDE_MINIMUM = 2
SCALE_END = 10
LONGEST = 1000


def fold_name(name: str) -> str:
    """A column name without the differences that do not count: case, outer blanks, blank / hyphen / underscore."""
    if name.isascii() and name.isalnum():
        return name.lower()
    short = name if name.isascii() or len(name) > LONGEST else unicodedata.normalize("NFKC", name)
    return re.sub(r"[\s_-]+", "_", short.strip().casefold())


def is_known(name: str) -> bool:
    """Whether a column of this name has a meaning here."""
    folded = fold_name(name)
    return folded in KNOWN or (folded.startswith(COVARIATE) and len(folded) > len(COVARIATE))


def is_nameless(name: str) -> bool:
    """Whether this is the column of a saved data frame index."""
    plain = name.strip()
    if plain[:8].casefold() != "unnamed:":
        return not plain
    return re.fullmatch(r"unnamed: \d+(_level_\d+)?", plain.casefold()) is not None


def match(header: Sequence[str], columns: Mapping[str, str] | None, file: str, line: int = 1) -> dict[str, int]:
    """Position in the header of each column with a meaning, by canonical name. Raises ReadError."""
    _refuse_repeats(header, file, line)
    given = _given(header, columns or {}, file)
    taken = set(given.values())
    found = {
        fold_name(name): position
        for position, name in enumerate(header)
        if is_known(name) and position not in taken and fold_name(name) not in given
    }
    return {**found, **given}


def is_complete(found: Mapping[str, int]) -> bool:
    """Whether the required columns are there."""
    return all(name in found for name in REQUIRED)


def _refuse_repeats(header: Sequence[str], file: str, line: int) -> None:
    folded = ["" if is_nameless(name) else fold_name(name) for name in header]
    named = [name for name in folded if name]
    if len(set(named)) < len(named):
        raise ReadError.of(repeated_column(folded, file, line, header))


def repeated_column(names: Sequence[str], file: str, line: int, header: Sequence[str] | None = None) -> Finding:
    """The red finding about names that stand more than once, shown as the header has them; "" is no name."""
    places: dict[str, list[int]] = {}
    for position, name in enumerate(names):
        if name:
            places.setdefault(name, []).append(position)
    repeats = [at for at in places.values() if len(at) > 1]
    written = names if header is None else header
    texts = [
        said("{name} (columns {places})", name=show(written[at[0]].strip()), places=listed([str(n + 1) for n in at]))
        for at in repeats
    ]
    return finding("repeated_column", file, column=fold_name(written[repeats[0][0]]), lines=(line,),
                   line=line, count=len(repeats), names=listed(texts))  # fmt: skip


def _given(header: Sequence[str], columns: Mapping[str, str], file: str) -> dict[str, int]:
    """Positions of the columns that the user named."""
    exact = {name: position for position, name in enumerate(header)}
    folded = {fold_name(name): position for position, name in enumerate(header)}
    found, unknown = {}, []
    for canonical_name, name in columns.items():
        position = exact.get(name, folded.get(fold_name(name)))
        if position is None:
            unknown.append(show(name))
        else:
            found[fold_name(canonical_name)] = position
    if unknown:
        raise ReadError.of(
            finding("unknown_mapping", file, names=listed(unknown), count=len(unknown), found=_shown(header))
        )
    return found


def _shown(header: Sequence[str]) -> str:
    return _listed([name.strip() for name in header if not is_nameless(name)]) or said("no names")


def _listed(texts: Sequence[str]) -> str:
    return listed([show(text) for text in texts[:MAX_EXAMPLES]], len(texts))


def missing_columns(
    header: Sequence[str], found: Mapping[str, int], file: str, line: int = 1, rows: Sequence[Sequence[object]] = ()
) -> Finding:
    """The red finding about required columns that are not there, with what the layout looks like."""
    missing = [name for name in REQUIRED if name not in found]
    return finding(
        "missing_columns", file, column=missing[0], lines=(line,), line=line, count=len(missing),
        missing=joined(missing, ", "), found=_shown(header), advice=_advice(header, found, file, rows),
    )  # fmt: skip


def _advice(header: Sequence[str], found: Mapping[str, int], file: str, rows: Sequence[Sequence[object]]) -> str:
    wide = wide_columns(header, found, rows)
    if "annotator_id" not in found and len(wide) >= WIDE_MINIMUM:
        return said(
            "The columns {names} look like one column per annotator. "
            "Turn them into rows, one per vote, with the columns item_id, annotator_id and label "
            '(in pandas: melt(id_vars="item_id", var_name="annotator_id", value_name="label")).',
            names=_listed([header[position] for position in wide]),
        )
    guesses = guess_columns(header)
    missing = [name for name in REQUIRED if name not in found]
    pairs = ",".join(f"{name}={quoted(guesses.get(name, 'NAME'))}" for name in missing)
    named = option("--columns", f"{file}:{pairs}")
    likely = for_shell(" This may be the pairing." if any(name in guesses for name in missing) else "")
    shell = for_shell(" or with {named}", named=named)
    return said(
        "Rename the columns, or say which is which on the Data page{shell}.{likely}", shell=shell, likely=likely
    )


def wide_columns(header: Sequence[str], found: Mapping[str, int], rows: Sequence[Sequence[object]]) -> list[int]:
    """Positions of the columns without a meaning whose cells all look like labels."""
    taken = set(found.values())
    free = [position for position, name in enumerate(header) if position not in taken and not is_nameless(name)]
    return [position for position in free if _is_votes([row[position] for row in rows if position < len(row)])]


def _is_votes(cells: Sequence[object]) -> bool:
    texts = [canonical("" if cell is None else str(cell)) for cell in cells]
    votes = [text for text in texts if text not in NO_VOTE]
    return bool(votes) and all(binary_class(text) or (is_whole(text) and abs(int(text)) <= SCALE_END) for text in votes)


def guess_columns(header: Sequence[str]) -> dict[str, str]:
    """The likely header of each canonical column, where a known name or a usual synonym is there."""
    folded = {fold_name(name): name for name in reversed(header)}
    guesses: dict[str, str] = {}
    for canonical_name in KNOWN:
        options = (canonical_name, *LIKELY.get(canonical_name, "").split())
        hit = next((folded[option] for option in options if option in folded), None)
        if hit is not None and hit not in guesses.values():
            guesses[canonical_name] = hit
    return guesses
