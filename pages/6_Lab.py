"""Lab: how far off is each method where the truth is known?"""

from functools import partial

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
    watch(running, stopped="lab.stopped", draw=partial(laboratory.show_so_far, asked))
    if running.result is not None:
        laboratory.show(asked, running.result)
if trial is not None:
    laboratory.show_load(trial)
