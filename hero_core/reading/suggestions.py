"""What unknown labels may mean: mappings to choose from, proposed and never applied by themselves."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hero_core.errors import MAX_EXAMPLES
from hero_core.reading.words import NO_VOTE, binary_class, canonical, is_whole
from hero_core.saying import for_shell, said

PREFERENCE = "preference"
PREFERENCE_WITHOUT_TIES = "preference_without_ties"
FIRST_IS_ONE = "first_is_one"
SECOND_IS_ONE = "second_is_one"
TIES = "tie ties tied draw draws drawn equal even same similar both neither both_bad bothbad tie_bothbad"
LONGEST = 40
MOST_WORDS = 200  # spellings of the words of one question
SIDES = (  # words for the first, words for the second
    ("win wins won winner", "loss losses lose loses lost loser"),
    ("better", "worse"),
    ("a", "b"),
    ("model_a", "model_b"),
    ("response_a", "response_b"),
    ("assistant_a", "assistant_b"),
    ("option_a", "option_b"),
    ("system_a", "system_b"),
    ("model_1", "model_2"),
    ("left", "right"),
)


@dataclass(frozen=True, kw_only=True)
class Suggestion:
    """A mapping of labels that may be meant: (value as written, class), None for no vote. `name` says which kind:
    preference, preference_without_ties, first_is_one or second_is_one."""

    name: str
    labels: tuple[tuple[str, str | None], ...]

    @property
    def spoken(self) -> str:
        """The mapping as the shell takes it: win=2,tie=1,loss=0."""
        return ",".join(f"{quoted(value)}={'none' if name is None else name}" for value, name in self.labels)


def suggest_labels(values: Iterable[object]) -> tuple[Suggestion, ...]:
    """What the labels of a file may mean, the likeliest first: none where they have a meaning already or no usual one.

    Words of a preference question become 2, 1 and 0 (a tie is worth one half), or 1 and 0 with ties as no vote; of two
    other words either may be 1. Empty cells and words for no vote are left aside.
    """
    words = [text for text in dict.fromkeys(str(value).strip() for value in values) if canonical(text) not in NO_VOTE]
    if len(words) > MOST_WORDS or all(binary_class(canonical(text)) for text in words):
        return ()
    found = preference(words)
    if found or len(words) != 2 or any(is_known(text) for text in words):
        return found
    return either(words)


def is_known(text: str) -> bool:
    """Whether a written text has a meaning of its own as 0 or 1."""
    return binary_class(canonical(text)) is not None


def either(words: Sequence[str]) -> tuple[Suggestion, ...]:
    """Both ways to make two words 1 and 0; the greater of two numbers is 1 first."""
    one, other = words
    if is_whole(canonical(one)) and is_whole(canonical(other)) and int(canonical(one)) < int(canonical(other)):
        one, other = other, one
    return (
        Suggestion(name=FIRST_IS_ONE, labels=((one, "1"), (other, "0"))),
        Suggestion(name=SECOND_IS_ONE, labels=((one, "0"), (other, "1"))),
    )


def preference(words: Sequence[str]) -> tuple[Suggestion, ...]:
    """The mappings for the words of one preference question."""
    by_fold: dict[str, list[str]] = {}
    for text in words:
        by_fold.setdefault(folded(text), []).append(text)
    ties = [text for name in TIES.split() for text in by_fold.get(name, ())]
    for first, second in SIDES:
        one = [text for name in first.split() for text in by_fold.get(name, ())]
        other = [text for name in second.split() for text in by_fold.get(name, ())]
        if (one or other) and len(one) + len(other) + len(ties) == len(words):
            one, other = one or [first.split()[0]], other or [second.split()[0]]
            return of_sides(one, ties, other) if ties else either_side(one, other)
    return ()


def of_sides(one: Sequence[str], ties: Sequence[str], other: Sequence[str]) -> tuple[Suggestion, ...]:
    """With ties: as a scale of three, or ties as no vote."""
    scale = (*((text, "2") for text in one), *((text, "1") for text in ties), *((text, "0") for text in other))
    plain = (*((text, "1") for text in one), *((text, None) for text in ties), *((text, "0") for text in other))
    return (
        Suggestion(name=PREFERENCE, labels=scale),
        Suggestion(name=PREFERENCE_WITHOUT_TIES, labels=plain),
    )


def either_side(one: Sequence[str], other: Sequence[str]) -> tuple[Suggestion, ...]:
    """Without ties: the first side is 1, or the second."""
    return (
        Suggestion(name=FIRST_IS_ONE, labels=(*((text, "1") for text in one), *((text, "0") for text in other))),
        Suggestion(name=SECOND_IS_ONE, labels=(*((text, "0") for text in one), *((text, "1") for text in other))),
    )


def folded(text: str) -> str:
    """A word without case, brackets, and the difference between blank, hyphen and underscore."""
    return re.sub(r"[\s_-]+", "_", re.sub(r"[()\[\]]", "", canonical(text))).strip("_")


def quoted(value: str) -> str:
    """A text as an option of the shell takes it: in double quotes where it holds a comma, equals sign or the like."""
    plain = value and value == value.strip() and not re.search(r'[,=:"]', value)
    return value if plain else '"' + value.replace('"', '""') + '"'


def option(name: str, content: str) -> str:
    """An option with what follows it, quoted where a shell would take it apart."""
    return f"{name} {shlex.quote(content)}"


def merge_option(file: str, column: str, groups: Sequence[Sequence[str]]) -> str:
    """The option that reads the first groups of look-alikes as their first spelling."""
    merges = [f"{quoted(name)}={quoted(group[0])}" for group in groups[:MAX_EXAMPLES] for name in group[1:]]
    return option("--merge", f"{file}:{column}:{','.join(merges)}")


def cure(file: str, texts: Sequence[str], suggestions: Sequence[Suggestion] = ()) -> str:
    """How to give the class of some texts, on the page and in the shell."""
    if suggestions and all(len(value) <= LONGEST for way in suggestions for value, _ in way.labels):
        ways = [option("--labels", f"{file}:{way.spoken}") for way in suggestions]
        shell = for_shell(", or in the shell with {ways} (none = no vote)", ways=" or ".join(ways))
        return said("Say what they mean on the Data page{shell}.", shell=shell)
    short = [quoted(text) for text in texts if len(text) <= LONGEST and text.isprintable()]
    example = ",".join(f"{text}=CLASS" for text in short[:MAX_EXAMPLES]) or "VALUE=CLASS"
    shell = for_shell(
        ", or in the shell with --labels FILE:VALUE=CLASS, here {example} (CLASS is 1, 0 or none for no vote)",
        example=option("--labels", f"{file}:{example}"),
    )
    return said("Give the class of each value on the Data page{shell}.", shell=shell)
