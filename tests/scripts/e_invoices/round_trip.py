"""Converts documents to a form and back, and compares: round_trip.py BINARY DOCUMENTS.jsonl FORM…

A form must carry each value of a document, or name it as a loss. A summary may be added. The last line is
`N passed, N failed`; each converted document of each form is a test.
"""
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from decimal import Decimal
from pathlib import Path


def read(text):
    return json.loads(text, parse_float=Decimal, parse_int=Decimal)


def leaves(value, path=""):
    """Yields the path and the value of each text, number and flag."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from leaves(member, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from leaves(element, f"{path}.{index}")
    elif value is not None:
        yield path, value


def is_default(path, value):
    return path.endswith(".domain") and value == "GS1"


def differences(sent, came, lost):
    before, after = dict(leaves(sent)), dict(leaves(came))
    found = [f"{path}: {value!r} became {after.get(path)!r}" for path, value in before.items()
             if path not in lost and not is_default(path, value) and after.get(path) != value]
    has_summary = "summary" in sent["content"]
    return found + [f"{path}: {value!r} was added" for path, value in after.items()
                    if path not in before and not is_default(path, value)
                    and (has_summary or not path.startswith("content.summary."))]


def convert(binary, form, folder, files):
    """Returns the losses of each line of a file."""
    run = subprocess.run([binary, "convert", "--losses", "--to", form, "--out", folder, *files],
                         capture_output=True, text=True, check=False)
    lost = defaultdict(set)
    for line, path in re.findall(r"^\S*:(\d+): (content\.\S+): ", run.stderr, re.MULTILINE):
        lost[int(line)].add(path)
    return lost


def failures_of(binary, documents, form, folder):
    """Returns the numbers of passed and of failed documents."""
    out, back = Path(folder) / form, Path(folder) / f"{form}-back"
    lost = convert(binary, form, out, [documents])
    written = sorted(out.iterdir())
    convert(binary, "json", back, written)
    sent = [read(line) for line in Path(documents).read_text(encoding="utf-8").splitlines()]
    failed = 0
    for file in written:
        line = int(file.stem.rsplit("-", 1)[1])
        came = back / f"{file.stem}.json"
        found = ["it could not be read"]
        if came.exists():
            found = differences(sent[line - 1], read(came.read_text(encoding="utf-8")), lost[line])
        if found:
            failed += 1
            print(f"{form}, document {line}:", *found[:5], sep="\n  ")
    return len(written) - failed, failed


def main():
    binary, documents, forms = sys.argv[1], sys.argv[2], sys.argv[3:]
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for form in forms:
            good, bad = failures_of(binary, documents, form, folder)
            passed, failed = passed + good, failed + bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
