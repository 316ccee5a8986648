"""The pages of the site as Sphinx reads them, from the Markdown of the repository: stage.py ROOT STAGE

README.md is the first page and docs/ the others; examples get a page each with their source and, where one was made, their
report. Links keep their meaning: those to pages and examples lead to the site's own, the text of all others stays without.
"""
import json
import os
import re
import shutil
import sys
from pathlib import Path

import mathml

# what the site shows, in this order: caption, and pages by their place in the repository; one page to a task
CONTENTS = [
    ("Begin here", ["docs/tutorial.md", "docs/install.md"]),
    ("Tasks", ["docs/calibrate.md", "docs/identify.md", "docs/motion.md", "docs/run.md", "docs/derivatives.md", "docs/sweep.md", "docs/uncertainty.md", "docs/scale.md", "docs/report.md",
               "docs/engines.md", "docs/fmu.md", "docs/python.md", "docs/lab.md"]),
    ("Shown", ["examples", "notebooks", "docs/papers/README.md"]),
    ("Reference", ["docs/laws.md", "docs/scenario.md", "docs/study.md", "docs/api.md", "docs/theory.md", "docs/verification.md",
                   "docs/validation.md", "docs/bibliography.md", "docs/decisions.md"]),
    ("The project", ["CHANGELOG.md", "CONTRIBUTING.md", "THIRD_PARTY.md", "SECURITY.md"]),
]
LANGUAGES = {".c": "c", ".yaml": "yaml", ".sh": "sh"}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")


def place_of(path):
    """Where a file of the repository is in the site's sources, without its ending; None where it is not shown."""
    path = os.path.normpath(path)
    if path == "README.md":
        return "readme"
    if path in ("examples", "examples/notebooks"):
        return os.path.basename(path) + "/index"
    if re.fullmatch(r"examples/notebooks/\w+\.ipynb", path):
        return "notebooks/" + path[len("examples/notebooks/"):-len(".ipynb")]
    if path.startswith("examples/") and os.path.splitext(path)[1] in LANGUAGES:
        return "examples/" + os.path.basename(path).replace(".", "-")
    if path in ("docs/papers", "docs/papers/README.md"):
        return "papers/index"
    if path.startswith("docs/") and path.endswith(".md"):
        return path[len("docs/"):-len(".md")]
    return path[:-len(".md")].lower() if "/" not in path and path.endswith(".md") else None


def follow(root, page, here):
    """Rewrites the links of a page that stands at `here` in the site."""

    def link(found):
        picture, text, target = found.groups()
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            return found.group(0)
        path, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page), path))
        if picture or re.search(r"\.(svg|png|json)$", path):
            to = path[len("docs/"):] if path.startswith("docs/") else None
        else:
            to = place_of(path)
            to = to and to + ".md"
        if to is None:
            if not (root / path).exists():
                raise SystemExit(f"{page}: there is no {target}")
            return text
        if text.endswith(".md"):  # a file's name says less than its title
            text = re.search(r"^# (.*)", (root / path).read_text(), re.M).group(1)
        return f"{picture}[{text}]({os.path.relpath(to, os.path.dirname(here) or '.')}{'#' + anchor if anchor else ''})"

    return link


def rewrite(root, page, here):
    """A page with its links, outside of code blocks, and with languages that highlighters know."""
    out, inside, begun = [], False, 0
    for line in (root / page).read_text().splitlines():
        if line.startswith("```"):
            inside = not inside
            line = line.replace("```output", "```text").replace("```sh", "```bash")
            if not inside and is_equations(out[begun:]):
                out[begun:] = ["", mathml.block(out[begun + 1:]), ""]
                continue
            begun = len(out)
        out.append(line if inside else figure(LINK.sub(follow(root, page, here), line)))
    return "\n".join(out) + "\n"


def is_equations(block):
    """Whether a block of text has numbered equations."""
    return block and block[0] == "```text" and any(re.search(r"\s\(\d+\)$", line) for line in block[1:])


def figure(line):
    """A picture that stands by itself, with its words below it."""
    found = re.fullmatch(r"!\[([^\]]+)\]\(([^()\s]+)\)", line)
    if not found:
        return line
    words, path = found.groups()
    return f"```{{figure}} {path}\n:alt: {json.dumps(words, ensure_ascii=False)}\n\n{words}\n```"


