"""The table as it was understood: one row per vote that is used, with canonical column names."""

from __future__ import annotations

import pandas as pd

from hero_core.annotations import Annotations
from hero_core.votetable import vote_table


def canonical_table(annotations: Annotations, first: int | None = None) -> pd.DataFrame:
    """The votes (all, or the first few) with their item's system, round, gold, prompt, prediction and covariates."""
    frame: pd.DataFrame = vote_table(annotations, first).to_pandas()
    codes = frame.select_dtypes("category").columns
    return frame.astype({name: "str" for name in codes})
