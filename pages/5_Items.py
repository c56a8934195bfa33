"""Items: which are ambiguous, and why an item got its label."""

import streamlit as st

from hero_core.words import text
from ui import ambiguity, cached, help, rails, state
from ui.frame import begin_page

begin_page("page.items")
data = state.require_rounds()
st.markdown(text("items.lead"))
rails.show_line(cached.guard_rails(data, state.settings()))

method, keep = ambiguity.choose(data)
items = cached.item_table(data, state.settings(), method)
positions = ambiguity.show_list(items, keep, data.current.classes)

position = ambiguity.pick_item(items, positions)
ambiguity.explain_item(data, items, position, method)
help.show_formulas("items")
