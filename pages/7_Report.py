"""Report: one file to take along, the numbers as tables, and the way back to this state."""

import streamlit as st

from hero_core.words import text
from ui import cached, rails, reporting, state
from ui.frame import begin_page, watch

begin_page("page.report")
st.markdown(text("report.lead"))
reporting.show_opened()
top = st.container()
if state.workspace().current is None:
    reporting.show_workspace()
with top:
    data = state.require_rounds()
settings = state.settings()
running = cached.estimate_job(data, settings)
result = running.result
decision = cached.decide_if_possible(result, settings)

contents, downloads = st.columns([3, 2], gap="large")
with contents:
    reporting.show_preview(data, decision, running, settings)
    reporting.show_state(running)
    watch(running)
    rails.show_line(result.findings)
with downloads:
    st.header(text("report.downloads"))
    wishes = reporting.choose(data, result, settings)
    ranking = reporting.find_stability(data, settings, wishes)
    reporting.show_downloads(data, running, ranking, settings, wishes)
with contents:
    st.header(text("report.what"))
    reporting.show_contents(data, result, decision, settings, wishes)
with downloads:
    reporting.show_workspace()
reporting.show_lines(result, decision, wishes)
