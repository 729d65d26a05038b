"""Measures the console's requests one by one: the lists of transactions with each filter."""

import time
import urllib.parse
from datetime import date, timedelta
from statistics import median

from report import table

TIMES = 20
BACK_PAGES = 20
CASES = 10_000


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
        ("beginning of the numbers of 1,111", {"identifier_prefix": "G1-77"}),
        ("beginning of none", {"identifier_prefix": "NOBODYS-"}),
        ("partner", {"partner": partner}),
        ("days, all there are", {"created_between": days}),
        ("days, none there is", {"created_between": long_ago}),
        ("type, status and days", {"type": "INVOICE", "status": "FAILED", "created_between": days}),
        ("SSCC of none", {"sscc": "395210010000040007"}),
    )


def questions_of_cases(partner):
    return (
        ("cases", {}),
        ("cases, own turn", {"status": "open", "turn": "own"}),
        ("cases, turn of others", {"status": "open", "turn": "others"}),
        ("cases, type, none there is", {"type": "INVOICE"}),
        ("cases, partner of none", {"partner": partner}),
    )


def post_cases(ours):
    for number in range(CASES):
        ours.asks("POST", "/v2/errors", {"errorReason": f"Price {number} is missing.", "transactionType": "ORDER"},
                  token=ours.token)


def milliseconds(ask):
    taken = []
    for _ in range(TIMES):
        began = time.perf_counter()
        ask()
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def asked(ours, partner, number, order):
    """Requests as the participant that sent everything and as an operator. The first request of each reads the disk."""
    rows = []
    for whose, path, cases, token in (("participant", "/v2/all-transactions", "/v2/errors", ours.token),
                                      ("operator", "/admin/transactions", "/admin/cases", None)):
        def page(query, of=path):
            return ours.asks("GET", f"{of}?{urllib.parse.urlencode({'per_page': 25, **query})}", token=token)

        def row(what, query, of=path):
            taken = milliseconds(lambda: page(query, of))
            rows.append((what, whose, f"{median(taken):.1f}", f"{max(taken):.1f}"))
        for of, asked_of in ((path, questions(partner, number)), (cases, questions_of_cases(partner))):
            for what, filters in asked_of:
                row(what, {f"filter[{name}]": value for name, value in filters.items()}, of)
        row("related of an order", {}, f"{path}/{order}/related")
        cursor = {}
        for _ in range(BACK_PAGES):
            cursor = {"cursor": page(cursor)["nextCursor"]}
        row(f"page {BACK_PAGES + 1}", cursor)
    return table(("question", "whose", "median, ms", "longest, ms"), rows)
