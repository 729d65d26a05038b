"""One participant's access to an exchange."""

import uuid
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Generic,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    TypeVar,
    Union,
)
from urllib.parse import quote, urlencode

from .connection import WAIT_MAX, Answer, Connection, Stop, StopSignal, Stopped, error_of, no_exchange
from .errors import ExchangeError, Finding, Rejected, findings_of
from .json_text import JsonError, read_json, read_page, write_json

if TYPE_CHECKING:
    from .documents import Case, CaseHead, Event, IncomingTransaction, ParticipantName, Transaction

REPORTS_MAX = 1_000  # of one bulk
REPORT_TEXT_MAX = 1 << 20  # characters of its reasons and contexts

Sendable = Union[Mapping[str, Any], str, bytes]  # a text is sent as it is
T = TypeVar("T")


@dataclass(frozen=True)
class Listed(Generic[T]):
    """An item of a list. Every number in `document` is a Decimal."""

    id: str
    document: T  # {"type": …, "content": …, "isLatestVersion": …}
    text: str  # the item, byte for byte as the exchange gave it


@dataclass(frozen=True)
class Sent:
    id: str  # of the transaction; of a duplicate, the one that was there
    is_held: bool  # until the recipient accepts the sender as a partner
    is_duplicate: bool  # the exchange had the document before this call
    warnings: List[Finding]


@dataclass(frozen=True)
class Validation:
    is_valid: bool
    fault_count: int  # of which at most 1,000 are named
    findings: List[Finding]
    warnings: List[Finding]
    recipient: "Optional[ParticipantName]"


@dataclass(frozen=True)
class Report:
    """The result of a document in the recipient's own system."""

    id: str
    success: bool = True
    reason: Optional[str] = None  # why it failed: the sender's clerk reads this
    error_type: Optional[str] = None  # DATA: the sender has to act; INTERNAL: the recipient
    context: Mapping[str, str] = field(default_factory=dict)

    def body(self) -> Dict[str, Any]:
        given = {"reason": self.reason, "errorType": self.error_type, "errorContext": dict(self.context or {})}
        return {"success": self.success, **{name: value for name, value in given.items() if value}}

    def size(self) -> int:
        return len(self.reason or "") + sum(len(name) + len(text) for name, text in (self.context or {}).items())


@dataclass
class Reported:
    """The answer to a report."""

    id: str
    is_taken: bool = False
    code: Optional[str] = None  # if it was not taken: unknown, conflict or malformed
    message: str = ""
    error_url: Optional[str] = None  # the page of the case that a failure opened


