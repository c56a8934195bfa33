"""Data: give files, see what was understood, and say how they are to be read."""

import streamlit as st

from hero_core.words import text
from ui import cached, intake, state, understood
from ui.frame import begin_page

begin_page("page.data")
st.markdown(text("data.lead"))
intake.show_drop_zones()
intake.show_buttons()

uploads = state.uploads()
if uploads:
    files = state.workspace()
    conflict = cached.conflict(files.history, files.current, files.overlap)
    understood.show_remarks({upload.role: cached.read_upload(upload) for upload in uploads}, conflict)
    intake.show_choices(uploads, conflict)
    understood.show_understood(uploads)
