"""The soak's report for people: a table of trends, and a small chart of each series. One HTML file, no scripts."""

import html

from tests.soak.sampler import Series
from tests.soak.trend import WARM_UP, Trend

WIDTH = 420
HEIGHT = 70

HEAD = """<!doctype html><meta charset="utf-8"><title>Soak</title><style>
body{font:14px system-ui,sans-serif;margin:2em;color:#222;background:#fff} td,th{padding:.2em .8em;border-bottom:1px solid #eee}
th{text-align:left} svg{background:#fafafa;border:1px solid #ddd} polyline{fill:none;stroke:#457} rect{fill:#ccc;opacity:.4}
.bad{color:#d33;font-weight:bold}</style>"""


def page(title: str, trends: list[Trend], series: Series) -> str:
    rows = "".join(_row(trend, series[trend.name]) for trend in trends)
    heads = "".join(f"<th>{word}</th>" for word in ("measure", "median", "last", "growth", "allowed", "", ""))
    return f"{HEAD}<h1>{html.escape(title)}</h1><table><tr>{heads}</tr>{rows}</table>"


def lines(trends: list[Trend]) -> list[str]:
    """The same for a terminal."""
    return [
        f"{trend.name:28} median {trend.median:10.1f}  last {trend.last:10.1f}  growth {trend.growth:+9.2f} "
        f"of {trend.allowed:7.2f}  {'flat' if trend.is_flat else 'GROWS'}"
        for trend in trends
    ]


def _row(trend: Trend, points: list[tuple[float, float]]) -> str:
    verdict = "flat" if trend.is_flat else '<span class="bad">grows</span>'
    figures = (trend.median, trend.last, trend.growth, trend.allowed)
    cells = "".join(f"<td>{figure:,.2f}</td>" for figure in figures)
    return f"<tr><td>{html.escape(trend.name)}</td>{cells}<td>{verdict}</td><td>{_chart(points)}</td></tr>"


def _chart(points: list[tuple[float, float]]) -> str:
    """From zero to the highest; the warm-up is grey."""
    last_s = points[-1][0] or 1.0
    most = max(value for _, value in points) or 1.0
    drawn = " ".join(
        f"{at / last_s * WIDTH:.1f},{HEIGHT - value / most * (HEIGHT - 6):.1f}" for at, value in points
    )
    warm = f'<rect x="0" y="0" width="{WIDTH * WARM_UP:.0f}" height="{HEIGHT}"/>'
    return f'<svg width="{WIDTH}" height="{HEIGHT}">{warm}<polyline points="{drawn}"/></svg>'