def example_page(root, path, reports):
    """An example: its source, and the page that thud makes of it."""
    name = path.name
    out = [f"# {name}", ""]
    report = reports.get(path.stem) if path.suffix == ".yaml" else None
    if report:
        out += [f'The page that `thud report` makes of it (<a href="../reports/{report}">alone</a>):', "",
                f'<iframe class="report" src="../reports/{report}" title="Report of {name}" loading="lazy"></iframe>', ""]
    out += [f"```{LANGUAGES[path.suffix]}", path.read_text().rstrip(), "```", ""]
    return "\n".join(out)


def head_of(path):
    """What an example says about itself in its first comment or as its title."""
    text = path.read_text()
    if path.suffix == ".c":
        return " ".join(re.match(r"/\*(.*?)(?:\n \*\n|\*/)", text, re.S).group(1).replace("\n *", " ").split())
    comments = [line[2:] for line in text.splitlines()[:12] if line.startswith("# ") and "schema=" not in line]
    return re.search(r"^title: *(.*)", text, re.M).group(1) if path.suffix == ".yaml" and "title:" in text else comments[0]


def contents(entries):
    return "\n".join(["```{toctree}", ":hidden:", *entries, "```", ""])


def stage_examples(root, stage, reports):
    examples = sorted(path for path in (root / "examples").iterdir() if path.suffix in LANGUAGES)
    (stage / "examples").mkdir()
    rows, entries = [], []
    for path in sorted(examples, key=lambda path: (path.stem not in reports, path.suffix != ".yaml", path.name)):
        to = os.path.basename(place_of(f"examples/{path.name}"))
        (stage / "examples" / f"{to}.md").write_text(example_page(root, path, reports))
        shown = f'<a href="../reports/{reports[path.stem]}">(report)</a>' if path.suffix == ".yaml" and path.stem in reports else ""
        rows.append(f"| [{path.name}]({to}.md) | {head_of(path)} {shown} |")
        entries.append(f"{path.name} <{to}>")
    head = "# Examples\n\nScenarios, studies and programs of `examples/`, each run by a test.\n\n| | |\n| --- | --- |\n"
    (stage / "examples" / "index.md").write_text(head + "\n".join(rows) + "\n\n" + contents(entries))


def stage_notebooks(stage):
    pages = sorted(path for path in (stage / "notebooks").glob("*.md"))
    lines, entries = [], []
    for path in pages:
        title = re.search(r"^# (.*)", path.read_text(), re.M).group(1)
        lines.append(f"- [{title}]({path.name})")
        entries.append(path.stem)
    head = "# Notebooks\n\nThe notebooks of `examples/notebooks`, run from beginning to end when this site was built.\n\n"
    (stage / "notebooks" / "index.md").write_text(head + "\n".join(lines) + "\n\n" + contents(entries))


def main():
    root, stage = Path(sys.argv[1]), Path(sys.argv[2])
    reports = {path.stem: path.name for path in sorted((stage / "extra" / "reports").glob("*.html"))}
    for page in [*root.glob("*.md"), *(root / "docs").rglob("*.md")]:
        path = str(page.relative_to(root))
        here = place_of(path) + ".md"
        (stage / here).parent.mkdir(parents=True, exist_ok=True)
        (stage / here).write_text(rewrite(root, path, here))
    for picture in [*(root / "docs").rglob("*.svg"), *(root / "docs").rglob("*.png"), *(root / "docs").glob("*.json")]:
        to = stage / ("extra" if picture.suffix == ".json" else "") / picture.relative_to(root / "docs")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(picture, to)
    stage_examples(root, stage, reports)
    stage_notebooks(stage)
    with open(stage / "papers" / "index.md", "a") as file:
        file.write("\n" + contents(sorted(path.stem for path in (stage / "papers").glob("*.md") if path.stem != "index")))
    with open(stage / "readme.md", "a") as file:
        for caption, pages in CONTENTS:
            entries = [page + "/index" if "." not in page else place_of(page) for page in pages]
            file.write("\n" + contents([f":caption: {caption}", "", *entries]))


if __name__ == "__main__":
    main()
