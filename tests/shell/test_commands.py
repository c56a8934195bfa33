"""Every command as a person or a program calls it: documents, exit codes, messages."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from hero_core import terminal
from tests.layers.source import ROOT
from tests.support import Item, csv_text, process, shell, small_world, write_pair

RESAMPLES = ("--resamples", "20")
ESTIMATE_KEYS = {
    "schema",
    "provenance",
    "classes",
    "values",
    "counts",
    "estimates",
    "annotators",
    "covariates",
    "findings",
}
ROW_KEYS = {
    "method", "system", "estimate", "class_shares", "std_error", "low", "high", "level", "interval", "n_items",
    "n_votes", "status", "reason", "converged", "steps",
}  # fmt: skip
ANNOTATOR_KEYS = {
    "annotator", "confusion", "sensitivity", "specificity", "gold_votes", "votes", "current_votes", "flags", "drift",
    "sensitivity_low", "sensitivity_high", "specificity_low", "specificity_high",
}  # fmt: skip
ITEM_KEYS = {"item_id", "system", "round", "n_votes", "posterior", "credit", "entropy", "top_class"}
CURVE_KEYS = {
    "method", "fraction", "annotators_kept", "tau_mean", "tau_low", "tau_high", "same_ranking", "same_winner",
    "rank_sd", "draws",
}  # fmt: skip
FINDING_KEYS = {"severity", "code", "message", "file", "lines", "column", "count", "remedy"}
COUNT_KEYS = {"items_used", "votes_used", "annotators", "ties", "history_items", "gold_items"}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The options that name two small files, with two systems and a covariate."""
    folder = tmp_path_factory.mktemp("files")
    history, current = write_pair(folder, *small_world(3, systems=2, covariates=1, current=30))
    return ("--history", history, "--current", current)


def document(*arguments: object) -> dict:
    """The document of a run that must succeed; stdout holds nothing but it, in one line."""
    said = shell(*arguments, "--json")
    assert said.code == 0, said.err
    assert said.out.count("\n") == 1 and said.out.endswith("}\n")
    assert "Traceback" not in said.err
    assert all({*finding} >= FINDING_KEYS for finding in said.document["findings"])
    return said.document


def test_estimate(files):
    """hero.estimate/1, key by key."""
    answer = document("estimate", *files, *RESAMPLES)

    assert {*answer} >= ESTIMATE_KEYS and answer["schema"] == "hero.estimate/1"
    assert {*answer["counts"]} >= COUNT_KEYS
    assert [{*row} for row in answer["estimates"]] == [ROW_KEYS] * 18
    assert [row["system"] for row in answer["estimates"]] == [None] * 6 + ["S1"] * 6 + ["S2"] * 6
    assert all({*row} >= ANNOTATOR_KEYS for row in answer["annotators"])
    assert answer["covariates"] == [
        {"name": "x_1", "history_mean": pytest.approx(0.39, abs=0.5), "current_mean": pytest.approx(0.39, abs=0.5),
         "used": True, "reason": None, "p_value": pytest.approx(0.5, abs=0.5)}
    ]  # fmt: skip
    assert (answer["classes"], answer["values"]) == (["0", "1"], [0, 1])


def test_provenance_names_all_that_is_needed_to_repeat_the_run(files):
    """Versions, seed, settings, names and hashes of both files."""
    provenance = document("estimate", *files, *RESAMPLES, "--seed", "7", "--ridge", "0.5")["provenance"]

    assert {"hero_core", "numpy"} <= {*provenance["versions"]}
    assert provenance["seed"] == 7
    settings = provenance["settings"]
    assert (settings["resamples"], settings["ridge"], settings["covariates"]) == (20, 0.5, ["x_1"])
    assert {*provenance["history"]} >= {"name", "sha256", "rows", "items", "annotators", "gold_items"}
    assert {*provenance["current"]} >= {"name", "sha256", "rows", "items", "annotators"}
    assert (provenance["history"]["name"], len(provenance["current"]["sha256"])) == ("history.csv", 64)


