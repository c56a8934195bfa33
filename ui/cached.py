"""The only place with caches and background jobs. Keys are content fingerprints and settings, never the data.

Two shelves, both bounded and shared by all visitors: what was read, and what was computed. Equal keys mean equal
content, so nothing of one visitor can reach another who does not hold the same file. Treat results as read-only.

A function that ends in `_job` returns at once with the best answer so far; `frame.watch` shows the progress and
redraws the page when the final answer is there. Refusals (HeroError) are shown as sentences and end the page.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar, cast

import pandas as pd
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

import hero_core
from hero_core import reading
from hero_core.annotations import Annotations, natural_key
from hero_core.compare import headline
from hero_core.diagnostics import reversed_round
from hero_core.errors import Finding, HeroError, Refused, SettingsError
from hero_core.items import ItemModel
from hero_core.merging import Merged, merged
from hero_core.mismatches import refusal_for_gold
from hero_core.mixups import no_hero
from hero_core.reading import Proposal
from hero_core.results import (
    DEFAULT_METHODS,
    HISTORY_METHODS,
    AgreementResult,
    AnnotatorResult,
    ClassifierResult,
    Comparison,
    Decision,
    EstimateResult,
    PlanResult,
    RemovalsResult,
    SensitivityResult,
    SlicesResult,
    StabilityResult,
    Standing,
    TableResult,
    TrendResult,
    TrialsResult,
)
from hero_core.rounds import pair as pair_files
from hero_core.solved import ModelOptions
from hero_core.telling.plans import open_pair, planned_difference
from hero_core.trend import TREND_METHODS
from hero_core.trials import first_round
from hero_core.votetable import blanks_meant, labels_as_they_are, parquet_bytes, vote_table
from hero_core.walk import Step, Walk
from ui.excerpt import rows_of
from ui.explain import explained
from ui.jobs import Jobs, ProgressCallback, Report, Work
from ui.settings import Settings
from ui.shelf import Key, Shelf
from ui.trial import Trial
from ui.uploads import ROLES, SAMPLE, Alone, Named, Reading, Rounds, Upload, Values, Workspace

T = TypeVar("T")

READINGS = 16  # a file takes up to four: as annotations, its header, its values, its proposal
EXCERPTS = 64  # a few lines each
RESULTS = 64
MODELS = 4  # each holds the votes of both rounds as matrices
WORKERS = 2
PATIENCE_SECONDS = 0.7  # quick work is waited for: no flicker
LONG_PATIENCE_SECONDS = 2.0  # the ranges of few votes are there by then: the first numbers are the final ones
LITTLE_PATIENCE_SECONDS = 0.1  # where other work of the same visitor runs already
ANNOTATOR_RESAMPLES = 200
QUICK_VOTES = 200_000  # of as many votes the quick estimate takes a moment, not a while
QUICK_WORK = 8_000_000  # items times cells of a confusion matrix times resamples: about a second

_readings = Shelf(READINGS)
_excerpts = Shelf(EXCERPTS)
_results = Shelf(RESULTS)
_models = Shelf(MODELS)
_decisions: dict[int, dict[tuple[object, ...], Decision]] = {}  # by the identity of the result


def _alive(session: str) -> bool:
    """The browser tab of this session is still connected."""
    return not runtime.exists() or runtime.get_instance().is_active_session(session)


_jobs = Jobs(_results, _alive, WORKERS)


def _session() -> str:
    context = get_script_run_ctx()
    return "" if context is None else context.session_id


@dataclass(frozen=True, kw_only=True)
class Running(Generic[T]):
    """The best answer so far. `final` says it will not change; `stopped` that the user cancelled the rest;
    `done` (0 to 1) and `what` describe the work under way in this `slot`, `key` what it works out."""

    slot: str
    result: T
    final: bool
    stopped: bool = False
    done: float = 0.0
    what: str = ""
    key: Key = ()


def read_upload(upload: Upload) -> Reading:
    """The file as annotations, or the refusal; read once for each content and set of reading choices."""
    return _readings.kept(upload.key, lambda: _read(upload))


def _read(upload: Upload) -> Reading:
    labels: dict[object, object] | None = dict(upload.labels) or None
    try:
        annotations = hero_core.read(
            upload.data,
            role=upload.role,
            name=upload.name,
            labels=labels,
            columns=dict(upload.columns) or None,
            repeats=upload.repeats,
            layout=upload.layout,
            encoding=upload.encoding or None,
            merge=upload.merged,
            flip_rounds=upload.flip_rounds,
            threshold=upload.threshold,
            gold=None if upload.gold is None else Named(upload.gold.data, upload.gold.name),
        )
    except HeroError as error:
        return Reading(error=light(error))
    return Reading(annotations=annotations)


def light(error: HeroError) -> HeroError:
    """The refusal without its traceback, whose frames would keep half-read copies of the file in memory."""
    error.__cause__ = error.__context__ = None
    return error.with_traceback(None)


def read_with_gold(current: Upload) -> Reading:
    """The current round as it would be read for the history: with the gold it has, or that has arrived for it."""
    return read_upload(replace(current, role="history"))


def with_round(history: Upload | None, current: Upload, name: str | None, earlier: str) -> tuple[Upload, Merged]:
    """The history with the current round (and its gold) as a further one, and what was added. Raises HeroError."""
    past = None if history is None else _readable(history)
    found = merged(past, _readable(replace(current, role="history")), name=name, earlier=earlier)
    upload = Upload.of("history", found.name, found.data, sample=current.sample,
                       simulated=current.simulated or (history is not None and history.simulated))  # fmt: skip
    return replace(upload, labels=tuple(found.labels.items()), repeats=found.repeats), found


def _readable(upload: Upload) -> Annotations:
    """The file as annotations. Raises what it is refused for."""
    found = read_upload(upload)
    if found.annotations is None:
        raise light(cast(HeroError, found.error))
    return found.annotations


def as_understood(upload: Upload) -> Upload:
    """The file as one of votes in our columns, which needs no choice of reading but its scale and kept repeats.

    Raises what it is refused for.
    """
    found = _readable(upload)
    name = f"{upload.name.removesuffix('.parquet').partition('.')[0] or upload.role}.parquet"
    data = parquet_bytes(vote_table(found), blanks_meant([found]))
    bare = Upload.of(upload.role, name, data, simulated=upload.simulated, sample=upload.sample, truth=upload.truth)
    repeats = upload.repeats if upload.repeats == "keep" else "drop"
    return replace(bare, labels=tuple(labels_as_they_are(found).items()), repeats=repeats)


def label_values_of(upload: Upload) -> tuple[tuple[str, int], ...]:
    """Each label and gold text of the file as written, with its number of cells, the most frequent first.

    Also of a file that is refused for its labels; empty where not even the columns can be read.
    """
    key = ("values", upload.sha256, upload.columns, upload.layout, upload.encoding)
    options = {"columns": dict(upload.columns) or None, "layout": upload.layout, "encoding": upload.encoding or None}

    def values() -> tuple[tuple[str, int], ...]:
        return reading.label_values(upload.data, name=upload.name, **options)  # type: ignore[arg-type]

    return _readings.kept(key, lambda: _or_nothing(values))


def rows_at(upload: Upload, lines: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """The header and the cells of some lines of a text table, each with its line number first; empty for others."""
    key = ("rows", upload.sha256, upload.encoding, lines)
    return _excerpts.kept(
        key, lambda: _or_nothing(lambda: rows_of(upload.data, upload.name, upload.encoding or None, lines))
    )


def header_of(upload: Upload) -> tuple[str, ...]:
    """The column names as they stand in the file; empty where there is no header to be read."""
    key, encoding = ("header", upload.sha256, upload.encoding), upload.encoding or None
    return _readings.kept(
        key, lambda: _or_nothing(lambda: reading.header_of(upload.data, name=upload.name, encoding=encoding))
    )


def proposal_of(upload: Upload, answer: str | None = None) -> Proposal | None:
    """The layout of another tool that the file looks like, by one of its answer fields; None where there is none."""
    key = ("proposal", upload.sha256, upload.name, upload.encoding, answer)

    def proposals() -> tuple[Proposal | None, ...]:
        return (reading.propose(upload.data, name=upload.name, encoding=upload.encoding or None, answer=answer),)

    return next(iter(_readings.kept(key, lambda: _or_nothing(proposals))), None)


def _or_nothing(read: Callable[[], tuple[T, ...]]) -> tuple[T, ...]:
    try:
        return read()
    except HeroError:
        return ()


def rounds(history: Upload | None, current: Upload, overlap: str, values: Values = ()) -> Rounds:
    """Both files as annotations; a history that cannot be read counts as none. Raises what `current` is refused for."""
    now = read_upload(current)
    if now.annotations is None:
        raise light(cast(HeroError, now.error))
    past = Reading() if history is None else read_upload(history)
    return Rounds(
        current=now.annotations, history=past.annotations, overlap=overlap, simulated=current.simulated,
        truth=current.truth, values=worth_of(scale_of(past.annotations, now.annotations), values),
    )  # fmt: skip


def alone(history: Upload) -> Alone:
    """The history where there is no current round. Raises what it is refused for."""
    return Alone(history=_readable(history))


def stands_alone(files: Workspace) -> bool:
    """There is no current round, and a history whose gold tells how people judge."""
    if files.current is not None or files.history is None:
        return False
    past = read_upload(files.history).annotations
    return past is not None and refusal_for_gold(past) is None


def scale_of(history: Annotations | None, current: Annotations | None) -> tuple[str, ...]:
    """The classes of a graded scale that both files (or the only one) are on; empty where there is none."""
    files = [found for found in (history, current) if found is not None]
    graded = bool(files) and all(found.graded for found in files)
    return tuple(sorted({name for found in files for name in found.classes}, key=natural_key)) if graded else ()


def worth_of(classes: tuple[str, ...], values: Values) -> tuple[float, ...] | None:
    """The worth of each class as the engine takes it; None where it was not said for each of them."""
    told = dict(values)
    return tuple(told[name] for name in classes) if classes and all(name in told for name in classes) else None


def findings_between(history: Upload, current: Upload | None, overlap: str) -> tuple[Finding, ...]:
    """What is odd about a readable history and, where there is one, about both files together; before any estimate."""
    past = read_upload(history).annotations
    now = None if current is None else read_upload(current).annotations
    if past is None:
        return ()
    prints = (past.fingerprint, None if now is None else now.fingerprint)
    key = ("between", *prints, history.key, None if current is None else current.key, overlap)

    def found() -> tuple[Finding, ...]:
        both: tuple[Finding, ...] = ()
        refusal = refusal_for_gold(past)
        try:
            if now is not None:
                paired = pair_files(past, now, overlap=overlap)
                both, refusal = paired.findings, paired.refusal
        except HeroError as error:
            both = error.findings or (Finding(severity="error", code="refused", message=error.message),)
        if refusal is not None and all(note.code != "same_file" for note in both):
            both = (*both, no_hero(refusal, past))
        return (*both, *reversed_round(past))

    return _results.kept(key, found)


def methods_for(data: Rounds) -> tuple[str, ...]:
    """The methods that can be asked for: without a history only those of the current votes."""
    return tuple(name for name in DEFAULT_METHODS if data.history is not None or name not in HISTORY_METHODS)


def anchored(data: Rounds) -> bool:
    """There is a history, and HERO can make use of it."""
    if data.history is None:
        return False
    return _results.kept(("anchored", *data.key), lambda: (_refusal(data) is None,))[0]


def _refusal(data: Rounds) -> str | None:
    try:
        return pair_files(data.history, data.current, overlap=data.overlap, values=data.values).refusal
    except HeroError as error:
        return error.message


@explained
def estimate_job(data: Rounds, settings: Settings) -> Running[EstimateResult]:
    """All methods side by side: first without resampling, then with the bootstrap ranges of `settings`."""
    key = _estimate_key(data, settings, settings.resamples)
    small = _is_small(data)
    brief = small and _work_of(data, settings.resamples) <= QUICK_WORK
    if not small and _results.get(key) is None:
        first_estimate(data, settings)  # before the long work takes its share of the machine
    return _answer(
        "estimate",
        key,
        lambda progress: _estimate(data, settings, settings.resamples, progress),
        lambda: first_estimate(data, settings),
        patience=LONG_PATIENCE_SECONDS if brief else PATIENCE_SECONDS if small else 0.0,
    )


def first_estimate(data: Rounds, settings: Settings) -> EstimateResult:
    """What is shown first: analytic ranges, of very large data without the guard rails that take long."""
    if _results.get(_estimate_key(data, settings, 0)) is not None or _is_small(data):
        return quick_estimate(data, settings)
    return _results.kept(_estimate_key(data, settings, 0, quick=True), lambda: _estimate(data, settings, 0, quick=True))


def _estimate_key(data: Rounds, settings: Settings, resamples: int, *, quick: bool = False) -> Key:
    return ("estimate", *data.key, resamples, quick, settings.level, settings.seed, *settings.model_key)


def _is_small(data: Rounds) -> bool:
    return data.current.n_votes + (0 if data.history is None else data.history.n_votes) <= QUICK_VOTES


def _work_of(data: Rounds, resamples: int) -> int:
    items = data.current.n_items + (0 if data.history is None else data.history.n_items)
    return items * len(data.current.classes) ** 2 * resamples


def _affordable(data: Rounds, settings: Settings) -> int:
    """How many resamples work beside a page may take: those of the settings, of very large data none."""
    return settings.resamples if _is_small(data) else 0


def quick_estimate(data: Rounds, settings: Settings) -> EstimateResult:
    """All methods with analytic ranges, at once."""
    return _results.kept(_estimate_key(data, settings, 0), lambda: _estimate(data, settings, 0))


def _estimate(
    data: Rounds, settings: Settings, resamples: int, progress: ProgressCallback | None = None, quick: bool = False
) -> EstimateResult:
    return hero_core.estimate(
        data.history, data.current, methods=methods_for(data), resamples=resamples, level=settings.level,
        seed=settings.seed, overlap=data.overlap, progress=progress, values=data.values,
        quick=quick, text=words_of(data, settings), **settings.model(covariates_of(data)),
    )  # fmt: skip


def words_of(data: Rounds, settings: Settings) -> str | None:
    """The column whose words HERO-2 uses, where both files have it and it was asked for."""
    both = data.current.prompts is not None and data.history is not None and data.history.prompts is not None
    return "prompt" if settings.prompts and both else None


def covariates_of(data: Rounds) -> tuple[str, ...]:
    """Item features that both files have."""
    past = () if data.history is None else data.history.covariate_names
    return tuple(name for name in data.current.covariate_names if name in past)


def has_prompts(files: Workspace) -> bool:
    """Both of a visitor's files tell the prompts of their items."""
    found = [None if upload is None else read_upload(upload).annotations for upload in (files.history, files.current)]
    return all(file is not None and file.prompts is not None for file in found)


