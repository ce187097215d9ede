"""How Sphinx builds the documentation site: `make site-docs` (docs/adr/0018-documentation-site.md)."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
os.environ["SPUK_PLAIN"] = "1"  # compiled functions hide their signatures; the sources show them
sys.path.insert(0, str(DOCS.parent / "src"))

from spuk.version import VERSION  # noqa: E402  (after the path)

project = "Spuk"
author = "The Spuk authors"
copyright = author
version = release = VERSION

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["lab/report"]
suppress_warnings = ["myst.header"]  # pages made for reading on their own may skip a level of headings

# The headings of pages are anchors, named as on GitHub, so that one link works in both places.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

html_theme = "furo"
html_title = "Spuk"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"
highlight_language = "text"

default_role = "code"  # docstrings mark names with one backquote
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((\.\./[^)#\s]+)(?:#[^)]*)?\)")
_COMPILED_NUMBER = re.compile(r"\bi64\b")


def _drop_links_to_sources(app: object, name: str, source: list[str]) -> None:
    """The site holds no source files: a link to one becomes its words."""
    folder = (DOCS / name).parent

    def shown(link: re.Match[str]) -> str:
        inside = (folder / link[2]).resolve().is_relative_to(DOCS)
        return link[0] if inside else link[1]

    source[0] = _LINK.sub(shown, source[0])


def _plain_numbers(
    app: object,
    what: str,
    name: str,
    found: object,
    options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """To a caller, the compiled code's 64-bit integer is an int."""
    return (
        signature and _COMPILED_NUMBER.sub("int", signature),
        returns and _COMPILED_NUMBER.sub("int", returns),
    )


def _no_field_numbers(
    app: object, what: str, name: str, found: object, options: object, lines: list[str]
) -> None:
    """Python describes fields of named tuples by their position, which tells a reader nothing."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Any) -> None:
    """Sphinx calls this before it reads the pages."""
    app.connect("source-read", _drop_links_to_sources)
    app.connect("autodoc-process-signature", _plain_numbers)
    app.connect("autodoc-process-docstring", _no_field_numbers)
