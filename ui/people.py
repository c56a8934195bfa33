"""The first blocks of the annotators page: whom to believe, the dots, and one person with what to watch."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from hero_core import charts
from hero_core.errors import Finding
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.telling.advice import side_by_side
from hero_core.words import text
from ui import cached, rails, state
from ui.contents import section, show_contents
from ui.explain import escape
from ui.figures import say, show_figure, show_numbers, show_spec
from ui.findings import show_findings
from ui.frame import is_dark, watch
from ui.uploads import Alone, Rounds

WHO = "annotator"
DOTS = "people_dots"
MODE = "people_mode"
MEASURE = "people_measure"
WHICH = "people_which"
WRONG = ""
DOTS_PIXELS = 430
LISTED = 200


def show_answer(running: cached.Running[AnnotatorResult]) -> None:
    """Whom to believe, in a sentence; or that nothing can be said. Ends the page where there is nothing to show."""
    result = running.result
    if not result.rows:
        st.info(text("annotators.none"), icon=":material/group_off:")
        st.stop()
    if all(charts.is_scarce(row, result) for row in charts.rated(result)):
        _nothing_known(result)
    st.markdown(f"**{escape(charts.trust_sentence(result))}**")
    watch(running)


def show_sections(result: AnnotatorResult) -> None:
    """What stands below the chart and the chosen person."""
    remarks = ["annotators.remarks"] if remarks_of(result) else []
    show_contents(["annotators.disagreements", "annotators.matrices", "trend.drift", *remarks, "agreement.header"])


def show_cautions(data: Rounds | Alone, *, watched: bool) -> None:
    """What guard rails say of these data, as soon as it is known; `watched` where no other work is watched here.
    Of a history alone they say nothing: what a current round would add stands there."""
    if isinstance(data, Alone):
        st.markdown(text("annotators.alone"))
        return
    running = cached.guard_rails_job(data, state.settings())
    rails.show_line(running.result)
    if watched:
        watch(running, "job.stopped.none")


def _nothing_known(result: AnnotatorResult) -> None:
    """Where nobody has enough votes for a rate, says so and gives the counts; no page full of grey tables."""
    key = "annotators.nothing.gold" if charts.from_gold(result) else "annotators.nothing.votes"
    told = text(key, total=f"{len(result.rows):,}", enough=charts.ENOUGH_GOLD)
    st.info(told, icon=":material/group_off:")
    show_people(charts.sort_rows(result.rows, "gold_votes", highest_first=True), result)
    st.stop()


def show_people(rows: Sequence[AnnotatorRow], result: AnnotatorResult) -> None:
    """Everybody's numbers as a table, folded away; only what is drawn is made, the file on the click."""
    total = len(rows)
    show_numbers(
        charts.people_table(list(rows[:LISTED]), result), "annotators", total=total,
        file=lambda: charts.people_frame(list(rows), result),
    )  # fmt: skip


def who_is_shown(result: AnnotatorResult) -> AnnotatorRow:
    """The chosen annotator; at first the least reliable of those whose rates rest on enough votes."""
    solid = [row for row in charts.rated(result) if not charts.is_scarce(row, result)]
    first = min(solid, key=lambda row: row.weight or 0.0) if solid else result.rows[0]
    chosen = state.choice(WHO, first.annotator)
    return next((row for row in result.rows if row.annotator == chosen), first)


def show_dots(result: AnnotatorResult, row: AnnotatorRow) -> None:
    """The reliability scatter; a click on a dot chooses the person. Graded scales: by reliability or by class."""
    measure = "weight"
    if not charts.is_binary(result):
        options = ("weight", *charts.recalls(result))
        measure = st.selectbox(
            text("annotators.measure"), options, format_func=lambda name: charts.measure_name(name, result),
            **state.remembered(MEASURE, "weight", options),
        )  # fmt: skip
    figure = charts.reliability(result, is_dark(), selected=row.annotator, measure=measure, height=DOTS_PIXELS)
    show_figure(figure, charts.reliability_sentence(result, measure), DOTS, on_click=_take_dot)
    ordered = charts.sort_rows(result.rows, measure, result=result)
    show_people(ordered, result)


def _take_dot() -> None:
    points = state.choice(DOTS).selection.points
    if points and points[0].get("customdata"):
        state.choose(WHO, points[0]["customdata"][0])


