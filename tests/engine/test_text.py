"""The words of prompts as a covariate: what is counted, that nothing leaks, what it gains, and what cannot be used."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer

from hero_core import Annotations, SettingsError, estimate
from hero_core.grams import HEAD, TAIL, grams, plain_text
from hero_core.rounds import Rounds, pair
from hero_core.simulate import simulate
from hero_core.text import _Models, explained, gcv_ridge, with_text
from tests.recovery.rounds import annotations as read_table
from tests.support import Items, pair_of, small_world

EASY, HARD = ["cat", "sun", "ball", "song", "toy"], ["tax", "law", "proof", "chess", "virus"]
FILLERS = ["write", "a", "letter", "about", "the", "red", "house", "with", "some"]
CHINESE = ("猫日球歌山水花鸟", "税法证棋毒债讼罚", "写一封关于红房子的信请画")
METHODS = ("hero1", "hero2")


def prompt_for(difficulty: float, rng: np.random.Generator, informative: bool, chinese: bool) -> str:
    """Words that tell how hard the item is, or as many that do not."""
    hard = rng.random(6) < (1 / (1 + np.exp(-3 * difficulty)) if informative else 0.5)
    easy, difficult, rest = (list(words) for words in CHINESE) if chinese else (EASY, HARD, FILLERS)
    words = [rng.choice(difficult if told else easy) for told in hard] + list(rng.choice(rest, 4))
    return ("" if chinese else " ").join(words[k] for k in rng.permutation(len(words)))


def world(seed: int, *, informative: bool = True, chinese: bool = False, **design: object):
    """A simulated round whose covariate is told by its prompts only."""
    rng = np.random.default_rng(seed)
    rounds = simulate("base", rng=rng, slope=3.0, **design)
    files = []
    for role, table in (("history", rounds.history), ("current", rounds.current)):
        items = table.drop_duplicates("item_id")
        told = {
            name: prompt_for(-x, rng, informative, chinese)
            for name, x in zip(items["item_id"], items["x_1"], strict=True)
        }
        files.append(read_table(table.assign(prompt=table["item_id"].map(told)).drop(columns="x_1"), role))
    return files[0], files[1], rounds.population_shares[None]


def rounds_of(seed: int = 0, **options: object) -> tuple[Rounds, np.ndarray]:
    """Both files coded alike, and for each history item its vote share as its value."""
    history, current, _ = world(seed, n_history=300, n_current=100, **options)
    rounds = pair(history, current)
    counts = rounds.history.vote_counts
    return rounds, counts[:, 1] / counts.sum(axis=1)


def told_of(rounds: Rounds) -> tuple[np.ndarray, np.ndarray]:
    """The covariate x_text of both files."""
    assert rounds.history.covariate_names[-1] == rounds.current.covariate_names[-1] == "x_text"
    return rounds.history.covariates[:, -1], rounds.current.covariates[:, -1]


def pieces_of(texts: list[str], kind: str) -> dict[int, list[int]]:
    """Texts that hold each piece, with repeats, by bucket."""
    found: dict[int, list[int]] = defaultdict(list)
    for block in grams(texts):
        for text, bucket in zip(*getattr(block, kind), strict=True):
            found[int(bucket)].append(int(text))
    return found


def by_strings(analyses: list[list[str]]) -> list[list[int]]:
    """The same from lists of strings, sorted."""
    found: dict[str, list[int]] = defaultdict(list)
    for text, strings in enumerate(analyses):
        for string in strings:
            found[string].append(text)
    return sorted(found.values())


TEXTS = ["a cat sat on the mat", "the cat, a hat!", "mat", "draw a 3d model of 2 cats", "naïve café", "i"]


def test_runs_are_those_of_scikit_learn():
    """Runs of 2 to 5 letters within words and the blanks around them, as its char_wb analyser cuts them."""
    analyse = CountVectorizer(analyzer="char_wb", ngram_range=(2, 5)).build_analyzer()

    assert sorted(sorted(texts) for texts in pieces_of(TEXTS, "runs").values()) == by_strings(list(map(analyse, TEXTS)))


def test_words_are_those_of_scikit_learn():
    """Words and pairs of neighbours."""
    analyse = CountVectorizer(ngram_range=(1, 2), token_pattern=r"(?u)[^\W_]+").build_analyzer()

    assert sorted(sorted(texts) for texts in pieces_of(TEXTS, "words").values()) == by_strings(
        list(map(analyse, TEXTS))
    )


def test_chinese_is_read_letter_by_letter():
    """No blanks: each sign is a word, neighbours are pairs, and runs go through the sentence."""
    text = "画一只猫 cat"
    words, runs = pieces_of([text], "words"), pieces_of([text], "runs")

    assert sum(map(len, words.values())) == 5 + 4
    assert sum(map(len, runs.values())) == (5 + 4 + 3 + 2) + (4 + 3 + 2 + 1)
    assert {*pieces_of(["一只"], "words")} <= {*words}


def test_texts_are_compared_in_one_form():
    """Case, width, blanks; long ones by their beginning and their end."""
    assert plain_text("  Draw\tA\n CAT ") == plain_text("draw a cat") == plain_text("ｄｒａｗ a cat")
    long = plain_text("x" * 5000 + " end")
    assert len(long) == HEAD + TAIL + 1 and long.endswith(" end")


def test_ridge_by_cross_validation_is_the_best_of_the_grid():
    """The criterion by explicit hat matrices, ridge by ridge; without any signal, none."""
    rng = np.random.default_rng(3)
    dense = rng.random((60, 30)) * (rng.random((60, 30)) < 0.3)
    target = dense @ rng.normal(size=30) + rng.normal(size=60)
    found = gcv_ridge(sparse.csr_array(dense), target)

    def criterion(ridge: float) -> float:
        columns = dense - dense.mean(axis=0)
        hat = columns @ np.linalg.solve(columns.T @ columns + ridge * np.eye(30), columns.T) + 1 / 60
        return ((target - hat @ target) ** 2).sum() / (60 - np.trace(hat)) ** 2

    grid = np.logspace(-1.5, 3, 28)
    assert found == pytest.approx(grid[np.argmin([criterion(ridge) for ridge in grid])])
    assert gcv_ridge(sparse.csr_array(dense), np.ones(60)) is None


def test_models_are_blind_for_their_own_texts():
    """Each prediction by hand: the ridge regression without that fold."""
    rng = np.random.default_rng(4)
    dense, target = rng.normal(size=(40, 6)), rng.normal(size=40)
    foretold = _Models.of(sparse.csr_array(dense), target, 2.0).foretold(sparse.csr_array(dense))
    for part in range(5):
        seen = np.arange(40) % 5 != part
        centre, mean = dense[seen].mean(axis=0), target[seen].mean()
        columns = dense[seen] - centre
        slope = np.linalg.solve(columns.T @ columns + 2 * np.eye(6), columns.T @ (target[seen] - mean))
        assert foretold[~seen] == pytest.approx(mean + (dense[~seen] - centre) @ slope, abs=2e-3)
    assert explained(target, target) == 1 and explained(np.ones(3), np.ones(3)) == 0


def test_no_item_teaches_its_own_covariate():
    """Its own votes turned round, an item's covariate stays, also in the round; those of other prompts move."""
    rounds, worth = rounds_of()
    prompts = rounds.current.prompts.copy()
    prompts[3] = rounds.history.prompts[7].upper()
    rounds = replace(rounds, current=replace(rounds.current, prompts=prompts))
    turned = worth.copy()
    turned[7] = 1 - turned[7] if turned[7] != 0.5 else 0
    before, now = told_of(with_text(rounds, worth)[0])
    before_turned, now_turned = told_of(with_text(rounds, turned)[0])

    assert before_turned[7] == before[7] == now[3] == now_turned[3]
    assert (np.abs(before_turned - before) > 1e-9).mean() > 0.7
    assert (np.abs(now_turned - now) > 1e-9).mean() > 0.9


