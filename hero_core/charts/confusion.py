"""Confusion matrices: many small ones to compare people, one large one to study a person. Cells can be clicked.

Charts are Vega-Lite specifications as plain values: a page of forty is ready in milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hero_core.charts.cells import DIFFERENCE, SHARE, Cell, cell_words, list_of_cells
from hero_core.charts.evidence import from_gold, is_scarce, votes_behind
from hero_core.charts.labels import decimal, short_names
from hero_core.charts.palette import FONT, look
from hero_core.charts.tiles import diverging_fill, ink_on, share_fill
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import text

CELL_SIZES = {2: (56, 40), 3: (46, 38), 4: (40, 34), 5: (36, 32)}
SMALLEST_CELL = (24, 24)
BIG_CELLS = {2: ((128, 80), 4), 3: ((96, 72), 4), 4: ((76, 46), 2), 5: ((62, 42), 2)}
SMALLEST_BIG = ((44, 40), 1)
MOST_CLASSES_WITH_TEXT = 5
LEFT, TOP, BOTTOM, GAP = 26, 34, 22, 14  # pixels around one small matrix
BIG_LEFT, BIG_BOTTOM = 64, 42
LINE = 15
PLACES = ("x", "x2", "middle", "y", "y2", "centre")  # in pixels, from the upper left corner
PADDING = {"left": 2, "top": 2, "right": 2, "bottom": 2}
NO_PADDING = dict.fromkeys(PADDING, 0)
TOOLTIPS = {
    SHARE: ("annotator", "truth", "said", "share_text", "range_text", "count_text", "gold_text", "about"),
    DIFFERENCE: ("annotator", "truth", "said", "difference_text", "difference_range", "share_text", "pool_text",
                 "count_text", "about"),
}  # fmt: skip
Spec = dict[str, Any]


def small_width(result: AnnotatorResult) -> int:
    """Pixels that one small matrix takes, its labels and the gap included."""
    return cell_size(result)[0] * len(result.classes) + LEFT + GAP


def cell_size(result: AnnotatorResult) -> tuple[int, int]:
    """Width and height of a cell of the small matrices."""
    return CELL_SIZES.get(len(result.classes), SMALLEST_CELL)


def confusion_grid(
    rows: Sequence[AnnotatorRow],
    result: AnnotatorResult,
    dark: bool = False,
    *,
    selected: str | None = None,
    mode: str = SHARE,
) -> Spec:
    """One small matrix a person, row by row in the given order, as many beside each other as there is room for; a click
    on a cell selects the annotator ("annotator")."""
    (width, height), classes = cell_size(result), len(result.classes)
    lines = 2 if classes <= MOST_CLASSES_WITH_TEXT else 0
    tiles = _tiles(rows, result, mode, dark, lines)
    places = {row.annotator: place for place, row in enumerate(rows)}
    for tile in tiles:
        _place(tile, (LEFT, TOP), (width, height), result)
        tile["place"] = places[str(tile["annotator"])]
        tile["about"] = tile["about"] or text("charts.click_person")
        tile["edge"], tile["thick"] = _edge(tile["annotator"] == selected, dark)
    titles, below = short_names([row.annotator for row in rows], 15), _below(rows, result)
    words: list[Cell] = []
    for row in rows:
        middle = LEFT + width * classes / 2
        mine = [
            _word(titles[row.annotator], middle, TOP - 22, bold=row.annotator == selected),
            _word(below[row.annotator], middle, TOP - 8),
            *_names(result, (LEFT, TOP), (width, height), 11),
        ]
        words += [word | {"place": places[row.annotator]} for word in mine]
    step = (small_width(result), height * classes + TOP + BOTTOM + GAP)
    spec = _spec(tiles, words, step, lines, dark, mode, click=("annotator", ["annotator"]), flow=_flow(step))
    return spec | {"height": 1, "autosize": {"type": "pad"}, "padding": {**NO_PADDING, "bottom": 4}}


def _flow(step: tuple[int, int]) -> list[Spec]:
    """Puts each matrix, by its `place`, into rows as wide as the chart is drawn; the chart grows downwards."""
    across = f"max(1, floor((width / zoom + {GAP}) / {step[0]}))"
    wide = f"max({step[0]}, floor(width / zoom / {across}))"
    left, top = f"{wide} * (datum.place % {across})", f"{step[1]} * floor(datum.place / {across})"
    ends = [("x", left), ("x2", left), ("middle", left), ("y", top), ("y2", top), ("centre", top)]
    return [_moved(name, f"{start} + datum.{name}") for name, start in ends]


def _moved(name: str, place: str) -> Spec:
    """Where a thing is drawn, beside where it belongs: worked out anew at every change of the window, so that a place
    which was moved once must not be moved again."""
    return {"calculate": f"zoom * ({place})", "as": f"drawn_{name}"}


def confusion_matrix(row: AnnotatorRow, result: AnnotatorResult, dark: bool = False, *, mode: str = SHARE) -> Spec:
    """One person's matrix with shares, counts and intervals; a click selects a cell ("cell": truth and said)."""
    (width, height), lines = BIG_CELLS.get(len(result.classes), SMALLEST_BIG)
    classes = len(result.classes)
    tiles = _tiles([row], result, mode, dark, lines, large=True)
    for tile in tiles:
        _place(tile, (BIG_LEFT, 4), (width, height), result)
        tile["about"] = tile["about"] or text("charts.click_cell")
        tile["edge"], tile["thick"] = _edge(False, dark)
    words = _names(result, (BIG_LEFT, 4), (width, height), 12)
    middle = (BIG_LEFT + width * classes / 2, 4 + height * classes / 2)
    words.append(_word(text("charts.said"), middle[0], 4 + height * classes + 32))
    words.append(_word(text("charts.truth"), 9, middle[1], angle=-90))
    size = (BIG_LEFT + width * classes + 4, 4 + height * classes + BIG_BOTTOM)
    return _spec(tiles, words, size, lines, dark, mode, click=("cell", ["truth", "said"]))


