"""Why a call failed."""

from typing import Any, Dict, List, NamedTuple, Optional, Sequence


class Finding(NamedTuple):
    """A fault or a warning at one place of a document or of a request."""

    path: str  # content.items.0.quantity
    code: str  # for programs: invoice.item.identifiers.missing
    message: str  # for people


class ExchangeError(Exception):
    """The exchange answered, and refuses. `code` is for programs, `message` for people."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        detail_code: Optional[str] = None,
        findings: Sequence[Finding] = (),
        error_url: Optional[str] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ):
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.detail_code = detail_code
        self.findings = list(findings)
        self.error_url = error_url  # the page of the case that a rejection opened
        self.request_id = request_id  # the name of the request in the log of the exchange
        self.retry_after = retry_after  # seconds

    def __str__(self) -> str:
        lines = [f"{finding.path}: {finding.message}" for finding in self.findings]
        return "\n  ".join([self.message, *lines])


class NoAnswer(ConnectionError):
    """The exchange could not be reached within `retry_for`, or its answer was lost."""


class SignatureError(ValueError):
    """A webhook call that does not come from the exchange, or is too old."""


class Rejected(Exception):
    """A handler of `receive` raises it to report that the document could not be processed.

    The sender reads `reason`. `error_type` is "DATA" if the sender has to act, "INTERNAL" if you have to.
    """

    def __init__(self, reason: str, error_type: str = "DATA", context: Optional[Dict[str, str]] = None):
        super().__init__(reason)
        self.reason = reason
        self.error_type = error_type
        self.context = context


def findings_of(faults: Any) -> List[Finding]:
    return [Finding(fault["path"], fault["code"], fault["message"]) for fault in faults or []]
