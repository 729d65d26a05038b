"""Measures the console's requests one by one: the lists of transactions with each filter."""

import time
import urllib.parse
from datetime import date, timedelta
from statistics import median

from report import table

TIMES = 20
BACK_PAGES = 20


def questions(partner, number):
    today = date.today()
    days = f"{today - timedelta(days=6)},{today}"
    long_ago = f"{today - timedelta(days=400)},{today - timedelta(days=300)}"
    return (
        ("everything", {}),
        ("type, all there are", {"type": "ORDER"}),
        ("type, none there is", {"type": "INVOICE"}),
        ("status, all there are", {"status": "PENDING"}),
        ("status, none there is", {"status": "FAILED"}),
        ("direction, none there is", {"direction": "received"}),
        ("number of one document", {"identifier": number}),
        ("number of none", {"identifier": "NOBODYS-NUMBER"}),
        ("partner", {"partner": partner}),
        ("days, all there are", {"created_between": days}),
        ("days, none there is", {"created_between": long_ago}),
        ("type, status and days", {"type": "INVOICE", "status": "FAILED", "created_between": days}),
        ("SSCC of none", {"sscc": "395210010000040007"}),
    )


def milliseconds(ask):
    taken = []
    for _ in range(TIMES):
        began = time.perf_counter()
        ask()
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def asked(ours, partner, number):
    """Requests as the participant that sent everything and as an operator. The first request of each reads the disk."""
    rows = []
    for whose, path, token in (("participant", "/v2/all-transactions", ours.token),
                               ("operator", "/admin/transactions", None)):
        def page(query):
            return ours.asks("GET", f"{path}?{urllib.parse.urlencode({'per_page': 25, **query})}", token=token)

        def row(what, query):
            taken = milliseconds(lambda: page(query))
            rows.append((what, whose, f"{median(taken):.1f}", f"{max(taken):.1f}"))
        for what, filters in questions(partner, number):
            row(what, {f"filter[{name}]": value for name, value in filters.items()})
        cursor = {}
        for _ in range(BACK_PAGES):
            cursor = {"cursor": page(cursor)["nextCursor"]}
        row(f"page {BACK_PAGES + 1}", cursor)
    return table(("question", "whose", "median, ms", "longest, ms"), rows)