def _tiles(
    rows: Sequence[AnnotatorRow], result: AnnotatorResult, mode: str, dark: bool, lines: int, *, large: bool = False
) -> list[Cell]:
    """The cells with what the drawing needs: colours, lines of text, and the words of a screen reader."""
    found = list_of_cells(rows, result)
    for cell in found:
        cell["fill"] = _fill(cell, mode, dark)
        cell["ink"] = ink_on(str(cell["fill"]))
        cell["words"] = cell_words(cell, mode)
        written = _lines(cell, result, mode, large)[:lines]
        for number in range(lines):
            cell[f"line_{number}"] = written[number] if number < len(written) else ""
        for name in ("share", "difference"):
            cell[name] = 0.0 if cell[name] is None else cell[name]
    return found


def _fill(cell: Cell, mode: str, dark: bool) -> str:
    """Blue by share, orange to purple by difference, grey where there is no fact."""
    value = cell["share"] if mode == SHARE else cell["difference"]
    if cell["state"] != "ok" or not isinstance(value, float):
        return look(dark).scarce
    return share_fill(value) if mode == SHARE else diverging_fill(value)


def _lines(cell: Cell, result: AnnotatorResult, mode: str, large: bool) -> list[str]:
    """What is written on a tile, the most important first; on a grey one the gold votes or why."""
    if cell["state"] == "no_gold":
        return [text("charts.no_gold") if cell["said"] == result.classes[0] else ""]
    if cell["state"] != "ok":
        gold = text("charts.on_gold", count=cell["gold_text"]) if large else f"{cell['gold_count']:,}"
        return [gold] if from_gold(result) and cell["state"] == "scarce" else []
    first = cell["share_text"] if mode == SHARE else cell["difference_text"]
    if not large:
        return [str(first), f"{cell['count']:,.0f}"]
    if mode == DIFFERENCE:
        both = text("charts.own_pool", share=cell["share_text"], pool=cell["pool_text"])
        return [text("charts.points", number=first), str(cell["difference_range"]), both, str(cell["count_text"])]
    rest = [text("charts.on_gold", count=cell["gold_text"])] if from_gold(result) else []
    return [str(first), str(cell["range_text"]), str(cell["count_text"]), *rest]


def _place(tile: Cell, corner: tuple[float, float], size: tuple[int, int], result: AnnotatorResult) -> None:
    """Where a tile stands, in pixels from the upper left corner of the chart."""
    column: float = result.classes.index(str(tile["said"]))
    line = result.classes.index(str(tile["truth"]))
    tile["x"], tile["y"] = corner[0] + size[0] * column, corner[1] + size[1] * line
    tile["x2"], tile["y2"] = corner[0] + size[0] * (column + 1), corner[1] + size[1] * (line + 1)
    if tile["state"] == "no_gold":  # what stands there is said once, across the line
        column = (len(result.classes) - 1) / 2
    tile["middle"], tile["centre"] = corner[0] + size[0] * (column + 0.5), corner[1] + size[1] * (line + 0.5)


def _edge(chosen: bool, dark: bool) -> tuple[str, int]:
    return (look(dark).text, 3) if chosen else (look(dark).background, 1)


def _word(said: str, x: float, y: float, *, bold: bool = False, angle: int = 0) -> Cell:
    return {"text": said, "x": x, "y": y, "weight": "bold" if bold else "normal", "angle": angle,
            "align": "center"}  # fmt: skip