def covariate_names(files: Workspace) -> tuple[str, ...]:
    """Item features that both of a visitor's files have, as far as they can be read."""
    found = [None if upload is None else read_upload(upload).annotations for upload in (files.history, files.current)]
    names = [() if file is None else file.covariate_names for file in found]
    return tuple(name for name in names[1] if name in names[0])


@explained
def stability_job(data: Rounds, settings: Settings, **options: Any) -> Running[StabilityResult | None]:
    """Ranking stability under annotator subsampling; `result` is None until it is final, see `draft_of`.

    `options` as of hero_core.stability, as hashable values (tuples, not lists).
    """

    def work(report: Report) -> StabilityResult:
        return hero_core.stability(
            data.current, data.history, seed=settings.seed, progress=report, so_far=report.so_far,
            overlap=data.overlap, values=data.values, high_is_good=settings.high_is_good,
            **settings.model(covariates_of(data)), **options,
        )  # fmt: skip

    drawn = (settings.seed, settings.high_is_good, *sorted(options.items()))
    return _answer("stability", ("stability", *data.key, *settings.model_key, *drawn), work, lambda: None)


def removals_job(data: Rounds, settings: Settings, method: str | None) -> Running[RemovalsResult | None]:
    """Ranking and verdict without each annotator in turn; `result` and `draft_of` as of the stability job.

    Raises the HeroError that says why there is none.
    """

    def work(report: Report) -> RemovalsResult:
        return hero_core.removals(
            data.current, data.history, method=method, margin=settings.margin, high_is_good=settings.high_is_good,
            level=settings.level, progress=report, so_far=report.so_far, overlap=data.overlap, values=data.values,
            **settings.model(covariates_of(data)),
        )  # fmt: skip

    judged = (method, settings.margin, settings.high_is_good, settings.level)
    return _answer("removals", ("removals", *data.key, *settings.model_key, *judged), work, lambda: None)


