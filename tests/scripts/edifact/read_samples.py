#!/usr/bin/env python3
"""Reads messages of others, and compares the documents with what the segments state.

    python3 tests/scripts/edifact/read_samples.py build/release/tradepost FOLDER

FOLDER has *.edi files, which the project does not keep. Samples are often edited by hand, so UNT and UNZ are counted
again. Fields that the contract demands and a sample lacks get a value by --fill.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

FILLS = [
    "header.shippingNoticeIdentifier=MISSING",
    "header.shippingNoticeDate=@header.invoiceDate",
    "header.orderIdentifier=MISSING",
    "header.orderDate=@header.invoiceDate",
    "header.orderDate=1970-01-01",
    "header.invoiceDate=1970-01-01",
    "header.creditNoteDate=1970-01-01",
    "header.shippingNoticeDate=1970-01-01",
    "header.orderResponseDate=1970-01-01",
    "header.receivalDate=1970-01-01",
    "header.inventoryReportDate=1970-01-01",
    "header.salesReportDate=1970-01-01",
    "header.technicalSender.identifiers.0.identifier=MISSING",
    "header.technicalRecipient.identifiers.0.identifier=MISSING",
    "header.finalRecipient.identifiers.0.identifier=MISSING",
    "transportUnits.items.orderedQuantity=@transportUnits.items.shippedQuantity",
    "transportUnits.transportUnits.items.orderedQuantity=@transportUnits.transportUnits.items.shippedQuantity",
    "header.buyer.identifiers.0.identifier=MISSING",
    "header.supplier.identifiers.0.identifier=MISSING",
    "header.customer.identifiers.0.identifier=MISSING",
    "header.warehouse.identifiers.0.identifier=MISSING",
    "header.goodsOwner.identifiers.0.identifier=MISSING",
    "items.identifiers.0.identifier=MISSING",
    "items.quantity=1",
    "items.packagingUnits.quantity=1",
    "items.subItems.quantity=1",
    "items.unitPrice=0",
    "items.tax.percentage=0",
    "summary.dueAmount=@summary.grossAmount",
    "summary.dueAmount=0",
    "summary.tax.total=0",
    "summary.tax.items.category=S",
    "summary.tax.items.description=VAT",
    "summary.tax.items.percentage=0",
    "summary.tax.items.taxAmount=0",
    "summary.tax.items.taxableAmount=0",
]
QUANTITIES = {"ORDERS": "21", "ORDCHG": "21", "INVOIC": "47", "DESADV": "12", "RECADV": "48"}
FIELDS = {"ORDERS": "quantity", "ORDCHG": "quantity", "INVOIC": "quantity", "DESADV": "shippedQuantity",
          "RECADV": "receivedQuantity"}


def segments_of(text):
    """Splits an interchange into segments of elements of components."""
    component, element, release, end = ":", "+", "?", "'"
    if text.startswith("UNA"):
        component, element, release, end = text[3], text[4], text[6], text[8]
        text = text[9:]
    segments, elements, components, value = [], [], [], ""
    at = 0
    while at < len(text):
        letter = text[at]
        if letter == release and release != " " and at + 1 < len(text):
            at += 1
            value += text[at]
        elif letter in (component, element, end):
            components.append(value)
            value = ""
            if letter != component:
                elements.append(components)
                components = []
            if letter == end:
                segments.append(elements)
                elements = []
        elif letter not in "\r\n" and (value or components or elements or letter != " "):
            value += letter
        at += 1
    return [segment for segment in segments if segment and segment[0][0].strip()]


def written(segments):
    def escaped(text):
        return re.sub(r"([+:'?])", r"?\1", text)

    return "".join("+".join(":".join(map(escaped, part)) for part in segment) + "'" for segment in segments)


def messages_of(segments):
    """Yields each message with the head of its interchange."""
    head, message = None, None
    for segment in segments:
        tag = segment[0][0]
        if tag == "UNB":
            head = segment
        elif tag == "UNH":
            message = [segment]
        elif tag == "UNT" and message is not None:
            yield head, message
            message = None
        elif message is not None:
            message.append(segment)


def component(segment, element, number=1):
    try:
        return segment[element][number - 1]
    except IndexError:
        return ""


def decimal_of(text, mark):
    return float(text.replace(mark, ".").replace(",", ".") or "nan")


def lines_of(content):
    for item in content.get("items", []):
        yield item
        yield from item.get("subItems", [])
    for unit in content.get("transportUnits", []):
        yield from lines_of(unit)


def differences(message, content, mark):
    kind = component(message[0], 2)
    found = []
    number = component(next(s for s in message if s[0][0] == "BGM"), 2)
    if number and number not in [value for value in content["header"].values() if isinstance(value, str)]:
        found.append(f"the number {number}")
    for qualifier in ("BY", "SU"):
        parties = [s for s in message if s[0][0] == "NAD" and component(s, 1) == qualifier]
        number = component(parties[0], 2) if parties else ""
        agency = component(parties[0], 2, 3) if parties else ""
        if number and agency == "9" and number not in json.dumps(content["header"]):
            found.append(f"the party {number}")
    wanted, field = QUANTITIES.get(kind), FIELDS.get(kind)
    stated = [decimal_of(component(s, 1, 2), mark) for s in message if s[0][0] == "QTY" and component(s, 1) == wanted]
    lines = sum(1 for s in message if s[0][0] == "LIN")
    read = [float(line[field]) for line in lines_of(content) if field in line] if field else []
    if field and len(stated) == lines and sorted(stated) != sorted(read):
        found.append(f"the quantities {stated[:5]}, not {read[:5]}")
    for qualifier, name in (("9", "dueAmount"),):
        end = next((i for i, s in enumerate(message) if s[0][0] == "UNS"), None)
        sums = [s for s in message[end:] if s[0][0] == "MOA" and component(s, 1) == qualifier] if end else []
        if sums and kind in ("ORDERS", "INVOIC"):
            stated_sum = decimal_of(component(sums[0], 1, 2), mark)
            if abs(float(content["summary"][name]) - stated_sum) > 1e-9:
                found.append(f"the amount {stated_sum}")
    return found


def convert(binary, head, message, mark):
    reference = component(head, 5) or "1"
    unt = [["UNT"], [str(len(message) + 1)], [component(message[0], 1)]]
    text = written([head] + message + [unt, [["UNZ"], ["1"], [reference]]])
    charset = "utf-8" if component(head, 1) in ("UNOW", "UNOY") else "latin-1"
    una = f"UNA:+{mark}? '"
    with tempfile.NamedTemporaryFile(suffix=".edi") as file:
        file.write((una + text).encode(charset, "replace"))
        file.flush()
        answers = ["header.type=CHANGE"] if component(message[0], 2) == "ORDRSP" else []
        fills = [word for fill in FILLS + answers for word in ("--fill", fill)]
        return subprocess.run([binary, "convert", "--to", "json", *fills, file.name], capture_output=True, text=True)


def main():
    binary, folder = sys.argv[1:]
    read, refused, wrong, senders = 0, 0, 0, {}
    for path in sorted(pathlib.Path(folder).glob("*.edi")):
        raw = path.read_bytes()
        charset = "utf-8" if re.search(rb"UNB.UNO[WY]", raw) else "latin-1"
        text = raw.decode(charset, "replace").strip()
        mark = text[5] if text.startswith("UNA") else "."
        for head, message in messages_of(segments_of(text)):
            tags = {segment[0][0] for segment in message}
            if head is None or not {"BGM", "LIN"} <= tags and not {"BGM", "DOC"} <= tags:
                continue
            ended = convert(binary, head, message, mark)
            if ended.returncode != 0:
                refused += 1
                print(f"{path.name}: {component(message[0], 2)}: {ended.stderr.strip().splitlines()[0][-140:]}")
                continue
            read += 1
            sender = component(head, 2)
            senders[sender] = senders.get(sender, 0) + 1
            found = differences(message, json.loads(ended.stdout)["content"], mark)
            wrong += bool(found)
            for one in found:
                print(f"{path.name}: {component(message[0], 2)}: {one}")
    print(f"{read} messages of {len(senders)} senders are read, {wrong} with a difference; {refused} are refused")


if __name__ == "__main__":
    main()
