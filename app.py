"""Overview: which version is better, how sure that is, and what to keep in mind."""

from ui import cached, state
from ui.frame import begin_page, watch

begin_page("page.overview")
data = state.require_rounds()
running = cached.estimate_job(data, state.settings())
watch(running)
