"""Data: what was uploaded and what was understood."""

from ui.frame import begin_page

begin_page("page.data")
