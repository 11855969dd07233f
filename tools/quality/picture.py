"""Curves of measured figures as a picture (SVG): docs/pictures/NAME.svg, written with --record."""

import math
from html import escape

COLOURS = ("#4477aa", "#cc6677", "#228833", "#a07800", "#2b95b8", "#aa3377", "#777777", "#222")
DARK = ("@media (prefers-color-scheme: dark) {[fill=\"white\"]{fill:#0d1117}[fill=\"black\"]{fill:#e6e8eb}[fill=\"#555\"]{fill:#a8b0ba}"
        "[stroke=\"#e4e4e4\"]{stroke:#30363d}[stroke=\"white\"]{stroke:#0d1117}[stroke=\"#222\"]{stroke:#e6e8eb}}")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 420, 70, 560, 46, 366


def draw(bench, name, title, x_name, y_name, curves, logarithmic=False):
    """curves: {label: [(x, y), ...]}, x rising; logarithmic: of x. Nothing is written without --record."""
    if bench.pictures:
        (bench.pictures / name).write_text(curves_svg(title, x_name, y_name, curves, logarithmic), encoding="utf-8")


def round_step(low, high):
    """1, 2 or 5 times a power of ten: some five such steps lead from low to high."""
    rough = (high - low) / 5 or 1
    unit = 10 ** math.floor(math.log10(rough))
    return next(factor * unit for factor in (1, 2, 5, 10) if factor * unit >= rough * 0.999)


def ticks(low, high):
    """Round numbers from low to high, some five of them."""
    step = round_step(low, high)
    return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def bounds(values):
    """Round numbers around the values. From 0 where some come near it; else curves that are all high would lie on one another."""
    low, high = min(values), max(values)
    low = 0 if 0 <= low < high / 2 else low
    step = round_step(low, high)
    return math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step


def apart(heights, least=16):
    """Where names stand that belong to these heights: as near as may be, in their order, not over one another."""
    placed = {}
    for k, height in sorted(enumerate(heights), key=lambda item: item[1]):
        placed[k] = max(height, max(placed.values(), default=-math.inf) + least)
    return [place - max(0, max(placed.values()) - BOTTOM) for _, place in sorted(placed.items())]


def text(x, y, words, anchor="middle", colour="#555", size=12):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" font-size="{size}">{escape(words)}</text>'


def curves_svg(title, x_name, y_name, curves, logarithmic=False):
    points = [point for curve in curves.values() for point in curve]
    scale = math.log10 if logarithmic else float
    xs, ys = [scale(x) for x, _ in points], [y for _, y in points]
    x_low, x_high, (y_low, y_high) = min(xs), max(xs), bounds(ys)
    across = lambda x: LEFT + (RIGHT - LEFT) * ((scale(x) - x_low) / ((x_high - x_low) or 1))
    down = lambda y: BOTTOM - (BOTTOM - TOP) * ((y - y_low) / ((y_high - y_low) or 1))
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
             f'font-family="sans-serif" role="img" aria-label="{escape(title, quote=True)}">',
             f"<style>{DARK}</style>", '<rect width="100%" height="100%" fill="white"/>', text(LEFT, 24, title, "start", "black", 15)]
    for y in ticks(y_low, y_high):
        parts += [f'<line x1="{LEFT}" y1="{down(y):.1f}" x2="{RIGHT}" y2="{down(y):.1f}" stroke="#e4e4e4"/>', text(LEFT - 8, down(y) + 4, f"{y:g}", "end")]
    marked = sorted({x for x, _ in points}) if logarithmic else ticks(x_low, x_high)
    parts += [text(across(x), BOTTOM + 19, f"{x:,g}") for x in marked]
    parts += [text((LEFT + RIGHT) / 2, BOTTOM + 40, x_name), text(LEFT, TOP - 6, y_name, "start")]
    heights = apart([down(curve[-1][1]) for curve in curves.values()])
    for k, (label, curve) in enumerate(curves.items()):
        colour = COLOURS[k % len(COLOURS)]
        line = " ".join(f"{across(x):.1f},{down(y):.1f}" for x, y in curve)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{across(x):.1f}" cy="{down(y):.1f}" r="3" fill="{colour}"><title>{escape(label)}: {x:g}, {y:.4g}</title></circle>' for x, y in curve]
        parts += [f'<circle cx="{RIGHT + 18}" cy="{heights[k]:.1f}" r="4" fill="{colour}"/>', text(RIGHT + 28, heights[k] + 4, label, "start")]
    return "\n".join(parts) + "\n</svg>\n"