def test_order_of_items_does_not_matter():
    """The same prompts in another order: the same covariate, to the last digit."""
    rounds, worth = rounds_of(1)
    before, now = told_of(with_text(rounds, worth)[0])
    order = np.random.default_rng(0).permutation(len(worth))
    mixed = replace(rounds.history, prompts=rounds.history.prompts[order])
    again, after = told_of(with_text(replace(rounds, history=mixed), worth[order])[0])

    assert (again == before[order]).all() and (after == now).all()


@pytest.mark.parametrize("chinese", [False, True])
def test_words_that_carry_the_truth_take_variance_out(chinese):
    """About a tenth, as in the paper's case study; and it is said what it is worth in items."""
    removed = []
    for seed in range(3):
        history, current, _ = world(seed, chinese=chinese)
        result = estimate(history, current, methods=METHODS, resamples=0, text="prompt")
        assert result.text.used and result.text.explained > 0.1 and result.text.features > 100
        removed.append(result.text.variance_removed)
        errors = [result.get(method).std_error for method in METHODS]
        assert removed[-1] == pytest.approx(1 - (errors[1] / errors[0]) ** 2)
        assert result.text.items_worth == max(0, round(300 * ((errors[0] / errors[1]) ** 2 - 1)))

    assert np.median(removed) > 0.05
    said = next(finding for finding in result.findings if finding.code == "text_covariate")
    assert f"worth about {result.text.items_worth} more items" in said.message and result.text.items_worth > 0


