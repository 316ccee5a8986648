"""Small pictures for notebooks, as SVG without any library."""
from __future__ import annotations

import html
from typing import Any, Sequence, Tuple

import numpy as np

COLOURS = ("#1f6fb2", "#c8553d", "#2b8a3e", "#8f5fbf", "#b8860b", "#4a4a4a")
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 220, 70, 28, 12
MOST = 1500  # points of a line: more than there are pixels, twice


def thinned(x: np.ndarray, y: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """The least and the largest of each stretch, so that no peak is lost."""
    if x.size <= MOST:
        return x, y
    edges = np.linspace(0, x.size, MOST // 2 + 1).astype(int)
    chosen = np.unique([a + part for a, b in zip(edges[:-1], edges[1:]) for part in (y[a:b].argmin(), y[a:b].argmax())])
    return x[chosen], y[chosen]


def plot(lines: Sequence[Tuple[str, Any, Any]], x_title: str, y_title: str) -> str:
    """Lines over one axis; "" where there is nothing to draw."""
    kept = [(name, np.asarray(x, float), np.asarray(y, float)) for name, x, y in lines]
    kept = [(name, x[np.isfinite(y)], y[np.isfinite(y)]) for name, x, y in kept]
    kept = [line for line in kept if line[1].size > 1]
    if not kept:
        return ""
    x0, x1 = min(x[0] for _, x, _ in kept), max(x[-1] for _, x, _ in kept)
    y0, y1 = min(y.min() for _, _, y in kept), max(y.max() for _, _, y in kept)
    if not y1 > y0:
        y0, y1 = y0 - 1, y1 + 1
    if not x1 > x0:
        x1 = x0 + 1
    out = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" style="max-width:{WIDTH}px;font:11px sans-serif" role="img">']
    for i, (name, x, y) in enumerate(kept[:len(COLOURS)]):
        x, y = thinned(x, y)
        px = LEFT + (x - x0) / (x1 - x0) * (WIDTH - LEFT - 10)
        py = HEIGHT - BOTTOM - (y - y0) / (y1 - y0) * (HEIGHT - BOTTOM - TOP)
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(px, py))
        out.append(f'<polyline fill="none" stroke="{COLOURS[i]}" points="{points}"><title>{html.escape(name)}</title></polyline>')
        out.append(f'<text x="{LEFT + 6 + 110 * i}" y="{TOP}" fill="{COLOURS[i]}">{html.escape(name[:18])}</text>')
    base = HEIGHT - BOTTOM
    out.append(f'<path d="M{LEFT},{TOP} V{base} H{WIDTH - 10}" fill="none" stroke="#888"/>')
    for text, px, py, anchor in ((f"{y1:.3g}", LEFT - 4, TOP + 8, "end"), (f"{y0:.3g}", LEFT - 4, base, "end"),
                                 (f"{x0:.3g}", LEFT, HEIGHT - 12, "middle"), (f"{x1:.3g}", WIDTH - 12, HEIGHT - 12, "end"),
                                 (x_title, WIDTH / 2, HEIGHT - 6, "middle"), (y_title, 4, HEIGHT / 2, "start")):
        out.append(f'<text x="{px}" y="{py}" text-anchor="{anchor}" fill="currentColor">{html.escape(text)}</text>')
    return "".join(out) + "</svg>"
