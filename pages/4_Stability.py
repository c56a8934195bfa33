"""Stability: would the ranking be the same if other people had judged?"""

import streamlit as st

from hero_core.words import text
from ui import cached, help, influence, rails, ranking, state
from ui.frame import begin_page, watch

begin_page("page.stability")
data = state.require_rounds()
st.markdown(text("stability.lead"))
ranking.need_ranking(data)
rails.show_line(cached.guard_rails(data, state.settings()))

running = cached.stability_job(data, state.settings(), **ranking.choose(data))
watch(running)
if running.result is None:
    st.markdown(text("stability.waiting"))
    st.stop()
if ranking.show_curves(running.result):
    ranking.show_winner(running.result)
    ranking.show_ranks(running.result)
ranking.show_gold(running.result)
influence.show_influence(data, state.settings())
help.show_formulas("stability")
