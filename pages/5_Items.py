"""Items: which are ambiguous, why an item got its label, and which vote more would settle it."""

import streamlit as st

from hero_core.words import text
from ui import ambiguity, cached, evidence, help, rails, state
from ui.frame import begin_page

begin_page("page.items")
data = state.require_rounds()
rails.show_line(cached.quick_guard_rails(data, state.settings()))

method, order, keep = ambiguity.choose(data)
items = cached.item_table(data, state.settings(), method)
left, right = st.columns([3, 2], gap="medium")
with left:
    positions = ambiguity.show_list(items, keep, data.current.classes, order)
with right:
    st.header(text("items.why"))
    position = ambiguity.pick_item(items, positions)
    evidence.explain_item(data, items, position, method)
evidence.show_next_votes(data, items, position, method)
help.show_formulas("items")
