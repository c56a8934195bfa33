"""Lab: how far off is each method where the truth is known?"""

import streamlit as st

from hero_core.words import text
from ui import cached, laboratory, state
from ui.frame import begin_page, watch

begin_page("page.lab")
st.markdown(text("lab.lead"))
trial = laboratory.choose(state.settings())
asked = laboratory.run_button(trial)
if asked is not None:
    running = cached.trials_job(asked)
    watch(running, stopped="lab.stopped")
    laboratory.show(asked, running)
if trial is not None:
    laboratory.show_load(trial)