def leading_method(data: Rounds, settings: Settings) -> str | None:
    """The method of the verdict: the one chosen in the sidebar, else the one that leads an estimate made already."""
    if settings.headline is not None:
        return settings.headline
    try:
        found = _known_estimate(data, settings)
        return None if found is None else headline(found)
    except HeroError:
        return None


@explained
def annotators_job(data: Rounds | Alone, settings: Settings) -> Running[AnnotatorResult]:
    """Every annotator's confusion matrix, votes, gold votes and flags: first without ranges and checks."""
    key = ("annotators", *data.key, settings.level, settings.seed)
    return _answer(
        "annotators",
        (*key, ANNOTATOR_RESAMPLES),
        lambda progress: _annotators(data, settings, ANNOTATOR_RESAMPLES, progress),
        lambda: _results.kept((*key, 0), lambda: _annotators(data, settings, 0)),
    )


def _annotators(
    data: Rounds | Alone, settings: Settings, resamples: int, progress: ProgressCallback | None = None
) -> AnnotatorResult:
    return hero_core.annotator_table(
        data.history, data.current, resamples=resamples, level=settings.level, seed=settings.seed,
        overlap=data.overlap, values=data.values, checks=resamples > 0, progress=progress,
    )  # fmt: skip


def _item_model(data: Rounds, settings: Settings, method: str) -> ItemModel:
    """The method fitted on both rounds, for every question about items."""
    key = ("model", *data.key, method, *settings.model_key)
    options = ModelOptions(
        methods=(method,), overlap=data.overlap, values=data.values, **settings.model(covariates_of(data))
    )
    return _models.kept(key, lambda: ItemModel.of(data.history, data.current, options))