class Exchange:
    """Calls to an exchange, over one connection. One thread at a time.

    A call that fails because the exchange is busy or unreachable is repeated for `retry_for` seconds, if a repeat
    changes nothing more. `timeout` is the longest silence of a connection. `ca_file` has trusted authorities as PEM.
    `plain_http` allows http:// to another machine. `field_word` is the word in platformTransactionId.
    `on_pause(why, seconds)` is called before a call is repeated.
    """

    def __init__(
        self,
        url: str,
        token: str,
        *,
        retry_for: float = 30,
        timeout: float = 60,
        connect_timeout: float = 10,
        ca_file: Optional[str] = None,
        plain_http: bool = False,
        field_word: str = "platform",
        user_agent: str = "tradepost-python/0.9.0",
        on_pause: Optional[Callable[[str, float], Any]] = None,
    ):
        if not token or not all("!" <= character <= "~" for character in token):
            raise ValueError("The token of a participant is needed: tp_live_… or tp_test_….")
        self._id_name = field_word + "TransactionId"
        self._connection = Connection(
            url,
            {"Authorization": f"Bearer {token}", "User-Agent": user_agent},
            retry_for=retry_for,
            timeout=timeout,
            connect_timeout=connect_timeout,
            ca_file=ca_file,
            plain_http=plain_http,
            on_pause=on_pause,
        )

    def __enter__(self) -> "Exchange":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def ask(self, method: str, path: str, body: Any = None, *, is_repeatable: bool = True) -> Any:
        """The answer to any request of the interface, as JSON; None if it has no body.

        `is_repeatable` is False if a repeat of the request would have another effect.
        """
        data = None if body is None else write_json(body).encode()
        return self._read(self._connection.ask(method, path, data, is_repeatable=is_repeatable))

    def ping(self) -> None:
        """Returns if the URL and the token are good."""
        self.ask("GET", "/v2/ping")

    # Sending

    def send(self, document: Sendable, type: Optional[str] = None, key: Optional[str] = None) -> Sent:
        """Sends {"type": …, "content": …}, or the content alone if `type` is given. A text is sent as it is.

        A duplicate is no error. `key` is the Idempotency-Key of all tries: best the id of the export in your system.
        """
        if key is not None and not (0 < len(key) < 256 and key.isascii() and key.isprintable()):
            raise ValueError("A key has 1 to 255 printable ASCII characters.")
        headers = {} if key is None else {"Idempotency-Key": key}
        answer = self._connection.ask("POST", "/v2/transactions", _body_of(document, type), headers)
        said = self._said(answer)
        id = said.get(self._id_name) if isinstance(said, dict) else None
        if id and answer.status in (201, 202):
            return Sent(id, answer.status == 202, False, findings_of(said.get("warnings")))
        if id and answer.status == 400:
            # If this answers a repeat, the first attempt arrived and its answer was lost.
            return Sent(id, False, answer.attempts == 1, [])
        raise error_of(answer, said) if answer.status >= 300 else no_exchange(answer)

    def send_all(
        self,
        documents: Iterable[Sendable],
        type: Optional[str] = None,
        key: Optional[Callable[[Any], str]] = None,
    ) -> List[Union[Sent, ExchangeError]]:
        """One result for each document, in their order. A refused document does not keep the others.

        If the exchange is unreachable or busy, the error ends the call: the whole call may be repeated.
        """
        results: List[Union[Sent, ExchangeError]] = []
        for document in documents:
            try:
                results.append(self.send(document, type, key and key(document)))
            except ExchangeError as error:
                if error.status in (401, 403, 429) or error.status >= 500:
                    raise
                results.append(error)
        return results

    def validate(self, document: Sendable, type: Optional[str] = None) -> Validation:
        """What `send` would say, without sending."""
        said = self._read(self._connection.ask("POST", "/v2/transactions/validate", _body_of(document, type)))
        return Validation(
            said["valid"],
            int(said["faultCount"]),
            findings_of(said["faults"]),
            findings_of(said["warnings"]),
            said["recipient"],
        )

    # Receiving

    def pending(
        self, type: Optional[str] = None, *, per_page: int = 100, wait: float = 0, stop: StopSignal = None
    ) -> "Iterator[Listed[IncomingTransaction]]":
        """All documents that wait for a report, oldest first. Reading changes nothing.

        If there is none, the call waits up to `wait` seconds for the first, 60 at most. `stop` ends the walk.
        """
        signal = None if stop is None else Stop(stop)
        try:
            yield from self._walk("/v2/transactions", per_page, {"type": type}, min(wait, WAIT_MAX), signal)
        except Stopped:
            return

    def report(
        self,
        id: str,
        success: bool = True,
        reason: Optional[str] = None,
        error_type: Optional[str] = None,
        context: Optional[Mapping[str, str]] = None,
    ) -> Reported:
        """A document that was reported on is not pending any more. Store it before."""
        body = Report(id, success, reason, error_type, context or {}).body()
        said = self.ask("POST", f"/v2/transactions/{quote(id, safe='')}", body)["data"]
        return Reported(id, True, None, said["message"], said.get("errorUrl"))

    def report_all(self, reports: Iterable[Union[str, Report]]) -> List[Reported]:
        """Reports in bulks; an id alone is a success. One result for each, in their order.

        A report that is not taken does not keep the others. After an error, the whole call may be repeated.
        """
        given = [Report(report) if isinstance(report, str) else report for report in reports]
        results = [Reported(report.id) for report in given]
        begin = 0
        while begin < len(given):
            end, size = begin, 0
            while end < len(given) and end - begin < REPORTS_MAX and size <= REPORT_TEXT_MAX:
                size += given[end].size()
                end += 1
            self._report_bulk(list(zip(given[begin:end], results[begin:end])))
            begin = end
        return results

    def receive(
        self,
        handler: "Callable[[Listed[IncomingTransaction]], Any]",
        *,
        type: Optional[str] = None,
        wait: float = 20,
        once: bool = False,
        stop: StopSignal = None,
        per_page: int = 100,
    ) -> int:
        """Calls `handler` for each pending document and reports it, until `stop`; with `once`, until none is pending.

        If the handler returns, the document is reported as processed. If it raises Rejected, the document is reported
        as failed. Any other error ends the loop without a report, and the document comes again. The result is the
        number of reported documents.
        """
        signal = Stop(stop)
        reported = 0
        while not signal.is_set():
            seen, before = False, reported
            for listed in self.pending(type, per_page=per_page, wait=0 if once else wait, stop=stop):
                if signal.is_set():
                    break
                seen = True
                if listed.document["isLatestVersion"]:
                    self._handle(handler, listed)
                    reported += 1
            if reported == before and once:
                break
            if reported == before and seen:
                signal.wait(1)  # superseded documents only: they leave the queue by themselves
        return reported

    # History

    def all_transactions(self, *, per_page: int = 100, **filters: Optional[str]) -> "Iterator[Listed[Transaction]]":
        """Documents that were sent or received, newest first.

        Filters: type, flow, status, created_between ("2026-01-01,2026-01-31"), direction, identifier, partner, sscc.
        """
        return self._walk("/v2/all-transactions", per_page, filters)

    def transaction(self, id: str) -> "Transaction":
        found: "Transaction" = self.ask("GET", f"/v2/all-transactions/{quote(id, safe='')}")["data"]
        return found

    def events(self, id: str) -> "Iterator[Event]":
        """What happened to a transaction."""
        for page, _ in self._pages(f"/v2/all-transactions/{quote(id, safe='')}/events", 100, {}):
            yield from page["items"]

    def requeue(self, id: str) -> str:
        """Delivers the latest version once more; the id of the new transaction."""
        path = f"/v2/all-transactions/{quote(id, safe='')}/requeue"
        answer = self._connection.ask("POST", path, None, {"Idempotency-Key": str(uuid.uuid4())})
        return str(self._read(answer)[self._id_name])

    # Cases

    def cases(self, status: Optional[str] = None, *, per_page: int = 100) -> "Iterator[CaseHead]":
        """All cases in which you take part, newest first. `status` is open or resolved."""
        for page, _ in self._pages("/v2/errors", per_page, {"status": status}):
            yield from page["items"]

    def find_case(self, id: str) -> "Case":
        found: "Case" = self.ask("GET", f"/v2/errors/{quote(id, safe='')}")["data"]
        return found

    def comment_on_case(self, id: str, comment: str) -> "Case":
        return self._change_case(id, {"comment": comment})

    def resolve_case(self, id: str, comment: Optional[str] = None) -> "Case":
        return self._change_case(id, {"status": "resolved", **({"comment": comment} if comment else {})})

    # The parts of these calls

    def _change_case(self, id: str, change: Dict[str, str]) -> "Case":
        # A repeated comment would be kept twice.
        path = f"/v2/errors/{quote(id, safe='')}"
        changed: "Case" = self.ask("PATCH", path, change, is_repeatable="comment" not in change)["data"]
        return changed

    def _handle(self, handler: Callable[[Any], Any], listed: "Listed[IncomingTransaction]") -> None:
        try:
            handler(listed)
        except Rejected as rejected:
            self.report(listed.id, False, rejected.reason, rejected.error_type, rejected.context)
        else:
            self.report(listed.id)

    def _report_bulk(self, bulk: "List[tuple[Report, Reported]]") -> None:
        while bulk:  # each round takes out at least one report
            items = [{self._id_name: report.id, **report.body()} for report, _ in bulk]
            body = write_json({"items": items}).encode()
            answer = self._connection.ask("POST", "/v2/transactions/bulk/mark-processed", body)
            said = self._said(answer)
            if answer.status < 300:
                for (_, result), outcome in zip(bulk, said["data"]):
                    result.is_taken, result.message = True, outcome["message"]
                    result.error_url = outcome.get("errorUrl")
                return
            bad = {int(item["index"]): item["code"] for item in (said or {}).get("items", [])}
            if answer.status != 422 or not bad:
                raise error_of(answer, said)
            for finding in findings_of(said.get("faults")):
                place = finding.path.split(".")[1] if finding.path.startswith("items.") else ""
                if place.isdigit() and int(place) in bad and not bulk[int(place)][1].message:
                    bulk[int(place)][1].message = finding.message
            for index, code in bad.items():
                result = bulk[index][1]
                result.code, result.message = code, result.message or code
            bulk = [pair for index, pair in enumerate(bulk) if index not in bad]

    def _walk(
        self, path: str, per_page: int, filters: Mapping[str, Any], wait: float = 0, stop: Optional[Stop] = None
    ) -> Iterator[Any]:
        for page, texts in self._pages(path, per_page, filters, wait, stop):
            for item, text in zip(page["items"], texts):
                yield Listed(item[self._id_name], item, text)

    def _pages(
        self, path: str, per_page: int, filters: Mapping[str, Any], wait: float = 0, stop: Optional[Stop] = None
    ) -> Iterator[Any]:
        """Only hasMore ends a list: a short page does not."""
        query = {"per_page": str(per_page), **{f"filter[{name}]": value for name, value in filters.items() if value}}
        headers = {"Prefer": f"wait={int(wait)}"} if wait >= 1 else {}
        while True:
            target = f"{path}?{urlencode(query, quote_via=quote)}"
            answer = self._connection.ask("GET", target, None, headers, wait=wait, stop=stop)
            page, texts = self._read(answer, read_page)
            yield page, texts
            if not page["hasMore"]:
                return
            if page["nextCursor"] in (None, query.get("cursor")):
                raise no_exchange(answer)
            query["cursor"], headers, wait = page["nextCursor"], {}, 0

    def _said(self, answer: Answer, read: Callable[[bytes], Any] = read_json) -> Any:
        try:
            return read(answer.body) if answer.body else None
        except JsonError:
            return None

    def _read(self, answer: Answer, read: Callable[[bytes], Any] = read_json) -> Any:
        """What a good answer says; the error of another one."""
        if answer.status >= 300:
            raise error_of(answer, self._said(answer))
        said = self._said(answer, read)
        if said is None and answer.status != 204:
            raise no_exchange(answer)
        return said


def _body_of(document: Any, type: Optional[str]) -> bytes:
    text = document.decode("utf-8") if isinstance(document, bytes) else document
    text = text if isinstance(text, str) else write_json(text)
    return str(text if type is None else f'{{"type":{write_json(type)},"content":{text}}}').encode("utf-8")
