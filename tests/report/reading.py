"""What stands in a report, as a reader's program would see it."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img", "hr", "input"}


@dataclass
class Read:
    """Elements with their attributes, headings, tables by caption, texts of scripts and code, all visible text."""

    elements: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    tables: dict[str, list[list[str]]] = field(default_factory=dict)
    scripts: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    text: str = ""

    def of(self, name: str) -> list[dict[str, str | None]]:
        """Attributes of every element of one kind."""
        return [attributes for element, attributes in self.elements if element == name]

    def section(self, title: str) -> str:
        """The visible text from one heading to the next of the same level."""
        titles = [words for level, words in self.headings if level == 2]
        start = self.text.index("\n" + title + "\n")
        rest = titles[titles.index(title) + 1 :]
        return self.text[start : self.text.index("\n" + rest[0] + "\n", start)] if rest else self.text[start:]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.read, self.open = Read(), []
        self.words, self.caption, self.rows = "", "", []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.read.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag in ("h1", "h2", "h3", "th", "td", "caption", "script", "code"):
            self.words = ""
        if tag == "tr":
            self.rows.append([])
        if tag == "table":
            self.rows, self.caption = [], ""

    def handle_data(self, data: str) -> None:
        self.words += data
        if not set(self.open) & {"script", "style", "head", "nav"}:
            self.read.text += data

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes nothing"
        if tag in ("h1", "h2", "h3"):
            title = self.words.strip().lstrip("✔≈=✖●…").strip()
            self.read.headings.append((int(tag[1]), title))
            self.read.text += f"\n{title}\n"
        elif tag in ("th", "td"):
            self.rows[-1].append(self.words.strip())
        elif tag == "caption":
            self.caption = self.words
        elif tag == "table":
            self.read.tables[self.caption] = self.rows
        elif tag in ("script", "code"):
            (self.read.scripts if tag == "script" else self.read.codes).append(self.words)


def read_page(page: str) -> Read:
    """The report, parsed; every element must be closed where it should be."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert not reader.open
    return reader.read
