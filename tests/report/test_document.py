"""The report holds the engine's numbers, needs nothing from outside, and shows ids letter by letter."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import hero_core
from hero_core import charts
from hero_core.charts import Units, method_name
from hero_core.charts.sentences import most_moved
from hero_core.errors import SettingsError
from hero_core.report import Wishes, contents, full_report, report
from hero_core.report.evidence import DRAWN, TALLEST
from hero_core.report.parts import Table
from hero_core.report.simulated import SAMPLES
from hero_core.saying import joined
from hero_core.solved import ModelOptions
from hero_core.telling.steadiness import answer_of
from hero_core.telling.verdict import card_of
from hero_core.telling.walk import step_sentences
from hero_core.walk import Walk
from hero_core.words import speaking, text, told
from tests.pages.visit import sample_rounds
from tests.report.reading import read_page
from tests.support import pair_of, small_world

STRANGE = ("<script>alert(1)</script>", "**v2** :small[x]", "{{ 7*7 }} & \"q\" 'p'")


@pytest.fixture(scope="module")
def files():
    return sample_rounds()


@pytest.fixture(scope="module")
def result(files):
    return hero_core.estimate(*files, resamples=200)


@pytest.fixture(scope="module")
def page(files, result):
    """The sample's report with everything in it."""
    return full_report(*files, result, Wishes(items=True), {})[0]


@pytest.fixture(scope="module")
def seen(page):
    return read_page(page)


def test_one_number_per_version_is_the_engine_s(result, seen):
    """Best first, with range and counts."""
    decision, units = hero_core.decide(result), Units.of(result)
    rows = seen.tables[text("report.numbers.caption")][1:]

    assert [row[0] for row in rows] == list(decision.order)
    for name, value, range_, items, votes in rows:
        row = result.get(decision.method, name)
        assert value == units.value(row.estimate, row.n_items)
        assert range_ == units.interval(row.low, row.high, row.n_items)
        assert (items, votes) == (f"{row.n_items:,}", f"{row.n_votes:,}")


def test_every_estimate_has_a_row(result, seen):
    """The table under the forest plot is the fallback for it."""
    rows = seen.tables[text("report.forest.caption")][1:]
    units = Units.of(result)

    assert {tuple(row[:3]) for row in rows} == {
        (system, method_name(method), units.value(row.estimate, row.n_items))
        for system in result.systems
        for method in result.methods
        if (row := result.get(method, system))
    }


@pytest.mark.parametrize("language", ["en", "zh"])
def test_simulated_data_are_called_so_in_the_head(language):
    """A report is passed on without its page: nobody may take a simulation for a real round."""
    world = pair_of(*small_world(3, systems=2))
    result, true = hero_core.estimate(*world, methods=("mv",), resamples=0), {"S1": 0.25, "S2": 0.75}
    with speaking(language):
        files = joined([world[1].name, world[0].name], ", ")
        notice, value = text("report.simulated", files=files), text("report.truth")
        caption, short = text("report.numbers.caption"), text("report.simulated.short")

    seen = read_page(report(result, simulated=("history", "current"), truth=true, language=language))
    plain = report(result, language=language)

    assert notice in seen.text[: seen.text.index(seen.headings[1][1])]
    rows = seen.tables[caption]
    where, units = rows[0].index(value), Units.of(result)
    assert {row[0]: row[where] for row in rows[1:]} == {
        name: units.value(true[name], result.get("mv", name).n_items) for name in result.systems
    }
    assert short not in plain and value not in plain


def test_the_sample_is_known_by_its_content(page, files):
    """Also where the shell makes the report, which knows nothing of the page; the list is of the files as they are."""
    notice = text("report.simulated", files="current.csv, history.csv")
    folder = Path(__file__).parents[2] / "demo_data"
    made = {
        hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in ("history.csv", "current.csv", "graded_history.csv", "graded.csv")
    }

    assert notice in read_page(page).text
    assert made == SAMPLES


def test_the_chart_holds_the_same_numbers(result, seen):
    """What is drawn is what is written."""
    specs = [json.loads(words) for words in seen.scripts if words.startswith('{"data"')]
    drawn = [
        number
        for trace in specs[0]["data"]
        if trace.get("hovertemplate") and trace["name"] == method_name("hero2") and isinstance(trace["x"], list)
        for number in trace["x"]
    ]

    order = hero_core.decide(result).order
    assert drawn == pytest.approx([result.get("hero2", system).estimate for system in order])
    assert [row[0] for row in seen.tables[text("report.forest.caption")][1 :: len(result.methods)]] == list(order)


