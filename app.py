"""Overview: which version is better, how sure that is, and what to keep in mind."""

from ui import next_steps, overview, state
from ui.frame import begin_page

begin_page("page.overview")
if state.workspace().current is None:
    overview.show_welcome()
data = state.require_rounds()
settings = state.settings()

running = overview.first_numbers(data, settings)
decision = overview.show_verdict(data, running, settings)
if decision is not None:
    overview.show_versions(data, running.result, decision)
overview.show_guard_rails(data, running.result)
overview.show_forest(data, running.result, decision, settings)
if decision is not None:
    next_steps.show_plan(data, running.result, decision, settings)
