"""Both rounds as matrices: the current votes, and what HERO takes from the history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from hero_core.annotations import Annotations, FloatArray, IntArray
from hero_core.rounds import Rounds
from hero_core.votes import Votes


@dataclass(frozen=True, kw_only=True)
class Anchor:
    """What HERO takes from the history. N history items, n current ones.

    `history` are the votes of the history `file`, `known` those current votes that HERO uses: of annotators who have
    history, or of all where newcomers are pooled; `covariates` (N, p). `group` (N,) says which items share a class
    prior, None where all do.
    """

    file: Annotations
    history: Votes
    known: Votes
    covariates: FloatArray
    group: IntArray | None = None

    @property
    def gold(self) -> IntArray:
        """Class of each history item, -1 where unknown; shape (N,)."""
        return self.file.gold

    @cached_property
    def has_known_vote(self) -> FloatArray:
        """1 for current items with a vote of an annotator who has history; shape (n,)."""
        return (self.known.votes_per_item() > 0).astype(np.float64)


@dataclass(frozen=True, kw_only=True)
class Part:
    """Current items that get a number of their own: their label (None for all items), and their positions.

    `past` are the history items of the same kind, whose covariate means HERO-2 compares with; None where all are.
    """

    label: str | None
    items: IntArray
    past: IntArray | None = None


def parts_of(rounds: Rounds) -> tuple[Part, ...]:
    """All items, then each system."""
    current = rounds.current
    systems = (Part(label=name, items=np.flatnonzero(current.system == current.systems.index(name)))
               for name in rounds.systems)  # fmt: skip
    return (Part(label=None, items=np.arange(current.n_items)), *systems)


@dataclass(frozen=True, kw_only=True)
class Panel:
    """Both rounds as matrices, in one precision. `parts` are all items, each system, and whatever was asked for.

    `covariates` (n, p) are the current items'; `anchor` is None where HERO is refused.
    """

    rounds: Rounds
    current: Votes
    anchor: Anchor | None
    parts: tuple[Part, ...]
    covariates: FloatArray

    @property
    def groups(self) -> tuple[IntArray, ...]:
        """Positions of the items of each part."""
        return tuple(part.items for part in self.parts)

    @property
    def labels(self) -> tuple[str | None, ...]:
        """Name of each part, None for all items."""
        return tuple(part.label for part in self.parts)

    @classmethod
    def of(
        cls,
        rounds: Rounds,
        covariate_names: tuple[str, ...] = (),
        *,
        by_group: bool = False,
        pool: bool = False,
        parts: Sequence[Part] | None = None,
    ) -> Panel:
        """The panel of two paired files; HERO's parts only where HERO is not refused.

        `by_group`: a class prior for each round and system of the history; `pool`: votes of newcomers count too;
        `parts`: the first one holds all items, by default the systems follow.
        """
        current, history = rounds.current, rounds.history
        votes = Votes.of(current)
        anchor = None
        if history is not None and rounds.refusal is None:
            group = prior_groups(history) if by_group else None
            anchor = Anchor(
                file=history,
                history=Votes.of(history, group=group),
                known=votes if pool else _known_votes(votes, rounds),
                covariates=_columns(history, covariate_names),
                group=group,
            )
        return cls(
            rounds=rounds,
            current=votes,
            anchor=anchor,
            parts=parts_of(rounds) if parts is None else tuple(parts),
            covariates=_columns(current, covariate_names),
        )

    def cast(self, dtype: type) -> Panel:
        """The same panel with votes in another precision."""
        current, anchor = self.current.cast(dtype), self.anchor
        if anchor is not None:
            known = current if anchor.known is self.current else anchor.known.cast(dtype)
            anchor = replace(anchor, history=anchor.history.cast(dtype), known=known)
        return replace(self, current=current, anchor=anchor)


def prior_groups(history: Annotations) -> IntArray | None:
    """Code of each item's round and system, None where there is only one; shape (N,)."""
    pairs = history.round.astype(np.int64) * max(1, len(history.systems)) + history.system
    codes = np.unique(pairs, return_inverse=True)[1]
    return codes if codes.max(initial=0) > 0 else None


def _known_votes(votes: Votes, rounds: Rounds) -> Votes:
    cast = np.bincount(rounds.current.annotator, minlength=len(rounds.known)) > 0
    return votes if (rounds.known | ~cast).all() else votes.only(rounds.known)


def _columns(file: Annotations, names: tuple[str, ...]) -> FloatArray:
    return file.covariates[:, [file.covariate_names.index(name) for name in names]]
