"""The report: one HTML file that opens anywhere, offline, and prints."""

from hero_core.report.document import contents, report
from hero_core.report.gather import Wishes, full_report, stability_methods
from hero_core.report.recipe import Recipe, python_lines, shell_line

__all__ = ["Recipe", "Wishes", "contents", "full_report", "python_lines", "report", "shell_line", "stability_methods"]
