"""Data: give files, see what was understood, and say how they are to be read."""

import streamlit as st

from hero_core.words import text
from ui import intake, remarks, rounds, state, understood
from ui.frame import begin_page

begin_page("page.data")
st.markdown(text("data.lead"))
intake.show_drop_zones()
intake.show_buttons()

uploads = state.uploads()
if uploads:
    understood.show_understood(uploads)
    rounds.show_rounds()
    remarks.show_remarks(uploads)
    intake.show_choices(uploads)
    understood.show_tables(uploads)
rounds.show_kept()
