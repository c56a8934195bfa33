"""Names under which rounds are kept: readable on every system, and never a way out of the folder."""

from __future__ import annotations

import re
import unicodedata

from hero_core.errors import SettingsError
from hero_core.saying import said

MOST_LETTERS = 60
PLAIN = re.compile(r"\w(?:[\w .+()-]*[\w+()-])?")
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # Windows takes these for devices


def checked(name: str) -> str:
    """The name in its plain Unicode form. Raises SettingsError for one that cannot be a folder everywhere."""
    plain = unicodedata.normalize("NFC", name).strip()
    if not plain:
        raise SettingsError(said("Give a name under which the rounds are kept."))
    if len(plain) > MOST_LETTERS:
        raise SettingsError(said("The name has {count} letters; at most {most} fit.", count=len(plain),
                                 most=MOST_LETTERS))  # fmt: skip
    if not PLAIN.fullmatch(plain) or RESERVED.fullmatch(plain):
        raise SettingsError(said(
            "{name} cannot be used as a name. Use letters, digits, blanks and . - + ( ), a letter or digit first.",
            name=f"\u201c{plain}\u201d",
        ))  # fmt: skip
    return plain


def is_ours(name: str) -> bool:
    """Whether a folder of this name can have come from here."""
    try:
        return checked(name) == name
    except SettingsError:
        return False
