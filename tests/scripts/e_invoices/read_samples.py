"""Reads the e-invoices below a folder, and compares their amounts: read_samples.py BINARY FOLDER

The folder has sample files that others published: XML in UBL and CII, and PDF files. Each file with the root of an
e-invoice is a test: it must become a document, with the amounts that the XML has. Fields that only our documents need
are filled. The last line is `N passed, N failed`. Not a part of ./test, because the samples are not ours.
"""
import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from decimal import Decimal
from pathlib import Path

ATTACHMENTS = ("factur-x.xml", "zugferd-invoice.xml", "xrechnung.xml")
ROOTS = ("Invoice", "CreditNote", "CrossIndustryInvoice")
FILLS = [
    "header.shippingNoticeIdentifier=unknown", "header.shippingNoticeDate=@header.invoiceDate",
    "header.shippingNoticeDate=@header.creditNoteDate", "header.orderDate=@header.invoiceDate",
    "header.orderDate=@header.creditNoteDate", "header.orderIdentifier=unknown",
    "header.buyer.identifiers.0.identifier=unknown", "header.buyer.identifiers.0.domain=SENDER_INTERNAL",
    "header.supplier.identifiers.0.identifier=unknown", "header.supplier.identifiers.0.domain=SENDER_INTERNAL",
    "items.identifiers.0.identifier=@items.description", "items.identifiers.0.domain=SUPPLIER",
]
# Each amount of a summary, and the element that has it in UBL and in CII.
AMOUNTS = {
    "netAmount": ("LegalMonetaryTotal/TaxExclusiveAmount", "TaxBasisTotalAmount"),
    "grossAmount": ("LegalMonetaryTotal/TaxInclusiveAmount", "GrandTotalAmount"),
    "dueAmount": ("LegalMonetaryTotal/PayableAmount", "DuePayableAmount"),
    "subtotalAmount": ("LegalMonetaryTotal/LineExtensionAmount", "LineTotalAmount"),
    "totalAllowances": ("LegalMonetaryTotal/AllowanceTotalAmount", "AllowanceTotalAmount"),
    "totalCharges": ("LegalMonetaryTotal/ChargeTotalAmount", "ChargeTotalAmount"),
}


def plain(element):
    """Removes the namespaces of an element and of its descendants."""
    for one in element.iter():
        one.tag = one.tag.rsplit("}", 1)[-1]
    return element


def amounts_of(root):
    if root.tag == "CrossIndustryInvoice":
        sums = root.find(".//SpecifiedTradeSettlementHeaderMonetarySummation")
        found = {name: sums.findtext(element) for name, (_, element) in AMOUNTS.items()}
    else:
        found = {name: root.findtext(path) for name, (path, _) in AMOUNTS.items()}
    return {name: Decimal(text.strip()) for name, text in found.items() if text}


def lines_of(root):
    if root.tag == "CrossIndustryInvoice":
        return [line.findtext(".//LineTotalAmount") for line in root.iter("IncludedSupplyChainTradeLineItem")]
    return [line.findtext("LineExtensionAmount") for line in [*root.iter("InvoiceLine"), *root.iter("CreditNoteLine")]]


def xml_of(file, folder):
    """Returns the root of the e-invoice in a file, or None."""
    if file.suffix == ".pdf":
        subprocess.run(["pdfdetach", "-saveall", "-o", folder, str(file)], capture_output=True, check=False)
        attached = [Path(folder) / name for name in ATTACHMENTS if (Path(folder) / name).exists()]
        if not attached:
            return None
        file = attached[0]
    try:
        root = plain(ElementTree.parse(file).getroot())
    except ElementTree.ParseError:
        return None
    return root if root.tag in ROOTS else None


def faults_of(binary, file, root):
    options = [word for fill in FILLS for word in ("--fill", fill)]
    run = subprocess.run([binary, "convert", "--to", "json", *options, str(file)], capture_output=True, text=True,
                         check=False)
    if run.returncode != 0:
        return run.stderr.splitlines()
    content = json.loads(run.stdout, parse_float=Decimal, parse_int=Decimal)["content"]
    faults = [f"{name}: {amount} became {content['summary'].get(name)}" for name, amount in amounts_of(root).items()
              if content["summary"].get(name, Decimal(0)) != amount]
    lines = lines_of(root)
    count = sum(1 + len(item.get("subItems", [])) for item in content["items"])
    if count < len(lines):
        faults.append(f"{len(lines)} lines became {count}")
    return faults


def main():
    binary, samples = sys.argv[1], Path(sys.argv[2])
    passed = failed = 0
    for file in sorted([*samples.rglob("*.xml"), *samples.rglob("*.pdf")]):
        with tempfile.TemporaryDirectory() as folder:
            root = xml_of(file, folder)
        if root is None:
            continue
        faults = faults_of(binary, file, root)
        passed, failed = passed + (not faults), failed + bool(faults)
        if faults:
            print(f"{file.relative_to(samples)}:", *faults[:4], sep="\n  ")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
