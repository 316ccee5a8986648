"""How Sphinx makes the site; tools/site/build runs it."""
import os

project = "thud"
html_title = "thud"
copyright = "the thud authors, MIT licence"
version = os.environ["THUD_VERSION"]
language = "en_GB"

root_doc = "readme"  # index.html is the landing page
extensions = ["myst_parser"]
exclude_patterns = ["extra"]
myst_heading_anchors = 4  # by GitHub's rule, which the links in the pages follow
suppress_warnings = ["myst.header"]  # pages may begin with a level of their own
html_extra_path = ["extra"]
html_static_path = ["static"]
html_css_files = ["site.css"]
html_theme = "furo"
html_show_sphinx = False
html_show_search_summary = False  # a page from disk may not read others
html_copy_source = False
pygments_style = "xcode"
pygments_dark_style = "native"
