"""Tables and plots of what was measured."""

import os
from statistics import median
from textwrap import fill

HOUSE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(HOUSE, "docs", "benchmarks.md")
COLUMNS = 120
BEGINS, ENDS = "<!-- bench/run writes from here", "<!-- to here -->"

# What, beside whom, and what is aimed at: the ratio of rates, and that of processor time.
AIMS = (
    ("send, 35 lines", "redis", 0.7, None),
    ("send, 35 lines", "nginx", None, 6),
    ("page of 25", "nginx", 0.6, 1.8),
    ("empty poll", "nginx", 0.8, None),
    ("ping", "nginx", 0.8, None),
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


def ratios(ours, peers):
    """Of the turns, pair by pair: both were measured a moment after each other."""
    return [one.rate / other.rate for one, other in zip(ours, peers)]


def all_aims(rows):
    for what, whose, rate, processor in AIMS:
        ours, peers = rows.get((what, "tradepost")), rows.get((what, whose))
        if not ours or not peers:
            continue
        if rate:
            seen = ratios(ours, peers)
            yield (what, f"{rate} of the rate of {whose}", f"{median(seen):.2f} ({min(seen):.2f} to {max(seen):.2f})",
                   "yes" if median(seen) >= rate else "no")
        if processor:
            seen = [one.processor_us / other.processor_us for one, other in zip(ours, peers)]
            yield (what, f"at most {processor} times the processor time of {whose}",
                   f"{median(seen):.1f} ({min(seen):.1f} to {max(seen):.1f})",
                   "yes" if median(seen) <= processor else "no")
    reports, adds = rows.get(("report, bulks of 1,000", "tradepost")), rows.get(("send, 35 lines", "redis"))
    if reports and adds:
        seen = ratios(reports, adds)
        yield ("report, bulks of 1,000", "as many as Redis has XADD",
               f"{median(seen):.2f} ({min(seen):.2f} to {max(seen):.2f})", "yes" if median(seen) >= 1 else "no")


def latency_rows(latencies):
    for row in latencies:
        yield (row["what"], f"{row['possible']['perSecond']:,}", f"{row['rate']:,}",
               *(f"{row['paced'][name] / 1000:.1f}" for name in ("p50Us", "p99Us", "p999Us", "longestUs")))


def text_of(rows, disk, latencies, when):
    parts = [fill(f"Measured on {when}. Rates a second: the median, the lowest and the highest turn. Processor time of "
                  "all threads and processes of a server, for each operation.", COLUMNS),
             table(("aim", "bound", "seen", "reached"), all_aims(rows)),
             table(("what", "whose", "rate", "processor, µs", "bytes written", "flushes"), all_measured(rows)),
             fill(f"The disk alone writes and syncs {spread(disk)} documents of 3 KB a second, 64 at a time. NATS does "
                  "not sync each message; all others do before they answer.", COLUMNS)]
    if latencies:
        parts.append("`tradepost bench` at half of the highest rate, with 64 participants. A time counts from when the "
                     "request was due:\n\n" +
                     table(("what", "highest rate", "rate", "p50, ms", "p99", "p99.9", "longest"),
                           latency_rows(latencies)))
    return "\n\n".join(parts) + "\n"


def plot(rows, what):
    """Bars of the median rates, with the spread as a line."""
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
    folder = os.path.join(HOUSE, "docs", "benchmarks")
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
