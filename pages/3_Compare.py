"""Compare: every version by every method, one version through the methods, and all pairs."""

from ui import classifying, help, overview, pairing, rails, slicing, state, trends, versions, whatif
from ui.frame import begin_page, watch

begin_page("page.compare")
data = state.require_rounds()
settings = state.settings()
running = overview.first_numbers(data, settings)
result = running.result
versions.show_answer(running, settings)
watch(running)
rails.show_line(result.findings)
versions.show_sections(data, result, settings)

methods, systems, target = versions.choose(result, settings)
versions.show_forest(result, methods, systems, target, settings)
versions.show_target(result, methods, target, settings)
pairing.show_pairs(result, settings)
whatif.show_ranks(result, settings)
versions.show_walk(data, result, settings)
versions.show_worth(running)
whatif.show_what_if(data, result, settings)
slicing.show_where(data, result, settings)
best = versions.best_first(result, settings)
trends.show_trend(data, settings, versions.headline(result, methods, settings), best)
classifying.show_classifier(data, settings)
help.show_formulas("compare")