@explained
def item_table(data: Rounds, settings: Settings, method: str) -> TableResult:
    """One row per current item: posterior, credit, entropy, split, what one more vote is worth."""
    key = ("items", *data.key, method, *settings.model_key)
    return _results.kept(key, lambda: _item_model(data, settings, method).table())


@explained
def item_votes(data: Rounds, settings: Settings, position: int, method: str) -> TableResult:
    """Why this label: each vote on the item at this position with its log-ratio."""
    return _item_model(data, settings, method).votes(position)


@explained
def next_votes(data: Rounds, settings: Settings, position: int, method: str) -> TableResult:
    """What one more vote on the item at this position would change, by annotator and label."""
    return _item_model(data, settings, method).next_votes(position)


@explained
def walk_steps(data: Rounds, settings: Settings, system: str | None) -> tuple[Step, ...]:
    """What each step from method to method did to one version's number, and why."""
    key = ("walk", *data.key, *settings.model_key)
    options = ModelOptions(
        methods=methods_for(data), overlap=data.overlap, values=data.values, text=words_of(data, settings),
        **settings.model(covariates_of(data)),
    )  # fmt: skip
    walk = _models.kept(key, lambda: Walk.of(data.history, data.current, options))
    return _results.kept((*key, system), lambda: walk.steps(system))