def test_each_step_of_the_walk_has_its_reason(files, result, seen):
    """What the app says of the version that the methods move farthest, the report says too."""
    steps = Walk.of(*files, ModelOptions(methods=result.methods)).steps(most_moved(result))
    told_steps = step_sentences(steps, result, str)

    assert len(told_steps) == 5
    for head, why in told_steps:
        assert f"{head}. {why}" in seen.text


@pytest.mark.parametrize("systems", [2, 5, 7, 30])
def test_no_figure_is_taller_than_a_printed_page(systems):
    """A figure that a page break cuts has its axis on another page; what is not drawn is said."""
    _, current = pair_of(*small_world(6, current=40 * systems, systems=systems))
    result = hero_core.estimate(None, current, methods=("mv", "ds", "ds_hard", "pec", "vote_share"), resamples=20)

    page = report(result)
    heights = [int(found) for found in re.findall(r"min-height: (\d+)px", page)]

    assert heights and max(heights) <= TALLEST
    assert (f"{DRAWN} of {systems}" in read_page(page).text) == (systems > DRAWN)
    assert len(read_page(page).tables[text("report.forest.caption")]) == 1 + min(200, 5 * systems)


def test_a_few_short_rows_stay_on_one_page(seen):
    """Ranks are kept together; findings, whose lines are long, may go on on the next page."""
    short = [table["class"] for table in seen.of("table") if "class" in table]

    assert short.count("short") == len(short) >= 4 and len(short) < len(seen.tables)


def test_only_long_words_are_cut(seen):
    """A range or a name of usual length is never broken in its middle; a very long id is."""
    assert {"class": "whole", "scope": "row"} in seen.of("th")
    assert Table.style_of("73.2% (64.0% to 83.5%)") == "whole" and Table.style_of("judge_kestrel") == "whole"
    assert Table.style_of("x" * 40) == "long"
    assert Table.style_of("little gold, no gold of a class, judged mostly one version") == "whole long"


def test_what_would_settle_it_leads_over_to_the_ways():
    """The sentence that announces the ways stands right above them."""
    files = pair_of(*small_world(2, history=80, current=80, systems=2))
    result = hero_core.estimate(*files, resamples=60)

    seen = read_page(full_report(*files, result, Wishes(annotators=False), {})[0])
    section = seen.section(text("plan.header"))

    assert section.index("As it is, such a round finds") < section.index("of such rounds")


def test_the_verdict_is_the_card_s(result, seen):
    """The report and the first page say the same."""
    card = card_of(hero_core.decide(result), result, str)

    assert seen.headings[1] == (2, card.word)
    assert all(sentence.replace("**", "") in seen.text for sentence in card.sentences)
    assert "simple vote" in seen.section(card.word)


def test_headings_are_those_announced(result, seen):
    """One H1, then H2 in the order the page promises, H3 only below an H2."""
    decision = hero_core.decide(result)
    promised = contents(result, decision, annotators=True, items=True, plan=False)
    levels = [level for level, _ in seen.headings]

    assert levels[0] == 1 and levels.count(1) == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))
    found = [title for level, title in seen.headings if level == 2]
    assert found[1:-1] == promised[1:]


def test_guard_rails_have_the_words_of_the_page(result, seen):
    """The newcomers are a caution, and the finding stands with its remedy."""
    asked = {row[0]: row[1] for row in seen.tables[text("report.checks.caption")][1:]}
    found = next(found for found in result.findings if found.code == "unknown_annotators")

    assert asked[text("rails.check.standard")] == text("rails.warning", titles=text("rail.unknown_annotators"))
    assert asked[text("rails.check.independence")] == text("rails.ok")
    assert any(row[1:] == [found.message, told(found.remedy)] for row in seen.tables[text("report.findings.caption")])


def test_provenance_names_both_files(files, seen):
    """Hashes, seed and versions."""
    facts = {row[0]: row[1:] for row in seen.tables[text("report.provenance.files")]}
    settings = dict(seen.tables[text("report.provenance.settings")][1:])

    assert facts[text("report.fact.sha256")] == [file.sha256 for file in files]
    assert settings["seed"] == "0" and settings["resamples"] == "200"
    assert dict(seen.tables[text("report.provenance.versions")][1:])["hero_core"] == hero_core.__version__


