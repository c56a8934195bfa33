"""Makes the sample data: simulated rounds with known truth. `python demo_data/make.py` rewrites the same bytes."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from hero_core.simulate import SimulatedRounds, simulate  # noqa: E402

SAMPLE_SEED = 133
GRADED_SEED = 85

TONES = ("short", "friendly", "formal", "playful", "careful")
FORMS = ("e-mail", "summary", "checklist", "blog post", "speech", "letter")
TOPICS = (
    "a delayed delivery", "moving to a new city", "a team offsite", "saving energy at home", "learning the piano",
    "a lost suitcase", "healthy lunches", "a bicycle repair course", "remote work", "a neighbourhood garden",
    "a school play", "choosing a laptop", "a rainy holiday", "sleeping better", "a charity run",
)  # fmt: skip
QUESTIONS = ("Explain", "Give three examples of", "Correct a common mistake about", "Write a quiz question on")
SUBJECTS = (
    "compound interest", "photosynthesis", "leap years", "the water cycle", "prime numbers", "vaccines",
    "the French Revolution", "supply and demand", "how vaults carry weight", "tides", "black holes", "binary search",
)  # fmt: skip
READERS = ("to a ten-year-old", "to a busy manager", "in two sentences", "with an everyday comparison", "step by step")
STYLES = ("A watercolour", "A photo", "A pencil sketch", "An isometric drawing", "A poster", "A pixel-art picture")
THINGS = (
    "a lighthouse", "a tea kettle", "a red fox", "a night market", "a mountain railway", "a reading robot",
    "an old library", "two chess players", "a paper boat", "a greenhouse",
    "a sleeping dragon", "a ferry harbour", "a street musician", "a bakery window",
)  # fmt: skip
PLACES = ("in the rain", "at dawn", "under a full moon", "seen from above", "in autumn colours", "with no people")


def prompts(count: int, rng: np.random.Generator) -> list[str]:
    """Different readable prompts in random order."""
    texts = [f"Write a {tone} {form} about {topic}." for tone, form, topic in product(TONES, FORMS, TOPICS)]
    texts += [f"{ask} {subject} {reader}." for ask, subject, reader in product(QUESTIONS, SUBJECTS, READERS)]
    texts += [f"{style} of {thing} {place}." for style, thing, place in product(STYLES, THINGS, PLACES)]
    return [texts[index] for index in rng.permutation(len(texts))[:count]]


def with_prompts(votes: pd.DataFrame, text_of: dict[str, str]) -> pd.DataFrame:
    """The votes with a prompt column before the covariates, and the prompt's length as one more covariate."""
    prompt = votes["item_id"].map(text_of)
    table = votes.assign(x_length=prompt.str.len())
    table.insert(list(table).index("x_difficulty"), "prompt", prompt)
    return table


def sample(seed: int) -> tuple[SimulatedRounds, dict[str, pd.DataFrame]]:
    """The simulated rounds of the main sample, and its tables by file name."""
    rounds = simulate("sample", rng=np.random.default_rng(seed))
    history, current = rounds.frames()["history"], rounds.current
    ids = [*history["item_id"].unique(), *current["item_id"].unique()]
    text_of = dict(zip(ids, prompts(len(ids), np.random.default_rng([seed, 1])), strict=True))
    tables = {"history": with_prompts(history, text_of), "current": with_prompts(current, text_of)}
    return rounds, tables | {"truth": truth_table(rounds)}


def graded(seed: int) -> tuple[SimulatedRounds, dict[str, pd.DataFrame]]:
    """The simulated rounds on a scale of 0, 1, 2, and its tables by file name."""
    rounds = simulate("graded", rng=np.random.default_rng(seed))
    tables = {"graded_history": rounds.frames()["history"], "graded": rounds.current}
    return rounds, tables | {"graded_truth": truth_table(rounds)}


def truth_table(rounds: SimulatedRounds) -> pd.DataFrame:
    """One row per system: the mean value of its items' true classes."""
    by_system = {name: share for name, share in rounds.true_shares.items() if name is not None}
    return pd.DataFrame({"system": list(by_system), "true_share": list(by_system.values())}).round(4)


def write_all(folder: Path) -> None:
    """Write every file of the sample data into the folder."""
    for name, table in (sample(SAMPLE_SEED)[1] | graded(GRADED_SEED)[1]).items():
        table.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n", encoding="utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
