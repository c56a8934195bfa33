"""Annotators: whom to believe, and where a person disagrees."""

import streamlit as st

from hero_core.words import text
from ui import agreeing, cached, disagreeing, everybody, help, people, state, trends
from ui.frame import begin_page

begin_page("page.annotators")
data = state.require_people()
running = cached.annotators_job(data, state.settings())
result = running.result
people.show_answer(running)
people.show_cautions(data, watched=running.final)
people.show_sections(result)

row = people.who_is_shown(result)
dots, person = st.columns([5, 4], gap="large")
with dots:
    st.header(text("annotators.dots"))
    people.show_dots(result, row)
with person:
    st.header(text("annotators.person"))
    people.show_person(result, row)

disagreeing.show_disagreements(data, result, row)
everybody.show_matrices(result, row)
trends.show_drift(data, state.settings(), row.annotator)
people.show_remarks(data, result)
agreeing.show_agreement(data, state.settings())
people.show_source(result)
help.show_formulas("annotators")