@explained
def decide(result: EstimateResult, settings: Settings, method: str | None = None) -> Decision:
    """The verdict over all systems, by `method` or the headline method."""
    return _decided(result, settings, method or headline_of(result, settings))


def decide_if_possible(result: EstimateResult, settings: Settings) -> Decision | None:
    """The verdict by the headline method, None where no method has a number for every system."""
    try:
        return _decided(result, settings, headline_of(result, settings))
    except SettingsError:
        return None


def _decided(result: EstimateResult, settings: Settings, method: str | None) -> Decision:
    """Many systems have many pairs: each verdict is made once, and kept as long as the result that it is about."""
    if id(result) not in _decisions:
        _decisions[id(result)] = {}
        weakref.finalize(result, _decisions.pop, id(result), None)
    mine, key = _decisions[id(result)], (method, settings.margin, settings.high_is_good)
    if key not in mine:
        mine[key] = hero_core.decide(result, method=method, margin=settings.margin, high_is_good=settings.high_is_good)
    return mine[key]


def headline_of(result: EstimateResult, settings: Settings) -> str | None:
    """The method chosen in the sidebar, None (best available) where it was not asked of these data."""
    return settings.headline if settings.headline in result.methods else None


@explained
def compare(result: EstimateResult, a: str, b: str, settings: Settings, method: str | None = None) -> Comparison:
    """The paired difference of two systems, by `method` or the headline method."""
    return hero_core.compare(
        result,
        a,
        b,
        method=method or headline_of(result, settings),
        margin=settings.margin,
        high_is_good=settings.high_is_good,
    )


