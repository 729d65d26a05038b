"""Tables and plots of the measurements."""

import os
from statistics import median
from textwrap import fill

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REFERENCE = os.path.join(ROOT, "docs", "reference")
PAGE = os.path.join(REFERENCE, "benchmarks.md")
COLUMNS = 120
BEGINS, ENDS = "<!-- bench/run writes from here", "<!-- to here -->"

# Operation of tradepost, measure, peer, operation of the peer
RATIOS = (
    ("send, 35 lines", "rate", "redis", "send, 35 lines"),
    ("send, 35 lines", "processor time", "nginx", "send, 35 lines"),
    ("page of 25", "rate", "nginx", "page of 25"),
    ("page of 25", "processor time", "nginx", "page of 25"),
    ("empty poll", "rate", "nginx", "empty poll"),
    ("ping", "rate", "nginx", "ping"),
    ("report, bulks of 1,000", "rate", "redis", "send, 35 lines"),
)


def rates(turns):
    return [turn.rate for turn in turns]


def spread(values):
    return f"{median(values):,.0f} ({min(values):,.0f} to {max(values):,.0f})"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def all_measured(rows):
    for (what, whose), turns in rows.items():
        yield (what, whose, spread(rates(turns)), f"{median(turn.processor_us for turn in turns):.1f}",
               f"{median(turn.written_bytes for turn in turns):,.0f}", f"{median(turn.flushes for turn in turns):.3f}")


def ratio_rows(rows):
    """Returns the ratio of each turn. Both sides of a turn are measured one after the other."""
    values = {"rate": lambda turn: turn.rate, "processor time": lambda turn: turn.processor_us}
    for what, measure, peer, of in RATIOS:
        value, ours, theirs = values[measure], rows.get((what, "tradepost")), rows.get((of, peer))
        if not ours or not theirs:
            continue
        seen = [value(one) / value(other) for one, other in zip(ours, theirs)]
        places = 2 if measure == "rate" else 1
        middle, low, high = (f"{number:.{places}f}" for number in (median(seen), min(seen), max(seen)))
        yield (what, measure, peer if of == what else f"{peer}, {of}", f"{middle} ({low} to {high})")


def latency_rows(latencies):
    for row in latencies:
        yield (row["what"], f"{row['possible']['perSecond']:,}", f"{row['rate']:,}",
               *(f"{row['paced'][name] / 1000:.1f}" for name in ("p50Us", "p99Us", "p999Us", "longestUs")))


def text_of(rows, disk, latencies, when):
    parts = [fill(f"Measured on {when}. Rates a second: the median, the lowest and the highest turn. Processor time of "
                  "all threads and processes of a server, for each operation.", COLUMNS),
             table(("operation", "measure", "peer", "tradepost as a multiple of the peer"), ratio_rows(rows)),
             table(("operation", "server", "rate", "processor, µs", "bytes written", "flushes"), all_measured(rows)),
             fill(f"The disk alone writes and syncs {spread(disk)} documents of 3 KB a second, 64 at a time. NATS does "
                  "not sync each message; all others do before they answer.", COLUMNS)]
    if latencies:
        parts.append("`tradepost bench` at half of the highest rate, with 64 participants. A time counts from when the "
                     "request was due:\n\n" +
                     table(("operation", "highest rate", "rate", "p50, ms", "p99", "p99.9", "longest"),
                           latency_rows(latencies)))
    return "\n\n".join(parts) + "\n"


def plot(rows, what):
    """Draws the median rates as bars, with the spread as a line."""
    bars = sorted(((median(rates(turns)), min(rates(turns)), max(rates(turns)), whose)
                   for (of, whose), turns in rows.items() if of == what), reverse=True)
    widest, height, left = max(bar[2] for bar in bars), 26, 100
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="{height * len(bars) + 34}" '
             'font-family="sans-serif" font-size="13">',
             '<rect width="100%" height="100%" fill="#fff"/>',
             f'<text x="8" y="18" font-weight="bold">{what}, a second</text>']
    for place, (middle, low, high, whose) in enumerate(bars):
        y = 28 + place * height
        width, begin, end = (round(value / widest * 430) for value in (middle, low, high))
        color = "#1b6ac9" if whose == "tradepost" else "#9aa5b1"
        lines += [f'<text x="8" y="{y + 15}">{whose}</text>',
                  f'<rect x="{left}" y="{y + 2}" width="{width}" height="18" fill="{color}"/>',
                  f'<path d="M{left + begin} {y + 11}H{left + end}" stroke="#222"/>',
                  f'<text x="{left + max(width, end) + 6}" y="{y + 15}">{middle:,.0f}</text>']
    return "\n".join(lines + ["</svg>"]) + "\n"


def write_into_docs(text, rows):
    plots = {"send, 35 lines": "send.svg", "page of 25": "page.svg", "ping": "ping.svg"}
    folder = os.path.join(REFERENCE, "benchmarks")
    os.makedirs(folder, exist_ok=True)
    for what, name in plots.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(plot(rows, what))
    pictures = "\n".join(f"![{what}](benchmarks/{name})" for what, name in plots.items())
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    before, _, rest = page.partition(BEGINS)
    mark, _, rest = rest.partition("\n")
    after = rest.partition(ENDS)[2]
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(f"{before}{BEGINS}{mark}\n\n{text}\n{pictures}\n\n{ENDS}{after}")
