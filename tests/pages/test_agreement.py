"""Agreement on the annotators page, and the classifier on the compare page: the engine's numbers."""

from __future__ import annotations

import numpy as np

import hero_core
from hero_core import charts
from hero_core.words import text
from tests.pages.visit import csv, go, plain, said, sample_rounds, settle, with_files, with_sample
from ui.agreeing import said as told
from ui.cached import ANNOTATOR_RESAMPLES


def test_agreement_is_the_engine_s():
    """One sentence over all items, and the pairs."""
    app = settle(go(with_sample(), "annotators"))
    engine = hero_core.agreement(sample_rounds()[1], resamples=ANNOTATOR_RESAMPLES)

    assert told(engine.rows[0]) in said(app)
    pairs = next(frame.value for frame in app.dataframe if text("agreement.column.pair") in frame.value)
    assert pairs.iloc[0, 0] == f"{engine.pairs[0].a}, {engine.pairs[0].b}"
    assert charts.agreement_sentence(engine) in plain(said(app))


def test_labels_that_are_nearly_all_alike_are_said_to_be():
    """Beside an alpha near 0 stands why, and what to read in its place."""
    rows = [f"i{n},{who},{int(n % 30 > 0 or who == 'b')}" for n in range(90) for who in "abc"]

    app = settle(with_files("annotators", current=csv(*rows)))

    assert "97.8% of the votes are 1" in plain(said(app)) and "Read the share of equal votes" in plain(said(app))


def test_one_vote_an_item_has_no_agreement():
    """In words, never a dash in a sentence."""
    app = with_files("annotators", current=csv(*(f"i{n},a{n % 2},{n % 2}" for n in range(60))))

    assert "no agreement to tell" in plain(said(app)) or text("annotators.nothing.votes", total="2", enough=5) in said(
        app
    )


def test_a_classifier_is_judged():
    """Predictions in the file: precision and recall by HERO-1, and a table."""
    rng = np.random.default_rng(1)
    rows, header = [], "item_id,annotator_id,label,gold_label,prediction"
    for number in range(400):
        truth = int(rng.random() < 0.4)
        prediction = truth if rng.random() < 0.8 else 1 - truth
        for who in ("a", "b", "c"):
            label = truth if rng.random() < 0.85 else 1 - truth
            rows.append(f"h{number},{who},{label},{truth if number < 80 else ''},{prediction}")
    history = csv(*rows, header=header)
    current = csv(*(row.replace("h", "c", 1).rsplit(",", 2)[0] + ",," + row[-1] for row in rows), header=header)
    app = settle(go(settle(with_files("overview", history=history, current=current)), "compare"))
    engine = hero_core.classifier(
        hero_core.read(history, role="history", name="history.csv"), hero_core.read(current, name="current.csv"),
        resamples=200,
    )  # fmt: skip
    precision = next(row for row in engine.rows if (row.method, row.quantity) == ("hero1", "precision"))

    assert text("classifier.header") in [header.value for header in app.header]
    assert f"precision **{precision.estimate:.1%}**" in said(app)


def test_without_predictions_there_is_no_such_block():
    """The sample has none."""
    app = settle(go(with_sample(), "compare"))

    assert text("classifier.header") not in [header.value for header in app.header]