def standings(result: EstimateResult, decision: Decision) -> tuple[Standing, ...]:
    """Rank of every system with its plausible range, by the method and direction of the verdict."""
    return hero_core.standings(result, method=decision.method, high_is_good=decision.high_is_good)


def plan_or_none(
    data: Rounds, settings: Settings, pair: Comparison, detect: float
) -> PlanResult | None:  # fmt: skip
    """What would settle the difference of two systems; None where the method allows no plan."""
    key = ("plan", *data.key, settings.level, settings.seed, *settings.model_key, pair.a, pair.b, pair.method,
           round(detect, 9), pair.std_error)  # fmt: skip

    def plan() -> PlanResult | None:
        try:
            return hero_core.plan(
                data.history, data.current, a=pair.a, b=pair.b, detect=detect, method=pair.method,
                std_error=pair.std_error or None, level=settings.level, seed=settings.seed, overlap=data.overlap,
                values=data.values, **settings.model(covariates_of(data)),
            )  # fmt: skip
        except HeroError:
            return None

    return _results.kept(key, lambda: (plan(),))[0]


def plan_for(data: Rounds, settings: Settings, decision: Decision) -> PlanResult | None:
    """What would settle an open verdict; None where it is not open or the method allows no plan."""
    pair = open_pair(decision)
    if pair is None:
        return None
    return plan_or_none(data, settings, pair, planned_difference(pair, settings.margin))


@explained
def slices_job(data: Rounds, settings: Settings, by: str, a: str, b: str) -> Running[SlicesResult | None]:
    """Two systems slice by slice of an item feature, judged as if a high number were good; `result` as of the trend."""
    resamples, method = _affordable(data, settings), "hero1" if anchored(data) else "pec"
    key = ("slices", *data.key, by, a, b, resamples, settings.seed, settings.level, settings.margin,
           settings.prevalence, settings.new_annotators)  # fmt: skip

    def work(progress: ProgressCallback) -> SlicesResult:
        return hero_core.slices(
            data.history, data.current, by=by, a=a, b=b, method=method, resamples=resamples, level=settings.level,
            seed=settings.seed, margin=settings.margin, overlap=data.overlap, values=data.values, progress=progress,
            **settings.model(()),
        )  # fmt: skip

    return _answer("slices", key, work, lambda: None, short=True)


@explained
def side_by_side(data: Rounds, settings: Settings, method: str, a: str, b: str) -> pd.DataFrame:
    """The same items under two systems, the largest differences first."""
    key = ("sides", *data.key, method, a, b, *settings.model_key)
    return _results.kept(key, lambda: hero_core.side_by_side(data.current, item_table(data, settings, method), a, b))


@explained
def sensitivity_job(data: Rounds, settings: Settings, method: str | None) -> Running[SensitivityResult | None] | None:
    """How every number by `method` (the best of HERO where it uses no history) moves with each choice; `result` is
    None until it is there.

    None instead without a history that HERO can use.
    """
    history, opened = data.history, method if method in HISTORY_METHODS else None
    if history is None:
        return None

    def work(progress: ProgressCallback) -> SensitivityResult:
        return hero_core.sensitivity(
            history, data.current, method=opened, level=settings.level, overlap=data.overlap, values=data.values,
            progress=progress, **settings.model(covariates_of(data)),
        )  # fmt: skip

    key = ("sensitivity", *data.key, opened, settings.level, *settings.model_key)
    try:
        return _answer("sensitivity", key, work, lambda: None, short=True)
    except Refused:
        return None