def test_items_are_few_and_carry_no_label(files, seen):
    """At most 200, the least certain first; neither prompts nor labels."""
    rows = seen.tables[text("report.items.caption")]

    assert len(rows) == 201
    doubt = [float(row[-1]) for row in rows[1:]]
    assert doubt == sorted(doubt, reverse=True)
    assert text("items.col.top_class") not in rows[0] and text("items.col.split") not in rows[0]
    prompts = {str(prompt) for file in files for prompt in file.prompts if len(str(prompt)) > 12}
    assert prompts and not any(prompt in seen.text for prompt in prompts)


def test_nothing_is_fetched(page, seen):
    """No address in src, href or url() but the two papers; the policy of the file forbids it too."""
    addresses = [value or "" for _, named in seen.elements for key, value in named.items() if key in ("src", "href")]
    outside = {value for value in addresses if re.match(r"\s*(https?:|//|ftp:|file:)", value)}
    style = page[page.index("<style>") : page.index("</style>")]

    assert outside == {"https://arxiv.org/abs/2606.29784", "https://arxiv.org/abs/2605.02122"}
    assert "url(" not in style and "@import" not in style
    assert "default-src 'none'" in next(meta["content"] for meta in seen.of("meta") if "http-equiv" in meta)
    assert not seen.of("img") and not seen.of("iframe")
    assert [named.get("href") for named in seen.of("link")] == ["data:,"]


def test_plotly_is_in_it_once(page, seen):
    """The library is most of the file."""
    assert len([words for words in seen.scripts if len(words) > 1_000_000]) == 1
    assert len(page.encode()) < 6_000_000


def test_a_reader_s_program_finds_its_way(seen):
    """Language, one main part, every table with a caption and scoped headings, every chart with its sentence."""
    assert seen.of("html")[0]["lang"] == "en" and len(seen.of("main")) == 1
    assert len(seen.of("caption")) == len(seen.of("table"))
    assert all(named.get("scope") in ("col", "row") for named in seen.of("th"))
    charts = [named for named in seen.of("div") if "data-figure" in named]
    assert len(charts) == 3 and all(len(named["aria-label"] or "") > 40 for named in charts)


def test_same_numbers_same_file(files, result, page):
    """No time of day and no random id."""
    same = full_report(*files, result, Wishes(items=True), {})[0] == page  # no diff of five megabytes
    assert same


def strange_result(**changes):
    """Three versions with names that are markup somewhere, judged by people with such names."""
    history, current = small_world(5, history=60, current=60, systems=3)
    rename = {f"S{number + 1}": name for number, name in enumerate(STRANGE)}
    people = {"a1": "<img src=x onerror=alert(2)>"}

    def renamed(items):
        return [
            replace(item, name=f"</script>{item.name}", system=rename.get(item.system or ""),
                    votes=tuple((people.get(who, who), label) for who, label in item.votes))
            for item in items
        ]  # fmt: skip

    files = pair_of(renamed(history), renamed(current))
    return files, hero_core.estimate(*files, resamples=60, **changes)


def test_strange_ids_are_shown_letter_by_letter():
    """Markup, Markdown and template signs in ids stay text, in sentences, tables, charts and code."""
    files, result = strange_result()

    page = full_report(*files, result, Wishes(items=True, title="<b>T</b> & {{ 1 }}"), {})[0]
    seen = read_page(page)

    assert not seen.of("img") and not seen.of("b")
    figures = len([named for named in seen.of("div") if "data-figure" in named])
    assert len(seen.of("script")) == figures + 2
    assert {row[0] for row in seen.tables[text("report.numbers.caption")][1:]} == set(STRANGE)
    assert seen.headings[0] == (1, "<b>T</b> & {{ 1 }}")
    assert all(name in seen.text for name in STRANGE)
    assert "49" not in seen.headings[1][1]
    specs = [json.loads(words) for words in seen.scripts if words.startswith('{"data"')]
    assert specs and "&lt;script&gt;" in json.dumps(specs[0])


def test_a_red_rail_withholds_the_numbers():
    """Not comparable: the reason stands in the card and no number stands large."""
    history, current = small_world(3, history=300, current=120, accuracy=(0.7, 0.8))
    always = [replace(item, votes=tuple((who, 1) for who, _ in item.votes), system="AB"[n % 2])
              for n, item in enumerate(current)]  # fmt: skip
    result = hero_core.estimate(*pair_of(history, always), resamples=0)

    seen = read_page(report(result))

    assert seen.headings[1] == (2, text("verdict.not_comparable.word"))
    assert text("report.numbers.caption") not in seen.tables
    assert text("standings.header") not in [title for _, title in seen.headings]