def test_hero2_with_words_stays_unbiased_and_no_less_precise():
    """Over simulated rounds with a large history: errors of HERO-2 around zero and not larger than HERO-1's."""
    errors = []
    for seed in range(12):
        history, current, truth = world(100 + seed, n_history=800, n_current=150, votes_per_item=4.0)
        result = estimate(history, current, methods=METHODS, resamples=0, text="prompt")
        errors.append([result.get(method).estimate - truth for method in METHODS])
    mean, spread = np.mean(errors, axis=0), np.std(errors, axis=0)

    assert abs(mean[1]) < 3 * spread[1] / np.sqrt(12)
    assert spread[1] < 1.1 * spread[0]


def test_words_that_tell_nothing_change_nothing():
    """They are left out: HERO-2 is HERO-1, and it is said. Once in a while chance lets them in, to little effect."""
    used = 0
    for seed in range(6):
        history, current, _ = world(seed, n_history=500, n_current=200, informative=False)
        result = estimate(history, current, methods=METHODS, resamples=0, text="prompt")
        first, second = (result.get(method) for method in METHODS)
        used += result.text.used
        if not result.text.used:
            assert second.estimate == first.estimate and "do not tell" in result.text.reason
        assert second.std_error == pytest.approx(first.std_error, rel=0.03)
        assert abs(second.estimate - first.estimate) < 0.5 * first.std_error

    assert used <= 3


def test_words_stand_beside_chosen_columns():
    """auto takes all, none only the words, a list its columns and the words."""
    history, current, _ = world(2, n_history=300, n_current=100)
    rng = np.random.default_rng(0)
    files = [replace(file, covariate_names=("x_a", "x_b"), covariates=rng.normal(size=(file.n_items, 2)))
             for file in (history, current)]  # fmt: skip
    for asked, used in (("auto", ["x_a", "x_b", "x_text"]), ("none", ["x_text"]), (("x_b",), ["x_b", "x_text"])):
        result = estimate(*files, methods=METHODS, resamples=0, text="prompt", covariates=asked)
        assert result.provenance["settings"]["covariates"] == used
        assert [row.name for row in result.covariates if row.used] == used
    assert result.provenance["settings"]["text"] == "prompt"
    assert not any(finding.code == "output_level_covariate" and "x_text" in finding.message
                   for finding in result.findings)  # fmt: skip


