"""Random subsets of annotators, and the scores of every system under each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hero_core.annotations import FloatArray, IntArray
from hero_core.errors import listed, refuse_settings
from hero_core.panel import Panel
from hero_core.progress import Progress, for_replicates, watching
from hero_core.resample import annotator_masks
from hero_core.saying import joined, said
from hero_core.shares import Draw, solve_all
from hero_core.solved import Solved, answer_values

BATCH_CELLS = 400_000
FEWEST, FIRST_BATCH = 4, 25  # draws of the first batch, so that something of each size is there soon


@dataclass(frozen=True, kw_only=True)
class Size:
    """How many annotators are kept, and which share of all who judged the round that is."""

    share: float
    kept: int


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """Which subsets are drawn: of shares (`fractions`) or, where they are given, of numbers (`annotators`)."""

    fractions: tuple[float, ...]
    annotators: tuple[int, ...] | None
    repeats: int
    seed: int

    def check(self) -> None:
        """Raise SettingsError, in words, for what can be drawn from no round."""
        told = said(
            "Fractions must lie above 0 and at most 1; given were {fractions}.",
            fractions=joined(map(str, self.fractions), ", ") or said("none"),
        )
        possible = bool(self.fractions) and all(0 < fraction <= 1 for fraction in self.fractions)
        refuse_settings(
            (self.repeats < 2, said("{count} subsets for each fraction are too few; use at least 2.",
                                    count=self.repeats)),
            (self.annotators is None and not possible, told),
        )  # fmt: skip

    def of(self, voters: int) -> tuple[Size, ...]:
        """The sizes for a round with so many annotators. Raises SettingsError for one that cannot be drawn."""
        self.check()
        if self.annotators is not None:
            return self._numbers(self.annotators, voters)
        return tuple(Size(share=float(share), kept=max(1, round(share * voters))) for share in self.fractions)

    def _numbers(self, numbers: Sequence[int], voters: int) -> tuple[Size, ...]:
        told = said(
            "Numbers of annotators must be whole, between 1 and the {voters} of the round; given were {numbers}.",
            voters=voters,
            numbers=listed([str(number) for number in numbers]) or said("none"),
        )
        possible = bool(numbers) and all(number == int(number) and 1 <= number <= voters for number in numbers)
        refuse_settings((not possible, told))
        return tuple(Size(share=int(number) / voters, kept=int(number)) for number in numbers)


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """Scores (S, B) of one batch of subsets of the size at this position, by method."""

    position: int
    scores: dict[str, FloatArray]


def draw_subsets(
    solved: Solved,
    methods: Sequence[str],
    voters: IntArray,
    sizes: Sequence[Size],
    plan: Sizes,
    progress: Progress | None,
) -> Iterator[Drawn]:
    """Batch after batch, one of each size in turn, so that what is there at any time speaks of all sizes.

    Same seed, same subsets; the batches depend on the size of the data alone.
    """
    light, recipe = solved.panel.cast(np.float32), replace(solved.recipe, methods=tuple(methods))
    masks = _masks(light, voters, sizes, plan)
    cells = max(1, light.current.n_items * light.current.n_classes)
    step, total = int(np.clip(BATCH_CELLS // cells, 1, plan.repeats)), len(sizes) * plan.repeats
    done = 0
    for part in _batches(plan.repeats, step):
        for position, mask in enumerate(masks):
            batch = mask[:, part]
            watch = watching(progress, done / total, said("leaving annotators out"))
            stopping = for_replicates(recipe.stopping, watch)
            draw = Draw(items=np.ones((light.current.n_items, batch.shape[1]), dtype=np.float32), mask=batch)
            if watch is not None:
                watch()
            answers, _ = solve_all(light, replace(recipe, stopping=stopping), draw, warm=solved.fits)
            values = {name: answer_values(answers[name], light.rounds.values)[1:] for name in methods}
            done += batch.shape[1]
            yield Drawn(position=position, scores=values)


def _batches(repeats: int, step: int) -> Iterator[slice]:
    """A small batch first, then `step` at once."""
    first = min(step, FIRST_BATCH, max(FEWEST, step // 4))
    yield slice(0, first)
    for start in range(first, repeats, step):
        yield slice(start, min(start + step, repeats))


def _masks(panel: Panel, voters: IntArray, sizes: Sequence[Size], plan: Sizes) -> list[FloatArray]:
    """1 for the annotators kept, for each size (R, repeats); each size has a random stream of its own."""
    masks = []
    for size, stream in zip(sizes, np.random.SeedSequence(plan.seed).spawn(len(sizes)), strict=True):
        mask = np.zeros((panel.current.n_annotators, plan.repeats), dtype=np.float32)
        mask[voters] = annotator_masks(np.random.default_rng(stream), len(voters), size.kept, plan.repeats)
        masks.append(mask)
    return masks