def test_settings_of_a_document_repeat_its_numbers(files):
    """Run again with what the document says: the same estimates."""
    first = document("estimate", *files, *RESAMPLES, "--level", "0.8", "--seed", "3", "--covariates", "none")
    used = first["provenance"]["settings"]
    again = document(
        "estimate", *files, "--methods", ",".join(used["methods"]), "--resamples", used["resamples"], "--level",
        used["level"], "--seed", used["seed"], "--covariates", ",".join(used["covariates"]) or "none", "--tol",
        used["tol"], "--max-iter", used["max_iter"], "--ridge", used["ridge"], "--hero2-weight", used["hero2_weight"],
        "--values", ",".join(map(str, used["values"])), "--overlap", used["overlap"], "--pec-pseudocounts",
        ",".join(map(str, used["pec_pseudocounts"])),
    )  # fmt: skip

    assert again["estimates"] == first["estimates"]


def test_compare(files):
    """hero.compare/1."""
    answer = document("compare", *files, *RESAMPLES, "--a", "S1", "--b", "S2", "--margin", "0.05", "--low-is-good")
    found = answer["comparison"]

    assert answer["schema"] == "hero.compare/1"
    assert {"difference", "low", "high", "verdict", "margin", "method", "a", "b", "items_needed"} <= {*found}
    assert (found["a"], found["b"], found["margin"], found["high_is_good"]) == ("S1", "S2", 0.05, False)
    assert found["difference"] == pytest.approx(found["estimate_a"] - found["estimate_b"])


def test_annotators(files):
    """hero.annotators/1, with intervals."""
    answer = document("annotators", *files, *RESAMPLES)

    assert answer["schema"] == "hero.annotators/1"
    assert [row["annotator"] for row in answer["annotators"]] == ["a1", "a2", "a3", "a4"]
    for row in answer["annotators"]:
        assert {*row} >= ANNOTATOR_KEYS
        assert row["sensitivity_low"] <= row["sensitivity"] <= row["sensitivity_high"]
    alone = document("annotators", *files[:2], *RESAMPLES)["annotators"]
    assert [row["current_votes"] for row in alone] == [0] * 4
    assert [row["confusion"] for row in alone] == [row["confusion"] for row in answer["annotators"]]


def test_stability(files):
    """hero.stability/1."""
    answer = document("stability", *files, "--repeats-per-fraction", "5", "--fractions", "0.5,1")

    assert answer["schema"] == "hero.stability/1"
    assert all({*point} >= CURVE_KEYS for point in answer["curves"])
    assert {(point["method"], point["fraction"]) for point in answer["curves"]} == {
        (method, fraction) for method in ("mv", "ds_hard", "pec", "hero1", "hero2") for fraction in (0.5, 1.0)
    }
    assert {*answer["full_ranking"]} == {*answer["tau_with_gold"]} == {"mv", "ds_hard", "pec", "hero1", "hero2"}
    bare = document("stability", *files[2:], "--repeats-per-fraction", "5")
    assert {point["method"] for point in bare["curves"]} == {"mv", "ds_hard", "pec"}
    few = document("stability", *files[2:], "--repeats-per-fraction", "5", "--annotators", "1,3", "--low-is-good")
    assert {point["annotators_kept"] for point in few["curves"]} == {1, 3}
    assert few["full_ranking"]["mv"][0]["system"] == bare["full_ranking"]["mv"][-1]["system"]
    assert few["provenance"]["settings"]["annotators"] == [1, 3]


def test_items(files):
    """hero.items/1, every current item once."""
    answer = document("items", *files)

    assert (answer["schema"], answer["method"]) == ("hero.items/1", "hero1")
    assert len(answer["items"]) == 30 and all({*row} >= ITEM_KEYS for row in answer["items"])
    assert document("items", *files[2:])["method"] == "pec"


def test_validate(files, tmp_path):
    """hero.validate/1; a file that cannot be used is refused with exit 2 and the red findings."""
    answer = document("validate", files[1], "--role", "history")
    bad = tmp_path / "bad.csv"
    bad.write_text("item_id,annotator_id,label\ni1,a1,1\ni2,a1,maybe\n", encoding="utf-8")
    said = shell("validate", bad, "--json")

    assert (answer["schema"], answer["accepted"]) == ("hero.validate/1", True)
    assert answer["file"]["gold_items"] > 0
    assert said.code == 2 and said.document["accepted"] is False
    assert any(finding["severity"] == "error" for finding in said.document["findings"])
    assert "maybe" in said.err and "Traceback" not in said.err


