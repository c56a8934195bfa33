"""`hero simulate`: a table of the methods, or one round as files that every other command can read."""

from __future__ import annotations

import pytest

from hero_core import trials
from tests.support import shell

QUICK = ("--repetitions", "3", "--quiet", "--set", "n_history=120", "--set", "n_current=60", "--set", "gold_share=0.5")


def test_the_document_holds_the_engines_numbers():
    """hero.simulate/1."""
    said = shell("simulate", "base", "--k", "50", "--seed", "4", "--methods", "mv,hero1", *QUICK, "--json")
    found = trials(
        "base", repetitions=3, seed=4, methods=("mv", "hero1"), k=50.0, n_history=120, n_current=60, gold_share=0.5
    )

    assert said.code == 0 and said.document["schema"] == "hero.simulate/1"
    assert [row["bias"] for row in said.document["rows"]] == [row.bias for row in found.rows]
    assert [row["rmse"] for row in said.document["rows"]] == [row.rmse for row in found.rows]
    assert said.document["overrides"] == {"n_history": 120, "n_current": 60, "gold_share": 0.5, "k": 50.0}
    assert {"repetitions", "seed", "pools", "resamples", "level", "truth", "published", "versions"} <= {*said.document}


def test_heros_table_stands_beside_the_papers():
    """Bias and SD of the paper, a dash where it has none."""
    said = shell("simulate", "hero_a", "--k", "12", "--repetitions", "2", "--methods", "mv,mle", "--quiet")
    head, simple, gold = said.out.splitlines()

    assert head.split()[-2:] == ["paper_bias", "paper_sd"]
    assert simple.split()[-2:] == ["0.1420", "0.0220"] and gold.split()[-2:] == ["-", "-"]


def test_scores_are_shown_where_there_are_systems():
    """STABLEVAL's design has six."""
    said = shell("simulate", "stableval", "--repetitions", "2", "--set", "adversarial_share=0.3", "--quiet")

    assert "score_mse" in said.out and "tau" in said.out


def test_a_round_is_written_and_can_be_read_again(tmp_path):
    """The files of the README's formats, with their truth; the same seed writes the same bytes."""
    for name in ("one", "two"):
        said = shell("simulate", "sample", "--seed", "2", "--write", tmp_path / name, "--json")
        assert said.code == 0 and {*said.document["true_shares"]} == {"all", "v1.0", "v1.1", "v2.0"}
    one = tmp_path / "one"
    files = ("--history", one / "history.csv", "--current", one / "current.csv")

    assert {path.name for path in one.iterdir()} == {"history.csv", "current.csv", "truth.csv", "annotators.csv"}
    assert all(path.read_bytes() == (tmp_path / "two" / path.name).read_bytes() for path in one.iterdir())
    assert shell("estimate", *files, "--resamples", "0", "--json").code == 0


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    """A file stands in the way."""
    (tmp_path / "taken").write_text("x", encoding="utf-8")
    said = shell("simulate", "base", "--write", tmp_path / "taken")

    assert said.code == 2 and "cannot be written" in said.err and "Traceback" not in said.err


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("nosuch",), "There is no simulation design 'nosuch'. Choose one of: base, hero_a"),
        (("base", "--set", "colour=red"), "it must be FIELD=VALUE. Fields: description"),
        (("base", "--set", "k"), "it must be FIELD=VALUE"),
        (("base", "--set", "n_current=many"), "'many' is no value of n_current (int)"),
        (("base", "--set", "paired=maybe"), "'maybe' is no value of paired (bool)"),
        (("base", "--set", "gold_share=nan"), "'nan' is no value of gold_share"),
        (("base", "--set", "votes_per_item=30"), "at most one of each annotator (n_annotators = 10)"),
        (("base", "--repetitions", "1"), "a spread needs at least 2"),
        (("base", "--seed", "-1"), "seed is -1"),
        (("base", "--seed", "-1", "--write", "nowhere"), "seed is -1"),
        (("stableval", "--methods", "hero1"), "no history, which hero1 would need"),
    ],
)
def test_wrong_usage_is_refused_in_words(options, says):
    """Exit 2 and a sentence."""
    said = shell("simulate", *options)

    assert said.code == 2 and says in said.err and "Traceback" not in said.err


def test_fields_of_every_kind_can_be_set(tmp_path):
    """Numbers, none, several numbers, yes and no, names."""
    fields = ("k=none", "prevalence=0.4,0.6", "systems=old,new", "paired=true", "slope=0", "n_current=30")
    options = [part for field in fields for part in ("--set", field)]
    said = shell("simulate", "base", *options, "--write", tmp_path, "--json")

    assert said.document["overrides"] == {
        "k": None, "prevalence": [0.4, 0.6], "systems": ["old", "new"], "paired": True, "slope": 0.0, "n_current": 30,
    }  # fmt: skip
    assert {*said.document["true_shares"]} == {"all", "old", "new"}
