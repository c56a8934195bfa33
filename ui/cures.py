"""Where in this dashboard something can be done about a finding: the engine names the choice, the screen the place."""

from __future__ import annotations

from hero_core.errors import Finding
from hero_core.words import text
from ui import state
from ui.presenter import presenting
from ui.settings import CHOICES

# The setting that a finding is cured by, and its value.
SETS = {"unknown_annotators": ("new_annotators", "pool"), "routing": ("prevalence", "by_group")}
OPENS = {"covariate_shift": "left_out", "output_level_covariate": "left_out"}


def way_to_cure(found: Finding) -> str:
    """The sentence that says what to click in the sidebar; empty where nothing there helps, or where it is done."""
    if presenting() or not _can_be_cured(found):
        return ""
    if found.code in OPENS:
        return text("findings.here.open", place=text("setting.more"), setting=text(f"setting.{OPENS[found.code]}"))
    name, value = SETS[found.code]
    if state.choice(name, CHOICES[name][0]) == value:
        return ""
    return text("findings.here", place=text("setting.more"), setting=text(f"setting.{name}"),
                value=text(f"setting.{name}.{value}"))  # fmt: skip


def _can_be_cured(found: Finding) -> bool:
    """A setting changes what the finding is about: routing of the history, not of the round; a feature that is used."""
    if found.code == "output_level_covariate":
        return found.severity == "info"
    if found.code == "routing":
        return found.severity == "warning"
    return found.code in SETS or found.code in OPENS