def test_items_without_a_prompt_count_as_average():
    """They are counted, teach nothing and pull nowhere."""
    rounds, worth = rounds_of(3)
    prompts = rounds.history.prompts.copy(), rounds.current.prompts.copy()
    prompts[0][:40], prompts[1][:7] = "", "  "
    files = [
        replace(file, prompts=texts) for file, texts in zip((rounds.history, rounds.current), prompts, strict=True)
    ]
    found, row = with_text(replace(rounds, history=files[0], current=files[1]), worth)
    before, now = told_of(found)

    assert (row.empty_history, row.empty_current, row.prompts) == (40, 7, len({*prompts[0]} - {""}))
    assert before[:40] == pytest.approx(before[40:].mean()) and now[:7] == pytest.approx(before.mean())


def without_prompts(file: Annotations) -> Annotations:
    return replace(file, prompts=None)


def test_what_cannot_be_used_is_said():
    """No column in one of the files, one prompt for all, a column of that name, no HERO-2, another column."""
    history, current, _ = world(4, n_history=200, n_current=60)
    same = replace(history, prompts=np.array(["Draw a cat."] * history.n_items, dtype=object))
    blank = replace(current, prompts=np.array([" "] * current.n_items, dtype=object))
    named = replace(current, covariate_names=("x_text",), covariates=np.ones((current.n_items, 1)))
    cases = (
        (without_prompts(history), current, {}, r"history.csv has no prompts.*--columns 'history.csv:prompt=NAME'"),
        (history, without_prompts(current), {}, r"current.csv has no prompts"),
        (history, blank, {}, r"current.csv has no prompts"),
        (same, current, {}, r"prompts of history.csv are all the same"),
        (history, named, {}, r"current.csv has a column x_text of its own"),
        (history, current, {"methods": ("mv", "hero1")}, r"add hero2"),
        (history, current, {"text": "answer"}, r"text is 'answer'"),
    )
    for past, now, options, words in cases:
        with pytest.raises(SettingsError, match=words):
            estimate(past, now, resamples=0, **{"text": "prompt", **options})


def test_few_prompts_are_not_enough():
    """Fewer than twenty different ones: not used, and why."""
    history, current, _ = world(5, n_history=200, n_current=60)
    few = replace(history, prompts=np.array([f"prompt {n % 9}" for n in range(history.n_items)], dtype=object))
    result = estimate(few, current, methods=METHODS, resamples=0, text="prompt")

    assert not result.text.used and result.text.reason == "history.csv has only 9 different prompts"
    assert result.get("hero2").estimate == result.get("hero1").estimate


def test_prompts_without_a_common_piece():
    """Nothing occurs twice: nothing is learned, nothing breaks."""
    history, current = small_world(1, history=40)
    letters = [chr(0x4E00 + 7 * number) for number in range(40)]
    told: tuple[Items, Items] = (
        [replace(item, prompt=letter) for item, letter in zip(history, letters, strict=True)],
        [replace(item, prompt=f"{number}") for number, item in enumerate(current)],
    )
    result = estimate(*pair_of(*told), methods=METHODS, resamples=0, text="prompt")

    assert result.text is not None and not result.text.used and result.text.features == 0


def test_without_history_there_are_no_words_to_learn_from():
    """HERO is refused with its own reason; the other methods stay."""
    _, current, _ = world(6, n_history=200, n_current=60)
    result = estimate(None, current, methods=("mv", "hero2"), resamples=0, text="prompt")

    assert result.text is None and result.get("hero2").status == "refused"
    assert result.get("mv").estimate is not None


def test_resamples_share_the_words():
    """The bootstrap takes the covariate as it is; same seed, same numbers."""
    history, current, _ = world(7, n_history=300, n_current=100)
    one, two = (estimate(history, current, methods=METHODS, resamples=40, text="prompt") for _ in range(2))

    assert one.estimates == two.estimates and one.text == two.text
    assert one.text.variance_removed is not None