@explained
def agreement_job(data: Rounds | Alone, settings: Settings) -> Running[AgreementResult | None]:
    """How far the annotators of the current round (without one, of the history) agree; `result` is None until it is
    there."""
    shown = data.history if isinstance(data, Alone) else data.current

    def work(progress: ProgressCallback) -> AgreementResult:
        return hero_core.agreement(
            shown, resamples=ANNOTATOR_RESAMPLES, level=settings.level, seed=settings.seed
        )  # fmt: skip

    key = ("agreement", shown.fingerprint, settings.level, settings.seed)
    return _answer("agreement", key, work, lambda: None, short=True)


@explained
def classifier_job(data: Rounds, settings: Settings) -> Running[ClassifierResult | None]:
    """Precision and recall of the predictions; `result` is None until it is there."""
    methods = tuple(name for name in ("mv", "mle", "hero1") if name == "mv" or data.history is not None)
    model = {name: value for name, value in settings.model(()).items() if name != "covariates"}

    def work(progress: ProgressCallback) -> ClassifierResult:
        return hero_core.classifier(
            data.history, data.current, methods=methods, resamples=settings.resamples, level=settings.level,
            seed=settings.seed, overlap=data.overlap, progress=progress, **model,
        )  # fmt: skip

    key = ("classifier", *data.key, settings.resamples, settings.level, settings.seed, *settings.model_key)
    return _answer("classifier", key, work, lambda: None)


def trend_job(data: Rounds, settings: Settings) -> Running[TrendResult | None]:
    """Every round in turn; `result` is None until it is there. Raises HeroError.

    The ranges are made as those of the verdict, of very large data by formula.
    """
    methods = tuple(dict.fromkeys((*TREND_METHODS, *filter(None, (settings.headline,)))))
    resamples = _affordable(data, settings)

    def work(progress: ProgressCallback) -> TrendResult:
        return hero_core.trend(
            cast(Annotations, data.history), data.current, methods=methods, resamples=resamples, level=settings.level,
            seed=settings.seed, overlap=data.overlap, values=data.values, progress=progress,
            **settings.model(covariates_of(data)),
        )  # fmt: skip

    key = ("trend", *data.key, settings.level, resamples, settings.seed, methods, *settings.model_key)
    return _answer("trend", key, work, lambda: None, short=True)


def drift_job(data: Rounds | Alone, settings: Settings) -> Running[TrendResult | None]:
    """Everybody's rates and slopes over the rounds, as of the trend; its estimates, which take longer, are left out."""

    def work(progress: ProgressCallback) -> TrendResult:
        return hero_core.trend(
            cast(Annotations, data.history), data.current, methods=("mv",), level=settings.level, overlap=data.overlap,
            values=data.values, progress=progress,
        )  # fmt: skip

    return _answer("drift", ("drift", *data.key, settings.level), work, lambda: None, short=True)


@explained
def trials_job(trial: Trial) -> Running[tuple[TrialsResult, ...] | None]:
    """Every method in the simulated rounds of a trial, one result per setting; None until all are there."""

    def work(report: Report) -> tuple[TrialsResult, ...]:
        count, found = len(trial.settings), list[TrialsResult]()
        for number, overrides in enumerate(trial.settings):
            found.append(hero_core.trials(
                trial.design, repetitions=trial.repetitions, seed=trial.seed, resamples=trial.resamples,
                level=trial.level, methods=trial.methods, progress=_part(report, number, count),
                so_far=_after(report, tuple(found)), **overrides,
            ))  # fmt: skip
        return tuple(found)

    return _answer("trials", trial.key, work, lambda: None)


def _after(report: Report, done: tuple[T, ...]) -> Callable[[Callable[[], T]], None]:
    """Publishes what there is so far of one piece of work behind the pieces that are done."""
    return lambda make: report.so_far(lambda: (*done, make()))


def _part(progress: ProgressCallback, number: int, count: int) -> ProgressCallback:
    """Progress of one of `count` equal pieces of work as progress of the whole."""
    return lambda done, what: progress((number + done) / count, what)


