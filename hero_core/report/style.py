"""The look of the report on a screen and on paper, and the few lines that draw its charts."""

STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: #1f2430; font: 16px/1.5 "Source Sans 3", "Source Sans Pro", "Noto Sans",
  "Segoe UI", "Helvetica Neue", Arial, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
main, header, footer { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.35rem; line-height: 1.25; margin: 2.25rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 1.25rem 0 .4rem; }
p, ul { margin: .4rem 0; max-width: 46rem; overflow-wrap: anywhere; }
a { color: #0b5cad; }
nav ul { padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1rem; max-width: none; }
nav li a { display: inline-block; padding: .1rem 0; }
.quiet { color: #4d5361; }
.notice { border: 2px solid #0b5cad; border-radius: 6px; padding: .4rem .8rem; font-weight: 600; }
.card { border: 1px solid #c9ced8; border-left: 8px solid #5f6470; border-radius: 6px; padding: .9rem 1.1rem;
  margin: 1rem 0; background: #f6f7f9; }
.card h2 { margin: 0 0 .3rem; font-size: 1.6rem; }
.card .symbol { margin-right: .5rem; }
.better, .best { border-left-color: #0b5cad; background: #f0f6fd; }
.too_close, .tied { border-left-color: #9a6700; background: #fff8e6; }
.not_comparable { border-left-color: #a01c1c; background: #fdf1f0; }
.wide { overflow-x: auto; margin: .6rem 0 1rem; }
table { border-collapse: collapse; font-size: .92rem; line-height: 1.35; }
caption { text-align: left; font-weight: 600; padding: .2rem 0 .35rem; color: #1f2430; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #dde0e6;
  overflow-wrap: anywhere; min-width: 4.2rem; max-width: 26rem; }
thead th { border-bottom: 2px solid #8a90a0; overflow-wrap: normal; }
tbody th { font-weight: 600; min-width: 6rem; }
.whole { overflow-wrap: normal; }
td.number, th.number { text-align: right; padding-right: 1.4rem; font-variant-numeric: tabular-nums; }
figure { margin: .6rem 0; max-width: 680px; }
figcaption { overflow-wrap: anywhere; }
pre { background: #f6f7f9; border: 1px solid #dde0e6; border-radius: 6px; padding: .7rem .9rem; font-size: .85rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
footer { margin-top: 2.5rem; padding-bottom: 2.5rem; }
@page { size: A4; margin: 14mm 13mm; }
@media print {
  body { font-size: 10.5pt; }
  main, header, footer { max-width: none; padding: 0; }
  header { padding-top: 0; }
  nav { display: none; }
  h2, h3, caption, section > p { break-after: avoid; }
  .card, figure, tr, section > p, li, pre, table.short { break-inside: avoid; }
  tbody tr:first-child { break-before: avoid; }
  .card, pre { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  thead { display: table-header-group; }
  .wide { overflow: visible; }
  table { font-size: 8.5pt; width: 100%; }
  td { min-width: 0; padding-right: .5rem; }
  td.long { min-width: 9rem; }
  a { color: inherit; text-decoration: none; }
  .modebar { display: none !important; }
}
"""

SCRIPT = """
document.querySelectorAll("[data-figure]").forEach(function (place) {
  var figure = JSON.parse(document.getElementById(place.dataset.figure).textContent);
  Plotly.newPlot(place, figure.data, figure.layout, figure.config);
});
"""

# Nothing is fetched, whatever the file holds; the camera button of a chart needs blob: and data:.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'"
)