def show_person(result: AnnotatorResult, row: AnnotatorRow) -> None:
    """One person: who, how reliable, and their matrix; a click on a cell filters the list below."""
    names = [other.annotator for other in result.rows]
    st.selectbox(text("annotators.pick"), names, **state.remembered(WHO, row.annotator, names))
    fact = row.weight is not None and not charts.is_scarce(row, result)
    counts = {"gold": f"{row.gold_votes:,}", "votes": f"{row.votes:,}", "now": f"{row.current_votes:,}"}
    reliability = _reliability(row) if fact else text("none")
    card = "annotators.card" if charts.has_round(result) else "annotators.card.alone"
    st.markdown(text(card, reliability=reliability, **counts), help=text("annotators.reliability.help"))
    _show_flags(result, row)
    mode = pick_mode(MODE)
    sentence = charts.matrix_sentence(row, result, mode)
    if row.confusion is not None:
        spec = charts.confusion_matrix(row, result, is_dark(), mode=mode)
        show_spec(spec, sentence, _cell_key(result, row), on_click=_take_cell(result))
    say(sentence)
    if row.confusion is not None:
        st.markdown(text("annotators.click_cell"))
        show_numbers(charts.cells_table([row], result), "one_matrix")
    moved = charts.drift_sentence(row, result.classes)
    if moved:
        say(moved)


def _reliability(row: AnnotatorRow) -> str:
    """The reliability with its range where there is one."""
    weight = charts.decimal(row.weight)
    if row.weight_low is None or row.weight_high is None:
        return weight
    bounds = {"low": charts.decimal(row.weight_low), "high": charts.decimal(row.weight_high)}
    return text("annotators.reliability_range", weight=weight, **bounds)


def _show_flags(result: AnnotatorResult, row: AnnotatorRow) -> None:
    """What to watch about the person; what it means and what to do is one click away."""
    flags = charts.flags_of(result)[row.annotator]
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        for flag in flags:
            st.badge(escape(charts.flag_words(flag)), color="orange", icon=":material/visibility:")
        if flags:
            with st.popover(text("annotators.what_to_do"), type="tertiary"):
                for flag in flags:
                    st.markdown(
                        text("findings.said", title=escape(charts.flag_words(flag)), message=charts.flag_advice(flag))
                    )


def pick_mode(key: str) -> str:
    """Own shares, or the difference to all others together: one choice, offered at the large and the small matrices."""
    other = {MODE: f"{MODE}_grid", f"{MODE}_grid": MODE}[key]
    chosen = st.radio(
        text("annotators.mode"), charts.MODES, format_func=lambda name: text(f"annotators.mode.{name}"),
        horizontal=True, help=text("annotators.mode.help"), on_change=lambda: state.choose(other, state.choice(key)),
        **state.remembered(key, state.choice(other, charts.SHARE), charts.MODES),
    )  # fmt: skip
    return str(chosen)


def _cell_key(result: AnnotatorResult, row: AnnotatorRow) -> str:
    """Of its own for each person: a cell clicked for one says nothing about the next."""
    return f"person_matrix_{result.rows.index(row)}"


def cell_codes(result: AnnotatorResult) -> dict[str, tuple[str, str]]:
    """Every cell (truth, said) of a matrix by its code, as it stands in the choice of votes."""
    return {cell_code(result, truth, said): (truth, said) for truth in result.classes for said in result.classes}


def cell_code(result: AnnotatorResult, truth: str, said: str) -> str:
    """Code of a cell: positions of the true class and of the answer."""
    return f"{result.classes.index(truth)}-{result.classes.index(said)}"


def _take_cell(result: AnnotatorResult) -> Callable[[str], None]:
    def take(key: str) -> None:
        cells = state.choice(key).selection.get("cell")
        state.choose(WHICH, cell_code(result, cells[0]["truth"], cells[0]["said"]) if cells else WRONG)

    return take


def show_source(result: AnnotatorResult) -> None:
    """Where the rates come from."""
    source = "annotators.source.history" if charts.from_gold(result) else "annotators.source.current"
    st.markdown(text(source, level=f"{result.level:.0%}"))


def show_remarks(data: Rounds | Alone, result: AnnotatorResult) -> None:
    """Findings that name people, beside what the guard rails say."""
    others = () if isinstance(data, Alone) else cached.quick_guard_rails(data, state.settings())
    about_people = side_by_side(remarks_of(result), others)
    if about_people:
        section("annotators.remarks")
        show_findings(about_people)


def remarks_of(result: AnnotatorResult) -> list[Finding]:
    """The findings about certain people."""
    return [found for found in result.findings if found.annotators]
