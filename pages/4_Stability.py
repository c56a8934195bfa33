"""Stability: would the ranking be the same if other people had judged?"""

from functools import partial

from ui import cached, help, influence, rails, ranking, state
from ui.frame import begin_page, watch

begin_page("page.stability")
data, settings = state.require_rounds(), state.settings()
ranking.need_ranking(data)
rails.show_line(cached.quick_guard_rails(data, settings))

running = cached.stability_job(data, settings, **ranking.choose(data))
watch(running, "stability.stopped", draw=partial(ranking.show, data=data, settings=settings))
if running.result is not None:
    ranking.show(running.result, data, settings)
    ranking.show_gold(running.result)
if running.final or running.stopped:
    influence.show_influence(data, settings, ranking.voters_of(data))
help.show_formulas("stability")