def test_agreement(files):
    """hero.agreement/1: over all items, by system, by pair, with the reading options of validate."""
    answer = document("agreement", files[3], *RESAMPLES, "--metric", "ordinal")
    flipped = document("agreement", files[3], *RESAMPLES, "--labels", "current.csv:1=0,0=1")
    said = shell("agreement", files[3], *RESAMPLES)
    refused = shell("agreement", files[3], "--resamples", "1")

    assert (answer["schema"], answer["metric"], answer["classes"]) == ("hero.agreement/1", "ordinal", ["0", "1"])
    assert [row["system"] for row in answer["agreement"]] == [None, "S1", "S2"]
    assert len(answer["pairs"]) == answer["pairs_sharing"] == 6 and answer["pairs_left_out"] == 0
    assert flipped["agreement"][0]["alpha"] == pytest.approx(answer["agreement"][0]["alpha"])
    assert "a1 & a2" in said.out and len(said.out.splitlines()) == 10
    assert refused.code == 2 and "at least 2" in refused.err


def test_agreement_of_people_who_share_nothing_is_said_in_words(tmp_path):
    """A row of dashes leaves open whether the file or the program is at fault: for all items, or for one system."""
    apart = [Item(f"i{n}", ((f"a{n % 2}", n // 2 % 2),), system="AB"[n // 2 % 2]) for n in range(8)]
    partly = [replace(item, votes=(("a0", 1), ("a1", n % 3 % 2))) if item.system == "A" else item
              for n, item in enumerate(apart)]  # fmt: skip
    told = []
    for items in (apart, partly):
        (tmp_path / "votes.csv").write_text(csv_text(items), encoding="utf-8")
        told.append(shell("agreement", tmp_path / "votes.csv", *RESAMPLES))

    assert [said.code for said in told] == [0, 0] and "nan" not in told[0].out
    assert told[0].err.count("No item was judged by two annotators: there is nothing to compare.") == 1
    assert "info: B: No item was judged by two annotators" in told[1].err and "info: A" not in told[1].err


def test_classifier(files, tmp_path):
    """hero.classifier/1: four quantities by method and system; without predictions a sentence with the remedy."""
    history, current = small_world(3, systems=2, current=40)
    known = [replace(item, prediction=number % 3 % 2) for number, item in enumerate(current)]
    paths = write_pair(tmp_path, history, known)
    named = ("--history", paths[0], "--current", paths[1])
    answer = document("classifier", *named, *RESAMPLES)
    said = shell("classifier", *named, *RESAMPLES, "--methods", "mv")
    refused = shell("classifier", *files, *RESAMPLES)

    assert answer["schema"] == "hero.classifier/1" and answer["unpredicted"] == 0
    assert len(answer["rows"]) == 3 * 3 * 4 and len(answer["joint"]) == 9
    assert {row["quantity"] for row in answer["rows"]} == {"precision", "recall", "share_predicted", "prevalence"}
    assert said.code == 0 and len(said.out.splitlines()) == 13
    assert refused.code == 2 and "--columns 'current.csv:prediction=NAME'" in refused.err
    assert shell("classifier", *named, "--values", "0,2").code == 2
    assert "--history" in shell("classifier", "--current", paths[1], "--methods", "hero1").err


def test_text(files, tmp_path):
    """The words of the prompts beside the other covariates: in the document, in a remark, and refused in words."""
    history, current = small_world(3, systems=2, covariates=1, current=40, history=240)
    worded = [
        [replace(item, prompt=f"draw {'a cat' if item.x[0] > 0.4 else 'tax law'} number {number}")
         for number, item in enumerate(items)]
        for items in (history, current)
    ]  # fmt: skip
    named = ("--history", "--current")
    given = [part for pair in zip(named, write_pair(tmp_path, *worded), strict=True) for part in pair]
    answer = document("estimate", *given, "--resamples", "0", "--text", "prompt", "--covariates", "none")
    refused = shell("estimate", *files, *RESAMPLES, "--text", "prompt")
    other = shell("estimate", *given, "--text", "answer")

    assert answer["text"]["used"] and answer["text"]["prompts"] == 240
    assert [row["name"] for row in answer["covariates"] if row["used"]] == ["x_text"]
    assert answer["provenance"]["settings"]["text"] == "prompt" and "scikit-learn" in answer["provenance"]["versions"]
    assert "text_covariate" in [finding["code"] for finding in answer["findings"]]
    assert document("estimate", *given, "--resamples", "0")["text"] is None
    assert document("compare", *given, *RESAMPLES, "--text", "prompt")["schema"] == "hero.compare/1"
    assert refused.code == 2 and "history.csv has no prompts" in refused.err and "--columns" in refused.err
    assert other.code == 2 and "prompt" in other.err


def test_documents_hold_no_nan(files):
    """Not in any command, not even where numbers are missing."""
    stranger = "item_id,annotator_id,label,system\ni1,zoe,1,A\ni2,zoe,0,B\ni2,kim,1,B\n"
    lonely = files[1].parent / "lonely.csv"
    lonely.write_text(stranger, encoding="utf-8")

    for command in ("estimate", "annotators", "stability", "items"):
        extra = ("--method", "pec") if command == "items" else ()
        text = json.dumps(document(command, "--history", files[1], "--current", lonely, *extra))
        assert "NaN" not in text and "Infinity" not in text


def test_without_json_there_is_a_table(files):
    """For people: rows on stdout, remarks on stderr."""
    for arguments in (
        ("estimate", *files, *RESAMPLES),
        ("compare", *files, *RESAMPLES, "--a", "S1", "--b", "S2"),
        ("annotators", *files, *RESAMPLES),
        ("stability", *files, "--repeats-per-fraction", "3"),
        ("items", *files),
        ("validate", files[1], "--role", "history"),
    ):
        said = shell(*arguments)
        assert said.code == 0 and len(said.out.splitlines()) > 3, said.err
        assert "nan" not in said.out.lower()
        assert "Traceback" not in said.err
        assert "(" not in said.out.splitlines()[0] and "Drift(" not in said.out  # numbers, not what holds them


def test_long_tables_are_cut_and_it_is_said(tmp_path):
    """200 rows at most on a screen; the document has all of them (P29)."""
    _, current = small_world(1, current=260)
    path = tmp_path / "current.csv"
    path.write_text(csv_text(current), encoding="utf-8")
    said = shell("items", "--current", path)

    assert "60 more rows" in said.out and len(said.out.splitlines()) == 202
    assert len(shell("items", "--current", path, "--json").document["items"]) == 260


def test_history_may_be_left_out(files):
    """Methods that need none run; asked for by name, HERO says what it needs."""
    said = shell("estimate", *files[2:], "--methods", "mv,vote_share,ds,ds_hard,pec", "--json", *RESAMPLES)
    named = shell("estimate", *files[2:], "--methods", "mv,hero1", "--json")
    default = document("estimate", *files[2:], *RESAMPLES)

    assert said.code == 0 and len(said.document["estimates"]) == 15
    assert named.code == 2 and "--history" in named.err
    assert {row["status"] for row in default["estimates"] if row["method"] == "hero1"} == {"refused"}


REFUSED = (
    (("--seed", "-1"), "seed is -1"),
    (("--level", "95"), "level is 95"),
    (("--level", "nan"), "level is nan"),
    (("--resamples", "1"), "at least 2"),
    (("--resamples", "-3"), "resamples is -3"),
    (("--resamples", "many"), "many"),
    (("--methods", "mv,kappa"), "kappa"),
    (("--methods", ""), "names no method"),
    (("--tol", "0"), "tol is 0"),
    (("--tol", "tight"), "tight"),
    (("--max-iter", "0"), "max_iter is 0"),
    (("--ridge", "-1"), "ridge is -1"),
    (("--hero2-weight", "both"), "paper"),
    (("--pec-pseudocounts", "1,1"), "three numbers"),
    (("--pec-pseudocounts", "1,b,1"), "1,b,1"),
    (("--values", "0,1,2"), "2 classes"),
    (("--values", "low,high"), "low,high"),
    (("--overlap", "both"), "drop"),
    (("--repeats", "both"), "first"),
    (("--covariates", "x_9"), "x_9"),
    (("--labels", "nobody.csv:1=0"), "history.csv, current.csv"),
    (("--labels", "current.csv:1"), "A=B"),
    (("--columns", "*:weight=label"), "weight"),
    (("--columns", "*:label=stars"), "stars"),
    (("--no-such-option",), "no-such-option"),
)


@pytest.mark.parametrize("command", ["estimate", "compare", "annotators", "stability", "plan", "report"])
def test_a_wrong_level_is_refused_before_any_work(command):
    """Nobody waits a minute to hear that 95 should have been 0.95: not even the files are opened."""
    output = ("-o", "report.html") if command == "report" else ()
    refused = shell(command, "--history", "nowhere.csv", "--current", "nowhere.csv", "--level", "95", *output)

    assert refused.code == 2 and "level is 95" in refused.err and "nowhere" not in refused.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("plan", "--power", "1.5"), "power is 1.5"),
        (("plan", "--detect", "0"), "detect must be a number above 0"),
        (("estimate", "--tol", "0"), "tol is 0"),
        (("slices", "--by", "x_1", "--a", "A", "--b", "B", "--ridge", "-1"), "ridge is -1"),
        (("items", "--values", "0,nan"), "values are 0, nan; give one finite number for each class"),
        (("compare", "--values", "1"), "values are 1; give one finite number for each class"),
        (("compare", "--margin", "-0.1"), "margin is -0.1"),
        (("estimate", "--methods", "mv,kappa"), "'kappa'"),
        (("stability", "--fractions", "0.5,2"), "given were 0.5, 2.0"),
        (("stability", "--repeats-per-fraction", "1"), "1 subsets for each fraction are too few"),
        (("annotators", "--max-iter", "0"), "max_iter is 0"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_no_file_could_make_right_is_refused_before_one_is_read(arguments, words):
    """A million votes are read in seconds, a wrong number is seen at once."""
    refused = shell(*arguments, "--history", "nowhere.csv", "--current", "nowhere.csv")

    assert refused.code == 2 and words in refused.err and "nowhere" not in refused.err


def test_a_difference_beyond_the_scale_is_refused_with_its_unit(files):
    """5 was meant as 5 points: the sentence says how those are written."""
    refused = shell("plan", *files, "--detect", "5")

    assert refused.code == 2 and "detect is 5" in refused.err and "0.05 stands for 5 points" in refused.err


@pytest.mark.parametrize(("options", "words"), REFUSED, ids=[" ".join(options) for options, _ in REFUSED])
def test_option_values_that_cannot_be_used(files, options, words):
    """Exit 2 and a sentence with the option and the value; stdout holds at most the document of the refusal."""
    said = shell("estimate", *files, *options, "--json")

    assert said.code == 2
    assert words in said.err and "Traceback" not in said.err
    assert not said.out or said.document["accepted"] is False


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("stability", "--level", "2"), "level is 2"),
        (("stability", "--seed", "-1"), "seed is -1"),
        (("stability", "--fractions", "0,2"), "above 0"),
        (("stability", "--annotators", "1,99"), "must be whole, between 1 and the 4"),
        (("stability", "--annotators", "few"), "not a list of whole numbers"),
        (("stability", "--repeats-per-fraction", "1"), "at least 2"),
        (("stability", "--pec-pseudocounts", "1"), "three numbers"),
        (("annotators", "--level", "2"), "level is 2"),
        (("annotators", "--resamples", "-5"), "resamples is -5"),
        (("annotators", "--max-iter", "0"), "max_iter is 0"),
        (("items", "--method", "kappa"), "kappa"),
        (("items", "--tol", "7"), "tol is 7"),
        (("items", "--method", "pec", "--pec-pseudocounts", "1,1"), "three numbers"),
        (("compare", "--a", "S1", "--b", "S9"), "no system 'S9'; the systems are S1, S2"),
        (("compare", "--a", "S1", "--b", "S2", "--margin", "nan"), "margin is nan"),
        (("compare", "--a", "S1"), "--b"),
    ],
)
def test_other_commands_check_their_options_too(files, arguments, words):
    """The same sentences everywhere."""
    said = shell(arguments[0], *files, *arguments[1:])

    assert said.code == 2
    assert words in said.err and "Traceback" not in said.err


@pytest.mark.parametrize(
    "command", ["estimate", "annotators", "stability", "items", "validate", "compare", "agreement"]
)
def test_files_that_cannot_be_opened(files, command, tmp_path):
    """A missing file and a folder: the name, and what is wrong."""
    for path, words in ((tmp_path / "gone.csv", "gone.csv"), (tmp_path, "directory")):
        given = (path,) if command in ("validate", "agreement") else ("--history", path, *files[2:])
        extra = ("--a", "S1", "--b", "S2") if command == "compare" else ()
        said = shell(command, *given, *extra, "--json")
        assert said.code == 2
        assert words in said.err and "Traceback" not in said.err
        assert said.document["accepted"] is False


@pytest.mark.parametrize("command", [(), ("nonsense",), ("estimate",), ("validate",)])
def test_wrong_usage(command):
    """Exit 2, the usage on stderr, nothing on stdout."""
    said = shell(*command)

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("usage: hero")


def test_help():
    """Exit 0 for the program and for every command, with the defaults in words."""
    for command in (
        (),
        ("estimate",),
        ("compare",),
        ("annotators",),
        ("stability",),
        ("items",),
        ("validate",),
        ("agreement",),
        ("classifier",),
    ):
        said = shell(*command, "--help")
        assert said.code == 0 and "usage:" in said.out
    assert "default 1000" in shell("estimate", "--help").out


def test_labels_and_columns_are_per_file(files, tmp_path):
    """The two files may come from different tools; FILE may be the path, the name or a star."""
    words = tmp_path / "current.csv"
    table = files[3].read_text(encoding="utf-8").replace("item_id,annotator_id,label", "item,who,verdict")
    body = [line.split(",") for line in table.splitlines()]
    lines = [",".join([*row[:2], {"1": "pass", "0": "fail"}.get(row[2], row[2]), *row[3:]]) for row in body]
    words.write_text("\n".join(lines), encoding="utf-8")
    columns = "current.csv:item_id=item,annotator_id=who,label=verdict"
    labels = f"{words}:pass=1,fail=0"
    mapped = document("estimate", *files[:2], "--current", words, "--columns", columns, "--labels", labels, *RESAMPLES)
    plain = document("estimate", *files, *RESAMPLES)

    assert mapped["estimates"] == plain["estimates"]


def test_repeats_are_the_users_choice(tmp_path):
    """Contradicting votes: dropped, the first, the last, or all."""
    path = tmp_path / "current.csv"
    path.write_text("item_id,annotator_id,label\ni1,a1,1\ni1,a1,0\ni1,a1,0\ni2,a1,1\n", encoding="utf-8")
    found = {}
    for choice in ("drop", "first", "last", "keep"):
        rows = document("estimate", "--current", path, "--methods", "vote_share", "--repeats", choice, *RESAMPLES)
        found[choice] = rows["estimates"][0]["estimate"]

    assert found == {"drop": 1.0, "first": 1.0, "last": 0.5, "keep": pytest.approx((1 / 3 + 1) / 2)}


@pytest.mark.parametrize(
    "arguments",
    [("estimate", *RESAMPLES, "--json", "--quiet"), ("stability", "--json", "--quiet", "--repeats-per-fraction", "3")],
)
def test_a_process_of_its_own_says_the_same(files, arguments):
    """`python -m hero_core` is what the tests above call in this process."""
    said = process(*arguments, *files)

    assert said.code == 0 and said.out.count("\n") == 1
    assert said.document == shell(*arguments, *files).document


def test_a_process_refuses_without_a_traceback(tmp_path):
    """Exit 2, one document on stdout, sentences on stderr."""
    said = process("estimate", "--current", tmp_path / "gone.csv", "--json")

    assert said.code == 2 and said.document["accepted"] is False
    assert "gone.csv" in said.err and "Traceback" not in said.err


def test_progress_goes_to_stderr_only(files, monkeypatch):
    """Quiet or not, stdout is the document, and the numbers are the same."""
    monkeypatch.setattr(terminal, "QUIET_SECONDS", 0.0)
    loud, quiet = (shell("estimate", *files, "--resamples", "60", "--json", *extra) for extra in ((), ("--quiet",)))

    assert loud.document == quiet.document
    assert re.search(r"^resampling: \d+%$", loud.err, re.MULTILINE) and "resampling" not in quiet.err
    assert all(math.isfinite(row["estimate"]) for row in loud.document["estimates"])


def test_a_reader_who_stops_reading_is_no_fault(files):
    """`hero items ... | head -1`: no traceback, nothing on standard error about a broken pipe."""
    command = f"{sys.executable} -m hero_core items --current {files[3]} --method pec --json --quiet"
    done = subprocess.run(f"{command} | head -c 10", shell=True, capture_output=True, text=True, cwd=ROOT, check=False)

    assert done.stdout.startswith('{"schema"')
    assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr
