"""Compares the results of the official rules with ours: verdicts.py FOLDER FORM STYLESHEET…

FOLDER/FORM-STYLESHEET-good and -bad have the results for converted and for refused documents.
"""
import re
import sys
from collections import Counter
from pathlib import Path

ASSERT = re.compile(r"<svrl:failed-assert([^>]*)>")


def broken_in(file):
    """Returns the fatal rules that a document breaks."""
    broken = set()
    for attributes in ASSERT.findall(file.read_text(encoding="utf-8")):
        rule = re.search(r'\bid="([^"]*)"', attributes)
        flag = re.search(r'\b(?:flag|role)="([^"]*)"', attributes)
        if flag is None or flag[1] in ("fatal", "error"):
            broken.add(rule[1] if rule else "unnamed")
    return broken


def main():
    folder, form, stylesheets = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    converted, errors = sorted((folder / form).glob("*.xml")), Counter()
    for stylesheet in stylesheets:
        for file in converted:
            errors.update(broken_in(folder / f"{form}-{stylesheet}-good" / file.name))
    refused = sorted((folder / f"{form}-refused").glob("*.rules"))
    confirmed, unconfirmed = 0, Counter()
    for file in refused:
        broken = set()
        for stylesheet in stylesheets:
            broken |= broken_in(folder / f"{form}-{stylesheet}-bad" / f"{file.stem}.xml")
        others = set(file.read_text(encoding="utf-8").split()) - broken
        confirmed += not others
        unconfirmed.update(others)
    print(f"{form}: {len(converted)} converted, {sum(errors.values())} errors {dict(errors)}; "
          f"{len(refused)} refused, {confirmed} confirmed, unconfirmed {dict(unconfirmed)}")
    return 1 if errors or unconfirmed else 0


if __name__ == "__main__":
    sys.exit(main())