def test_an_open_verdict_comes_with_a_plan():
    """What would settle it, as on the first page."""
    files = pair_of(*small_world(2, history=80, current=80, systems=2))
    result = hero_core.estimate(*files, resamples=60)
    assert hero_core.decide(result).state == "too_close"

    seen = read_page(full_report(*files, result, Wishes(annotators=False), {})[0])

    assert text("plan.header") in [title for _, title in seen.headings]
    assert text("report.section.people") not in [title for _, title in seen.headings]


@pytest.mark.parametrize("systems", [1, 2])
def test_without_history(systems):
    """Fewer methods, one file, no feature table; still a whole report."""
    _, current = pair_of(*small_world(4, systems=systems))
    result = hero_core.estimate(None, current, methods=("mv", "ds", "pec"), resamples=40)

    seen = read_page(full_report(None, current, result, Wishes(items=True), {})[0])

    assert seen.tables[text("report.provenance.files")][0] == [
        text("report.provenance.what"),
        text("report.provenance.current"),
    ]
    assert dict(seen.tables[text("report.checks.caption")][1:])[text("rails.check.gold")] == text("rails.skipped")


def test_many_versions_stay_readable():
    """Twenty versions: 190 pairs all listed, and no chart of a hundred rows."""
    _, current = pair_of(*small_world(6, current=200, systems=20))
    result = hero_core.estimate(None, current, methods=("mv", "ds", "pec"), resamples=40)

    seen = read_page(report(result))
    pairs = next(rows for caption, rows in seen.tables.items() if caption.startswith("Differences"))
    spec = json.loads(next(words for words in seen.scripts if words.startswith('{"data"')))

    assert len(pairs) == 191
    assert len({trace.get("legendgroup") for trace in spec["data"]}) == 2


def test_stability_is_drawn_when_given(files, result):
    """Curves with a table."""
    found = hero_core.stability(files[1], files[0], methods=("mv", "pec"), repeats_per_fraction=10)

    seen = read_page(report(result, stability=found))

    rows = seen.tables[text("report.stability.caption")][1:]
    assert len(rows) == len([point for point in found.curves if point.tau_mean is not None])
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)[::-1]
    assert charts.gold_sentence(found) in seen.text


def test_stability_is_answered_by_the_method_of_the_verdict(files, result):
    """Whether the winner stays, in the words of the page; what gold says stands there once."""
    found = hero_core.stability(files[1], files[0], methods=("mv", "hero2"), repeats_per_fraction=10)
    told = replace(found, tau_with_gold={"mv": -1.0, "hero2": 0.33})

    seen = read_page(report(result, stability=told)).section(text("report.section.stability"))
    answer = answer_of(told, hero_core.decide(result).method)

    assert f"{answer.word}. {answer.sentences[0]}".replace("**", "") in seen
    assert charts.gold_taus(told) in seen and seen.count("Stable is not") <= 1


def test_a_report_in_chinese_holds_the_same_numbers(files, result, page):
    """Only the words differ: language of the document, headings, captions; every number of the tables stays."""
    chinese = full_report(*files, result, Wishes(items=True, language="zh"), {})[0]
    seen, english = read_page(chinese), read_page(page)
    with speaking("zh"):
        heads = contents(result, hero_core.decide(result), annotators=True, items=True, plan=False)
        rows = seen.tables[text("report.numbers.caption")][1:]

    assert seen.of("html")[0]["lang"] == "zh-CN"
    assert [title for level, title in seen.headings if level == 2][1:-1] == heads[1:]
    assert [row[:2] for row in rows] == [row[:2] for row in english.tables[text("report.numbers.caption")][1:]]
    assert "--language=zh" in "".join(seen.codes) and text("nav.data") == "Data"


def test_another_language_is_refused(result):
    """A page half in nothing would be worse than a sentence."""
    with pytest.raises(SettingsError, match="not one of en, zh"):
        report(result, language="fr")


def test_items_without_doubt_are_not_listed_as_doubtful():
    """Twelve good annotators leave doubt about a few items only; a list of 0.00 would bury them."""
    history, current = pair_of(*small_world(5, annotators=12, current=80, accuracy=(0.85, 0.95), share_of_votes=1.0))
    result = hero_core.estimate(history, current, methods=("mv", "hero1"), resamples=20)

    seen = read_page(full_report(history, current, result, Wishes(annotators=False, items=True), {})[0])
    doubts = [row[-1] for row in seen.tables[text("report.items.caption")][1:]]

    assert 10 <= len(doubts) < 80
    assert "0.00" not in doubts or len(doubts) == 10
