"""Overview: which version is better, how sure that is, and what to keep in mind."""

import streamlit as st

from hero_core.words import text
from ui import cached, next_steps, overview, state
from ui.frame import begin_page

begin_page("page.overview")
if state.workspace().current is None:
    st.markdown(text("overview.lead"))
data = state.require_rounds()
settings = state.settings()

running = cached.estimate_job(data, settings)
decision = overview.show_verdict(running, settings)
if decision is not None:
    overview.show_versions(data, running.result, decision, settings)
overview.show_guard_rails(data, running.result)
if decision is not None:
    next_steps.show_plan(data, running.result, decision, settings)
overview.show_forest(running.result, None if decision is None else decision.method)
