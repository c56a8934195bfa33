"""Compare: every version by every method, one version through the methods, and all pairs."""

import streamlit as st

from hero_core.words import text
from ui import cached, classifying, help, rails, slicing, state, trends, versions, whatif
from ui.frame import begin_page, watch

begin_page("page.compare")
data = state.require_rounds()
settings = state.settings()
running = cached.estimate_job(data, settings)
result = running.result
watch(running)
rails.show_line(result.findings)

st.header(text("compare.forest"))
methods = versions.choose_methods(result)
target = versions.choose_target(result)
versions.show_forest(result, methods, target, settings)
versions.show_target(result, methods, target, settings)
versions.show_pairs(result, settings)
whatif.show_ranks(result, settings)
versions.show_walk(result)
versions.show_worth(running)
whatif.show_what_if(data, result, settings)
slicing.show_where(data, result, settings)
trends.show_trend(data, settings, versions.headline(result, methods, settings))
classifying.show_classifier(data, settings)
help.show_formulas("compare")
