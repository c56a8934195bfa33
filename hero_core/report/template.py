"""The HTML of the report. Everything but our own markup is escaped."""

from __future__ import annotations

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from hero_core.report.style import POLICY, SCRIPT, STYLE
from hero_core.words import text

TABLE = """
{%- macro draw_table(table) %}
<div class="wide" role="region" aria-label="{{ table.caption }}" tabindex="0">
<table{% if table.is_short %} class="short"{% endif %}>
<caption>{{ table.caption }}</caption>
<thead><tr>
{%- for column in table.columns %}<th scope="col"{% if table.numeric[loop.index0] %} class="number"{% endif %}>
{{- column }}</th>{% endfor -%}
</tr></thead>
<tbody>
{%- for row in table.rows %}
<tr>{% for cell in row %}{% if loop.first %}
<th scope="row" class="{{ table.style_of(cell) }}">{{ cell }}</th>
{%- elif table.numeric[loop.index0] %}<td class="number">{{ cell }}</td>
{%- else %}<td class="{{ table.style_of(cell) }}">{{ cell }}</td>{% endif %}{% endfor %}</tr>
{%- endfor %}
</tbody>
</table>
</div>
{%- if table.note %}<p class="quiet">{{ table.note }}</p>{% endif %}
{%- endmacro %}
"""

PAGE = """<!DOCTYPE html>
<html lang="{{ said.lang }}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{ policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="hero_core {{ version }}">
<link rel="icon" href="data:,">
<title>{{ title }}{% if notice %} ({{ said.simulated }}){% endif %}</title>
<style>{{ style }}</style>
</head>
<body>
<header>
<h1>{{ title }}</h1>
{% if notice %}<p class="notice">{{ notice }}</p>
{% endif -%}
{% for line in lead %}<p class="quiet">{{ line }}</p>
{% endfor -%}
<nav aria-label="{{ said.contents }}"><ul>
{%- for section in sections %}
<li><a href="#{{ section.name }}">{{ section.label or section.title }}</a></li>
{%- endfor %}
</ul></nav>
<noscript><p>{{ said.noscript }}</p></noscript>
</header>
<main>
{% for section in sections %}
<section id="{{ section.name }}"{% if section.kind != 'plain' %} class="card {{ section.kind }}"{% endif %}>
<h2>{% if section.kind != 'plain' %}<span class="symbol" aria-hidden="true">{{ section.symbol }}
</span>{% endif %}{{ section.title }}</h2>
{% for paragraph in section.paragraphs %}<p>{{ paragraph }}</p>
{% endfor -%}
{% if section.points %}<ul>{% for point in section.points %}<li>{{ point }}</li>{% endfor %}</ul>{% endif -%}
{% for figure in section.figures %}
<figure>
<div role="group" aria-label="{{ figure.sentence }}" data-figure="data_{{ figure.name }}"
 style="min-height: {{ figure.height }}px"></div>
<figcaption>{{ figure.sentence }}</figcaption>
<script type="application/json" id="data_{{ figure.name }}">{{ figure.spec }}</script>
</figure>
{% endfor -%}
{% for table in section.tables %}{{ draw_table(table) }}{% endfor %}
{% for code in section.codes %}
<h3>{{ code.title }}</h3>
<pre tabindex="0"><code>{{ code.lines }}</code></pre>
{% endfor -%}
</section>
{% endfor %}
</main>
<footer>
<h2>{{ said.methods }}</h2>
<ul>
<li><a href="https://arxiv.org/abs/2606.29784" rel="noreferrer">{{ said.methods_hero }}</a></li>
<li><a href="https://arxiv.org/abs/2605.02122" rel="noreferrer">{{ said.methods_pec }}</a></li>
</ul>
</footer>
{% if plotly %}<script>{{ plotly }}</script>
<script>{{ script }}</script>{% endif %}
</body>
</html>
"""


def said() -> dict[str, str]:
    """The words of the frame."""
    return {
        "contents": text("report.contents"),
        "lang": text("report.lang"),
        "methods_hero": text("report.methods.hero"),
        "methods_pec": text("report.methods.pec"),
        "noscript": text("report.noscript"),
        "simulated": text("report.simulated.short"),
        "methods": text("report.section.methods"),
    }


def render(*, plotly: str, **context: object) -> str:
    """The page; `plotly` is the source of plotly.js, empty where there is no chart."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=False)
    page = environment.from_string(TABLE + PAGE)
    return page.render(
        said=said(), style=Markup(STYLE), script=Markup(SCRIPT), policy=POLICY, plotly=Markup(plotly), **context
    )
