"""The table as it was understood: one row per vote that is used, with canonical column names."""

from __future__ import annotations

import pandas as pd

from hero_core.annotations import Annotations


def canonical_table(annotations: Annotations, first: int | None = None) -> pd.DataFrame:
    """The votes (all, or the first few) with their item's system, round, gold, prompt, prediction and covariates."""
    votes = slice(0, first)
    item = annotations.item[votes]
    classes = pd.array(annotations.classes, dtype="str")
    columns: dict[str, object] = {
        "item_id": annotations.item_ids[item],
        "annotator_id": annotations.annotator_ids[annotations.annotator[votes]],
        "label": classes.take(annotations.label[votes]),
    }
    if annotations.has_gold.any():
        gold = annotations.gold[item]
        columns["gold_label"] = classes.take(gold, allow_fill=True, fill_value="")
    if annotations.systems:
        columns["system"] = pd.array(annotations.systems, dtype="str").take(annotations.system[item])
    if annotations.rounds:
        columns["round"] = pd.array(annotations.rounds, dtype="str").take(annotations.round[item])
    if annotations.prompts is not None:
        columns["prompt"] = annotations.prompts[item]
    if annotations.prediction is not None:
        given = annotations.prediction[item]
        columns["prediction"] = pd.Series(given).astype("Int8").mask(given < 0).to_numpy()
    for position, name in enumerate(annotations.covariate_names):
        columns[name] = annotations.covariates[item, position]
    return pd.DataFrame(columns)
