"""The documents to send: orders with a number of lines, and the same bytes for peers that only store them."""

import json

BUYER = "9521001000000"
SELLER = "9521002000009"


def order(number, lines, supplier=None):
    """Returns an order without warnings, with about 85 bytes for each line."""
    items = [{"lineNumber": line + 1, "quantity": 4, "unitOfMeasure": "EA", "description": "Measured goods"}
             for line in range(lines)]
    header = {"buyer": {"identifiers": [{"identifier": BUYER}]},
              "supplier": {"identifiers": [supplier or {"identifier": SELLER}]},
              "orderDate": "2026-03-02", "orderIdentifier": number}
    return json.dumps({"type": "ORDER", "content": {"header": header, "items": items}}, separators=(",", ":"))


def parts(lines, supplier=None):
    """Returns the text before the number and the text after it."""
    return order("@", lines, supplier).split("@")
