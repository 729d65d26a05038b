"""Verifies the calls of a webhook."""

import hashlib
import hmac
import time
from typing import TYPE_CHECKING, Iterable, Mapping, Optional, Union

from .errors import SignatureError
from .json_text import JsonError, read_json

if TYPE_CHECKING:
    from .documents import AnyWebhookEvent

TOLERANCE_SECONDS = 300


def verify_webhook(
    secret: Union[str, Iterable[str]],
    headers: Mapping[str, str],
    body: Union[str, bytes],
    now: Optional[float] = None,
    tolerance: float = TOLERANCE_SECONDS,
) -> "AnyWebhookEvent":
    """The event of a call. SignatureError if no secret signed it, or its timestamp is too far from `now`.

    `body` is the body as it was received. While a secret is replaced, give the old and the new one.
    """
    given = {name.lower(): value for name, value in headers.items()}
    timestamp = given.get("tradepost-timestamp", "")
    signature = given.get("tradepost-signature", "").encode("utf-8", "replace")
    body = body.encode("utf-8") if isinstance(body, str) else body
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(secrets):
        raise ValueError("A secret of the webhook is needed.")
    signed = timestamp.encode("utf-8", "replace") + b"." + body
    is_known = False
    for key in secrets:  # all of them, so that the time says nothing about them
        digest = hmac.new(key.encode("utf-8"), signed, hashlib.sha256).hexdigest()
        is_known |= hmac.compare_digest(f"v1={digest}".encode(), signature)
    if not is_known:
        raise SignatureError("The signature of the webhook call is wrong.")
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise SignatureError("The timestamp of the webhook call is not a number.")
    if abs((time.time() if now is None else now) - int(timestamp[:20])) > tolerance:
        raise SignatureError("The webhook call is too old, or its clock or yours is wrong.")
    try:
        event: "AnyWebhookEvent" = read_json(body)
        return event
    except JsonError as error:
        raise SignatureError(f"The body of the webhook call is not JSON. {error}") from None