def _names(result: AnnotatorResult, corner: tuple[float, float], size: tuple[int, int], font: int) -> list[Cell]:
    """Names of the classes: the truth on the left, what was said below."""
    left = corner[0] - 5
    names = short_names(result.classes, max(10, int(size[0] / font * 1.8)))
    below = corner[1] + size[1] * len(result.classes) + font
    found = []
    for code, name in enumerate(result.classes):
        found.append(_word(names[name], left, corner[1] + size[1] * (code + 0.5)) | {"align": "right"})
        found.append(_word(names[name], corner[0] + size[0] * (code + 0.5), below))
    return found


def _below(rows: Sequence[AnnotatorRow], result: AnnotatorResult) -> dict[str, str]:
    """What stands below the name over a small matrix: the reliability, or what it lacks."""
    below = {}
    for row in rows:
        if row.confusion is None:
            below[row.annotator] = text("charts.title_unknown")
        elif is_scarce(row, result):
            key = "charts.title_scarce" if from_gold(result) else "charts.title_few"
            below[row.annotator] = text(key, count=votes_behind(row, result))
        else:
            below[row.annotator] = text("charts.title_weight", weight=decimal(row.weight))
    return below


def _spec(
    tiles: list[Cell], words: list[Cell], size: tuple[int, int], lines: int, dark: bool, mode: str,
    *, click: tuple[str, list[str]], flow: list[Spec] | None = None,
) -> Spec:  # fmt: skip
    """Tiles with lines of text on them and words around them, by pixels; a click chooses by the given fields. `flow`
    moves what has a place of its own; `zoom` enlarges it all."""
    name, fields = click
    moved = flow or [_moved(name, f"datum.{name}") for name in PLACES]
    layers = [_rectangles(mode), *(_written(number, lines) for number in range(lines)), *_around(words, dark, moved)]
    select = {"type": "point", "fields": fields, "on": "click", "clear": "dblclick", "toggle": False}
    return {
        "width": size[0], "height": size[1], "padding": PADDING, "autosize": "none",
        "background": look(dark).background, "data": {"values": tiles}, "layer": layers,
        "params": [{"name": name, "select": select, "views": ["tiles"]}, {"name": "zoom", "value": 1}],
        "config": {"view": {"stroke": None}, "font": FONT},
        "transform": moved,
        "encoding": {name: {"type": "quantitative", "scale": None, "axis": None, "field": f"drawn_{name}"}
                     for name in ("x", "y")},
    }  # fmt: skip


def _own(field: str) -> Spec:
    """A channel that takes the value as it stands."""
    return {"field": field, "type": "nominal", "scale": None, "legend": None}


def _rectangles(mode: str) -> Spec:
    tips = [{"field": name, "type": "nominal", "title": text(f"charts.tip.{name}")} for name in TOOLTIPS[mode]]
    return {
        "name": "tiles", "mark": {"type": "rect", "cursor": "pointer"},
        "encoding": {
            "x2": {"field": "drawn_x2"}, "y2": {"field": "drawn_y2"}, "fill": _own("fill"), "stroke": _own("edge"),
            "strokeWidth": {"field": "thick", "type": "quantitative", "scale": None, "legend": None}, "tooltip": tips,
            "description": {"field": "words", "type": "nominal"},
        },
    }  # fmt: skip


def _written(number: int, lines: int) -> Spec:
    """One line of text on every tile."""
    mark = {
        "type": "text", "fontSize": 14 if number == 0 else 11, "font": FONT, "dy": (number - (lines - 1) / 2) * LINE,
        "baseline": "middle", "aria": False,
    }  # fmt: skip
    return {
        "mark": mark,
        "encoding": {
            "x": {"field": "drawn_middle", "type": "quantitative", "scale": None, "axis": None},
            "y": {"field": "drawn_centre", "type": "quantitative", "scale": None, "axis": None},
            "text": {"field": f"line_{number}", "type": "nominal"}, "fill": _own("ink"),
        },
    }  # fmt: skip


def _around(words: list[Cell], dark: bool, moved: list[Spec]) -> list[Spec]:
    """The words outside of the tiles: one layer for each alignment, weight and angle."""
    kinds = sorted({(str(word["align"]), str(word["weight"]), int(str(word["angle"]))) for word in words})
    layers = []
    for align, weight, angle in kinds:
        mine = [word for word in words if (word["align"], word["weight"], word["angle"]) == (align, weight, angle)]
        mark = {"type": "text", "fontSize": 12, "font": FONT, "align": align, "fontWeight": weight,
                "angle": angle % 360, "baseline": "middle", "fill": look(dark).text, "aria": False}  # fmt: skip
        values = [{name: word[name] for name in ("text", "x", "y", "place") if name in word} for word in mine]
        told = {"text": {"field": "text", "type": "nominal"}}
        layers.append({"data": {"values": values}, "transform": moved, "mark": mark, "encoding": told})
    return layers
