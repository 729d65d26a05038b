"""The documents that are sent: orders of a number of lines, and the same bytes for those that only keep them."""

import json

BUYER = "9521001000000"
SELLER = "9521002000009"


def order(number, lines, supplier=None):
    """Without a warning, and about 85 bytes a line."""
    items = [{"lineNumber": line + 1, "quantity": 4, "unitOfMeasure": "EA", "description": "Measured goods"}
             for line in range(lines)]
    header = {"buyer": {"identifiers": [{"identifier": BUYER}]},
              "supplier": {"identifiers": [supplier or {"identifier": SELLER}]},
              "orderDate": "2026-03-02", "orderIdentifier": number}
    return json.dumps({"type": "ORDER", "content": {"header": header, "items": items}}, separators=(",", ":"))


def parts(lines, supplier=None):
    """What stands before and after the number."""
    return order("@", lines, supplier).split("@")
