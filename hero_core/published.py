"""What HERO's paper reports for its synthetic table, to be laid beside our own simulations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hero_core.designs import DESIGNS
from hero_core.results import TrialsResult

TABLE_DESIGNS = ("hero_a", "hero_b", "clean")
SPREADS = (3.0, 12.0, 150.0)


@dataclass(frozen=True)
class Published:
    """Absolute bias and SD of one method; the paper gives no sign."""

    bias: float
    sd: float


# arXiv 2606.29784: 800 history items, 300 current ones, 10 annotators, 200 repetitions; by k and method.
HERO_TABLE: Mapping[tuple[float, str], Published] = {
    (3.0, "mv"): Published(0.158, 0.025),
    (3.0, "ds"): Published(0.098, 0.038),
    (3.0, "mle"): Published(0.042, 0.045),
    (3.0, "hero1"): Published(0.021, 0.034),
    (3.0, "hero2"): Published(0.020, 0.029),
    (12.0, "mv"): Published(0.142, 0.022),
    (12.0, "ds"): Published(0.089, 0.035),
    (12.0, "hero1"): Published(0.018, 0.033),
    (12.0, "hero2"): Published(0.017, 0.028),
    (150.0, "mv"): Published(0.135, 0.020),
    (150.0, "hero2"): Published(0.015, 0.027),
}


def figures_for(result: TrialsResult) -> dict[str, Published]:
    """The paper's figures by method, for a trial of its table; none for other designs or with other fields changed."""
    if result.design not in TABLE_DESIGNS or not {*result.overrides} <= {"k"}:
        return {}
    k = result.overrides.get("k", DESIGNS[result.design].k)
    found = {method: HERO_TABLE.get((k, method)) for method in result.methods}  # type: ignore[arg-type]
    return {method: figures for method, figures in found.items() if figures is not None}
