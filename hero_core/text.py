"""Prompts as one covariate: TF-IDF and ridge regression on the history, as in the second case study of HERO.

What a prompt's words say about the value of an item is learned from the history's posterior values and predicted for
every item by models that never saw its prompt (arXiv 2606.29784). The only module that uses scikit-learn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import Ridge

from hero_core.annotations import Annotations, FloatArray, IntArray
from hero_core.covariates import TEXT_COLUMN
from hero_core.errors import SettingsError
from hero_core.grams import BLOCK, BUCKETS, grams, plain_text
from hero_core.results.estimates import TextRow
from hero_core.rounds import Rounds
from hero_core.saying import for_shell, said

FOLDS = 5
FEWEST_PROMPTS = 20
MOST_TAUGHT = 20_000
MOST_FEATURES = 50_000
FEWEST_TEXTS = 2  # prompts of the history that must hold a piece for it to count
SAMPLE = 600
TOLERANCE = 1e-4  # any function of the prompt serves as a covariate: slopes need not be exact
RIDGES = np.logspace(-1.5, 3, 28)


def with_text(rounds: Rounds, worth: FloatArray) -> tuple[Rounds, TextRow]:
    """Both files with a covariate x_text made of their prompts, and how well it fits; the files as they are without.

    `worth` (N,) is the expected value of each history item. Items without a prompt get the mean. Five folds by prompt:
    history items, and current ones whose prompt the history holds, are predicted by the model that did not see their
    prompt, all others by the mean of the five. Raises SettingsError for prompts that cannot be used.
    """
    history, current = rounds.history, rounds.current
    if history is None:
        raise SettingsError(said("Text covariates are learned from a history: add one."))
    past, now = _prompts(history), _prompts(current)
    codes, names = pd.factorize(np.concatenate([past, now]), sort=True)
    code, known = codes[: len(past)], np.flatnonzero(names != "")
    taught = _in_order(names, np.intersect1d(code, known))[:MOST_TAUGHT]
    if len(taught) < 2:
        raise SettingsError(
            said(
                "The prompts of {history} are all the same: there is nothing to learn from their words.{shell}",
                history=history.name,
                shell=for_shell(" Leave --text out."),
            )
        )
    total = np.bincount(code, weights=worth, minlength=len(names))
    target = (total / np.maximum(np.bincount(code, minlength=len(names)), 1))[taught]
    row = TextRow(
        column="prompt",
        prompts=len(taught),
        empty_history=int((past == "").sum()),
        empty_current=int((now == "").sum()),
    )
    if len(taught) < FEWEST_PROMPTS:
        return rounds, replace(
            row, reason=said("{history} has only {count} different prompts", history=history.name, count=len(taught))
        )
    vocabulary = _Vocabulary.of(names[taught])
    features = vocabulary.features(names[taught])
    ridge = gcv_ridge(features[:SAMPLE], target[:SAMPLE])
    row = replace(row, features=features.shape[1], ridge=ridge)
    if ridge is None:
        return rounds, replace(row, reason=NO_SIGNAL)
    models = _Models.of(features, target, ridge)
    foretold = models.foretold(features)
    row = replace(row, explained=explained(target, foretold))
    if row.explained is None or row.explained <= 0:
        return rounds, replace(row, reason=NO_SIGNAL)
    predicted = np.empty(len(names))
    predicted[taught] = foretold
    others = np.setdiff1d(known, taught)
    for block in np.split(others, range(BLOCK, len(others), BLOCK)):
        predicted[block] = models.mean(vocabulary.features(names[block]))
    predicted[names == ""] = predicted[code[past != ""]].mean()
    before, after = predicted[code], predicted[codes[len(past) :]]
    files = (_with_column(history, before), _with_column(current, after))
    return replace(rounds, history=files[0], current=files[1]), replace(row, used=True)


NO_SIGNAL = said("the words of the history's prompts do not tell how its items came out")


def _prompts(file: Annotations) -> np.ndarray:
    """The plain prompt of each item, "" where there is none; shape (I,). Raises SettingsError without any."""
    if TEXT_COLUMN in file.covariate_names:
        raise SettingsError(
            said(
                "{file} has a column {column} of its own; give it another name{shell}.",
                file=file.name,
                shell=for_shell(" to use --text prompt"),
                column=TEXT_COLUMN,
            )
        )
    texts, places = pd.factorize(np.zeros(0, dtype=object))[1], np.zeros(0, dtype=int)
    if file.prompts is not None:
        places, texts = pd.factorize(np.asarray(file.prompts, dtype=object))
    plain = np.array([plain_text(str(text)) for text in texts], dtype=object)
    if not any(plain):
        raise SettingsError(
            said(
                "{file} has no prompts, so their words cannot be used. Add a column prompt, or name the one that "
                "holds them{shell}.",
                file=file.name,
                shell=for_shell(" with --columns '{file}:prompt=NAME'", file=file.name),
            )
        )
    found: np.ndarray = np.append(plain, [""])[places]
    return found


def _in_order(names: np.ndarray, which: IntArray) -> IntArray:
    """The prompts in an order that depends on nothing but their letters."""
    return which[np.argsort(pd.util.hash_array(names[which]), kind="stable")]


@dataclass(frozen=True, kw_only=True)
class _Vocabulary:
    """The pieces that count: column of each bucket, -1 for others, for words and for runs; and how they are weighed."""

    columns: tuple[IntArray, IntArray]
    weighing: tuple[TfidfTransformer | None, TfidfTransformer | None]

    @classmethod
    def of(cls, texts: np.ndarray) -> _Vocabulary:
        """The pieces in two or more of the texts, the most frequent ones where there are many."""
        columns = _columns(texts)
        counts = _counts(texts, columns)
        weighing = [TfidfTransformer(sublinear_tf=True).fit(part) if part.shape[1] else None for part in counts]
        return cls(columns=columns, weighing=(weighing[0], weighing[1]))

    def features(self, texts: np.ndarray) -> sparse.csr_array:
        """TF-IDF of texts (M, F): words with pairs, and runs of letters, each of length one, weighed alike."""
        pairs = zip(self.weighing, _counts(texts, self.columns), strict=True)
        parts = [part if weigh is None else weigh.transform(part) for weigh, part in pairs]
        return sparse.csr_array(sparse.hstack(parts, format="csr") * np.sqrt(0.5))


def _counts(texts: np.ndarray, columns: tuple[IntArray, IntArray]) -> list[sparse.csr_array]:
    """How often each text holds each piece that counts: words (M, F1) and runs (M, F2)."""
    blocks: tuple[list[sparse.csr_array], ...] = ([], [])
    for pieces in grams(texts.tolist()):
        for kind, (row, bucket) in enumerate((pieces.words, pieces.runs)):
            place = columns[kind][bucket]
            shape = (pieces.size, int(columns[kind].max()) + 1)
            blocks[kind].append(_counted(row[place >= 0], place[place >= 0], shape))
    return [sparse.csr_array(sparse.vstack(parts, format="csr")) for parts in blocks]


def _counted(row: IntArray, column: IntArray, shape: tuple[int, int]) -> sparse.csr_array:
    """How often each cell is named."""
    return sparse.csr_array((np.ones(len(row)), (row, column)), shape=shape)


def _columns(texts: np.ndarray) -> tuple[IntArray, IntArray]:
    """Column of each bucket that counts, -1 for the others, for words and for runs; (BUCKETS,) each."""
    holding = np.zeros((2, BUCKETS), dtype=np.int64)
    for pieces in grams(texts.tolist()):
        for kind, (row, bucket) in enumerate((pieces.words, pieces.runs)):
            cells = _counted(row, bucket, (pieces.size, BUCKETS))
            holding[kind] += np.bincount(cells.indices, minlength=BUCKETS)
    order = np.argsort(-holding, axis=None, kind="stable")[:MOST_FEATURES]
    chosen = np.zeros(holding.size, dtype=bool)
    chosen[order] = holding.ravel()[order] >= FEWEST_TEXTS
    kept = chosen.reshape(holding.shape)
    column = np.where(kept, np.cumsum(kept, axis=1) - 1, -1)
    return column[0], column[1]


def gcv_ridge(features: sparse.csr_array, target: FloatArray) -> float | None:
    """Ridge that generalised cross-validation chooses, None where no slope at all does best.

    From the eigenvalues of the centred Gram matrix of up to 600 prompts. The best ridge is the ratio of noise to
    signal, whatever the number of prompts, so it serves for all of them. Golub, Heath & Wahba (1979).
    """
    gram = (features @ features.T).toarray()
    gram = gram - gram.mean(axis=0)
    gram = gram - gram.mean(axis=1)[:, None]
    power, axes = np.linalg.eigh(gram)
    along = (axes.T @ (target - target.mean())) ** 2
    power, count = np.maximum(power, 0), len(target)
    best, chosen = along.sum() / (count - 1) ** 2, None
    for ridge in RIDGES:
        left = ridge / (power + ridge)
        criterion = (along * left**2).sum() / max(left.sum() - 1, 1e-9) ** 2
        if criterion < best:
            best, chosen = criterion, float(ridge)
    return chosen


@dataclass(frozen=True, kw_only=True)
class _Models:
    """Five models, each blind for every fifth text: slopes (F, 5) and intercepts (5,)."""

    slopes: FloatArray
    intercepts: FloatArray

    @classmethod
    def of(cls, features: sparse.csr_array, target: FloatArray, ridge: float) -> _Models:
        """Ridge regressions of the target (M,) on features (M, F)."""
        fold = np.arange(len(target)) % FOLDS
        models = [
            Ridge(alpha=ridge, solver="sparse_cg", tol=TOLERANCE, max_iter=500).fit(features[seen], target[seen])
            for seen in (np.flatnonzero(fold != part) for part in range(FOLDS))
        ]
        slopes = np.stack([model.coef_ for model in models], axis=1)
        return cls(slopes=slopes, intercepts=np.array([model.intercept_ for model in models]))

    def foretold(self, features: sparse.csr_array) -> FloatArray:
        """Prediction for each text that was learned from, by the model blind for it; shape (M,)."""
        every = features @ self.slopes + self.intercepts
        blind: FloatArray = every[np.arange(len(every)), np.arange(len(every)) % FOLDS]
        return blind

    def mean(self, features: sparse.csr_array) -> FloatArray:
        """Prediction for other texts: the mean of the models; shape (M,)."""
        predicted: FloatArray = features @ self.slopes.mean(axis=1) + self.intercepts.mean()
        return predicted


def explained(target: FloatArray, foretold: FloatArray) -> float:
    """Share of the variance of the target that was foretold."""
    spread = ((target - target.mean()) ** 2).sum()
    return float(1 - ((target - foretold) ** 2).sum() / spread) if spread > 0 else 0.0


def _with_column(file: Annotations, column: FloatArray) -> Annotations:
    return replace(
        file,
        covariate_names=(*file.covariate_names, TEXT_COLUMN),
        covariates=np.concatenate([file.covariates, column[:, None]], axis=1),
    )
