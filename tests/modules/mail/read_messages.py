"""Compares messages with the reading of Python's email package.

Each line has the fields of a message and then its MIME text, all as base64url without padding.
Prints each difference, and exits with 1 if there is one.
"""

import base64
import email
import email.policy
import re
import sys

FIELDS = ["id", "date_ms", "from_name", "from", "to_name", "to", "subject", "text", "html", "url"]


def decoded(word):
    return base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))


def shown(text):
    return re.sub("[\x00-\x1f\x7f]", " ", text)


def name_of(text):
    """Python 3.11 changes white space in display names, also between two encoded words."""
    return re.sub("[\x00-\x20\x7f]", "", text)


def body_of(message, kind):
    part = message.get_body((kind,))
    return None if part is None else part.get_content().replace("\r\n", "\n")


def lines_of(text):
    lines = re.split("\r\n|\r|\n", text)
    if lines[-1] == "":
        lines.pop()
    return "".join(line + "\n" for line in lines)


def mailbox(header):
    (address,) = header.addresses
    return name_of(address.display_name), address.addr_spec


def read(mime):
    """Returns the fields that the message shows."""
    message = email.message_from_bytes(mime, policy=email.policy.default)
    defects = [str(d) for part in message.walk() for d in part.defects]
    defects += [f"{name}: {d}" for name, value in message.items() for d in value.defects]
    name, address = mailbox(message["From"])
    to_name, to_address = mailbox(message["To"])
    url = message["List-Unsubscribe"]
    return {
        "id": message["Message-ID"],
        "date_ms": int(message["Date"].datetime.timestamp()) * 1000,
        "from_name": name,
        "from": address,
        "to_name": to_name,
        "to": to_address,
        "subject": message["Subject"],
        "text": body_of(message, "plain"),
        "html": body_of(message, "html"),
        "url": None if url is None else url.strip("<>"),
        "defects": defects,
        "long_lines": [line for line in mime.split(b"\r\n") if len(line) > 76],
        "automatic": message["Auto-Submitted"],
        "headers": len(message.keys()),
    }


def expected(given):
    has_url = given["url"] != ""
    return {
        "id": "<%s@%s>" % (given["id"], given["from"].split("@")[1]),
        "date_ms": int(given["date_ms"]) // 1000 * 1000,
        "from_name": name_of(given["from_name"]),
        "from": given["from"],
        "to_name": name_of(given["to_name"]),
        "to": given["to"],
        "subject": shown(given["subject"]),
        "text": lines_of(given["text"]),
        "html": lines_of(given["html"]) if given["html"] else None,
        "url": given["url"] if has_url else None,
        "defects": [],
        "long_lines": [],
        "automatic": "auto-generated",
        "headers": 8 + (0 if given["html"] else 1) + (2 if has_url else 0),
    }


def main():
    count = 0
    faults = 0
    for line in sys.stdin:
        *words, mime = [decoded(word) for word in line.rstrip("\n").split(" ")]
        given = dict(zip(FIELDS, [word.decode() for word in words], strict=True))
        found, wanted = read(mime), expected(given)
        for field, value in wanted.items():
            if found[field] != value:
                faults += 1
                print(f"message {count}, {field}: {found[field]!r} instead of {value!r}")
        count += 1
    print(f"{count} messages, {faults} faults")
    return 0 if count > 0 and faults == 0 else 1


sys.exit(main())