@explained
def simulated_files(trial: Trial, number: int) -> tuple[Upload, ...]:
    """The first round of one setting of a trial as files, which know that they are simulated and what is true."""
    rounds = first_round(trial.design, seed=trial.seed, **trial.settings[number])
    truth = tuple(rounds.true_shares.items())
    return tuple(
        Upload.of(role, f"simulated_{role}.csv", rounds.frames()[role].to_csv(index=False).encode(), simulated=True,
                  truth=truth)
        for role in ROLES if role in rounds.frames()
    )  # fmt: skip


def _known_estimate(data: Rounds, settings: Settings) -> EstimateResult | None:
    """The most whole estimate of these data that was made already; None where there is none."""
    ways = ((settings.resamples, False), (0, False), (0, True))
    known = (_results.get(_estimate_key(data, settings, count, quick=quick)) for count, quick in ways)
    return next((found for found in known if isinstance(found, EstimateResult)), None)


def quick_guard_rails(data: Rounds, settings: Settings) -> tuple[Finding, ...]:
    """The same as `guard_rails`, but of very large data only where they are known already."""
    known = _known_estimate(data, settings)
    if known is not None:
        return known.findings
    return guard_rails(data, settings) if _is_small(data) else ()


def guard_rails(data: Rounds, settings: Settings) -> tuple[Finding, ...]:
    """Everything that the guard rails say about these data, from an estimate that is there or a quick one."""
    known = _known_estimate(data, settings)
    try:
        return known.findings if known is not None and not known.unchecked else quick_estimate(data, settings).findings
    except HeroError:
        return ()


def guard_rails_job(data: Rounds, settings: Settings) -> Running[tuple[Finding, ...]]:
    """The same beside a page that does not wait for it: nothing at first."""
    key = ("rails", *data.key, settings.level, settings.seed, *settings.model_key)
    return _answer("rails", key, lambda progress: guard_rails(data, settings), lambda: ())


def sample_truth(file: str = "truth.csv") -> dict[str | None, float]:
    """The true value of each system of a sample, which only simulated data have."""
    table = pd.read_csv(SAMPLE / file, dtype={"system": str})
    return dict(zip(table["system"], table["true_share"].astype(float), strict=True))


def stop(slot: str) -> None:
    """Cancel this visitor's work in a slot."""
    _jobs.stop(_session(), slot)


def resume(slot: str) -> None:
    """Start the cancelled work of a slot again at the next run of the page."""
    _jobs.resume(_session(), slot)


def wait_for_jobs(timeout: float = 30.0) -> bool:
    """Wait until no job runs (for tests); False when it takes longer."""
    return _jobs.wait(timeout)


def forget(upload: Upload) -> None:
    """Let go of everything that was read from this file or computed with it."""
    annotations = read_upload(upload).annotations
    if annotations is not None:
        _results.forget(annotations.fingerprint)
        _models.forget(annotations.fingerprint)
        _jobs.forget(annotations.fingerprint)
    _readings.forget(upload.sha256)
    _excerpts.forget(upload.sha256)


def _answer(
    slot: str, key: Key, work: Work, quick: Callable[[], T], *, short: bool = False, patience: float | None = None
) -> Running[T]:
    """The kept result, or the quick one while the work runs. Raises the error that the work ended with."""
    found, job = _results.get(key), None
    if found is None:
        job = _jobs.ask(key, _session(), slot, work, short=short)
        if patience is None:
            patience = LITTLE_PATIENCE_SECONDS if _jobs.busy(_session(), slot) else PATIENCE_SECONDS
        if job is not None and job.finished.wait(patience):
            found = _results.get(key)
    if isinstance(found, BaseException):
        raise found
    if found is not None:
        return Running(slot=slot, result=found, final=True)
    best = quick()
    if job is None:
        return Running(slot=slot, result=best, final=False, stopped=True, key=key)
    return Running(slot=slot, result=best, final=False, done=job.done, what=job.what, key=key)


def draft_of(running: Running[T]) -> T | None:
    """What there is so far of work that runs or was stopped; None where that is nothing."""
    found: T | None = _jobs.draft(_session(), running.slot, running.key)
    return found


def progress_of(slot: str) -> tuple[float, str] | None:
    """How far this visitor's job in a slot is (0 to 1, and what it does); None when nothing runs there."""
    job = _jobs.running(_session(), slot)
    return None if job is None else (job.done, job.what)
