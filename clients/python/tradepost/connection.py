"""HTTP to one exchange: a connection that is kept open, and repeated calls."""

import email.utils
import http.client
import random
import re
import socket
import ssl
import threading
import time
import urllib.parse
import urllib.request
import zlib
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, Union

from .errors import ExchangeError, NoAnswer, findings_of

ANSWER_BYTES_MAX = 64 << 20
PAUSE_FIRST = 0.2  # seconds; doubled for each try
PAUSE_MAX = 10.0
WAIT_MAX = 60  # of a long poll

StopSignal = Union[threading.Event, Callable[[], bool], None]


class Stopped(Exception):
    """The stop signal ended the call."""


class Stop:
    """An Event, or a function that says whether to stop."""

    def __init__(self, signal: StopSignal):
        self._signal = signal

    def is_set(self) -> bool:
        if isinstance(self._signal, threading.Event):
            return self._signal.is_set()
        return self._signal is not None and bool(self._signal())

    def wait(self, seconds: float) -> bool:
        """Whether the signal came within this time."""
        if isinstance(self._signal, threading.Event):
            return self._signal.wait(seconds)
        end = time.monotonic() + seconds
        while not self.is_set() and time.monotonic() < end:
            time.sleep(min(0.1, max(0.0, end - time.monotonic())))
        return self.is_set()


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes
    attempts: int = 1


class _Lost(Exception):
    """There is no answer. `effect`: unsent, the request had none; lost, unknown; refused, a repeat is of no use."""

    def __init__(self, effect: str, why: str):
        super().__init__(why)
        self.effect = effect


class Connection:
    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        retry_for: float,
        timeout: float,
        connect_timeout: float,
        ca_file: Optional[str],
        plain_http: bool,
        on_pause: Optional[Callable[[str, float], Any]],
    ):
        self.url = url.rstrip("/")
        parts = urllib.parse.urlsplit(self.url)
        is_web = parts.scheme in ("http", "https") and parts.hostname and re.fullmatch("[!-~]+", self.url)
        if not is_web or parts.query or parts.fragment or "@" in parts.netloc:
            raise ValueError("This is not the address of an exchange. Use the form https://trade.example.org.")
        self._host, self._is_tls = parts.hostname or "", parts.scheme == "https"
        self._port = parts.port or (443 if self._is_tls else 80)
        self._path = parts.path
        is_here = re.fullmatch(r"localhost|::1|127\.[0-9.]+", self._host) is not None
        if not (self._is_tls or is_here or plain_http):
            raise ValueError(
                f"{self.url} is another machine, and http:// would send the token unencrypted. "
                "Use https://, or set plain_http=True."
            )
        self._proxy = None if is_here or urllib.request.proxy_bypass(self._host) else self._proxy_of(parts.scheme)
        self._context = ssl.create_default_context(cafile=ca_file) if self._is_tls else None
        self._headers = {"Accept": "application/json", "Accept-Encoding": "gzip", **headers}
        self._retry_for, self._timeout, self._connect_timeout = retry_for, timeout, connect_timeout
        self._on_pause = on_pause
        self._link: Optional[http.client.HTTPConnection] = None

    def ask(
        self,
        method: str,
        path: str,
        body: Optional[bytes] = None,
        headers: Optional[Mapping[str, str]] = None,
        *,
        is_repeatable: bool = True,
        wait: float = 0,
        stop: Optional[Stop] = None,
    ) -> Answer:
        """Any answer, a refusal too; NoAnswer without one. `is_repeatable`: a repeat changes nothing more."""
        give_up = time.monotonic() + wait + self._retry_for
        sent = {**self._headers, **(headers or {})}
        if body is not None:
            sent["Content-Type"] = "application/json"
        attempts = 0
        while True:
            attempts += 1
            answer, why = None, "The exchange is busy"
            try:
                if not is_repeatable:
                    self.close()  # a connection that was kept open may have ended meanwhile
                answer = self._attempt(method, path, body, sent, wait, stop)
                is_busy = answer.status in (429, 503)
                is_running = answer.status == 409 and "Retry-After" in answer.headers
                is_worth_a_try = is_busy or (is_repeatable and (is_running or answer.status >= 500))
            except _Lost as lost:
                why = f"The exchange at {self.url} cannot be reached: {lost}"
                is_worth_a_try = lost.effect == "unsent" or (lost.effect == "lost" and is_repeatable)
            if stop is not None and stop.is_set():
                raise Stopped()
            asked = retry_after(answer.headers) if answer else None
            pause = (asked or 0) + random.uniform(0, min(PAUSE_MAX, PAUSE_FIRST * 2 ** min(attempts - 1, 10)))
            if not is_worth_a_try or time.monotonic() + pause > give_up:
                if answer is None:
                    raise NoAnswer(why + ".")
                return answer._replace(attempts=attempts)
            if self._on_pause:
                self._on_pause(why, pause)
            if (stop or Stop(None)).wait(pause):
                raise Stopped()

    def close(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None

    def _attempt(
        self,
        method: str,
        path: str,
        body: Optional[bytes],
        headers: Mapping[str, str],
        wait: float,
        stop: Optional[Stop],
    ) -> Answer:
        link = self._open()
        link.sock.settimeout(self._timeout + wait)
        over = threading.Event()
        if stop is not None and wait:
            threading.Thread(target=_end_early, args=(link.sock, stop, over), daemon=True).start()
        try:
            link.request(method, self._target(path), body, headers)
            response = link.getresponse()
            data = response.read(ANSWER_BYTES_MAX + 1)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            is_http = not isinstance(error, http.client.BadStatusLine) or isinstance(error, ConnectionError)
            raise _Lost("lost" if is_http else "refused", _sentence(error)) from error
        except BaseException:
            self.close()
            raise
        finally:
            over.set()
        if response.will_close:
            self.close()
        if response.headers.get("Content-Encoding") == "gzip":
            data = _unpacked(data)
        if len(data) > ANSWER_BYTES_MAX:
            self.close()
            raise _Lost("refused", "the answer is too large")
        return Answer(response.status, response.headers, data)

    def _open(self) -> http.client.HTTPConnection:
        if self._link is not None:
            return self._link
        host, port = self._host, self._port
        if self._proxy:
            host, port = self._proxy.hostname or "", self._proxy.port or 80
        link: http.client.HTTPConnection
        if self._context is not None:
            link = http.client.HTTPSConnection(host, port, timeout=self._connect_timeout, context=self._context)
        else:
            link = http.client.HTTPConnection(host, port, timeout=self._connect_timeout)
        if self._proxy and self._is_tls:
            link.set_tunnel(self._host, self._port)
        try:
            link.connect()
            link.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except ssl.SSLError as error:
            raise _Lost("refused", _sentence(error)) from error
        except OSError as error:
            raise _Lost("unsent", _sentence(error)) from error
        self._link = link
        return link

    def _target(self, path: str) -> str:
        return self.url + path if self._proxy and not self._is_tls else self._path + path

    @staticmethod
    def _proxy_of(scheme: str) -> Optional[urllib.parse.SplitResult]:
        proxy = urllib.request.getproxies().get(scheme)
        return urllib.parse.urlsplit(proxy if "://" in proxy else "http://" + proxy) if proxy else None


def retry_after(headers: http.client.HTTPMessage) -> Optional[float]:
    """The seconds of Retry-After, which is a number or a date."""
    value = headers.get("Retry-After", "").strip()
    if value.isascii() and value.isdigit():
        return float(value[:10])
    until = _time_of(value)
    if until is None:
        return None
    now = _time_of(headers.get("Date", ""))
    return max(0.0, until - (time.time() if now is None else now))


def error_of(answer: Answer, body: Any) -> ExchangeError:
    """`body` is what the answer says as JSON, or None."""
    said: Dict[str, Any] = body if isinstance(body, dict) else {}
    message = said.get("message")
    is_busy = answer.status == 429 or answer.status >= 500  # a proxy before the exchange has words of its own
    if not message and not is_busy:
        return no_exchange(answer)
    return ExchangeError(
        answer.status,
        said.get("code", ""),
        message or f"The status is {answer.status}.",
        detail_code=said.get("detailCode"),
        findings=findings_of(said.get("faults")),
        error_url=said.get("errorUrl"),
        request_id=said.get("requestId") or answer.headers.get("X-Request-Id"),
        retry_after=retry_after(answer.headers),
    )


def no_exchange(answer: Answer) -> ExchangeError:
    message = f"The answer is not that of an exchange (status {answer.status})."
    return ExchangeError(answer.status, "not_an_exchange", message)


def _time_of(date: str) -> Optional[float]:
    try:
        return email.utils.parsedate_to_datetime(date).timestamp()
    except (TypeError, ValueError, IndexError):
        return None


def _unpacked(data: bytes) -> bytes:
    try:
        return zlib.decompressobj(31).decompress(data, ANSWER_BYTES_MAX + 1)
    except zlib.error:
        raise _Lost("lost", "the answer is damaged") from None


def _end_early(link: socket.socket, stop: Stop, over: threading.Event) -> None:
    """Ends the connection of a waiting request when the signal comes."""
    while not over.is_set():
        if stop.wait(0.1):
            try:
                socket.socket.shutdown(link, socket.SHUT_RDWR)  # below TLS, whose own one is not for two threads
            except OSError:
                pass  # it has ended already
            return


def _sentence(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted ({error.verify_message})"
    if isinstance(error, socket.timeout):
        return "the request timed out"
    if isinstance(error, http.client.BadStatusLine) and not isinstance(error, ConnectionError):
        return "the answer is not HTTP"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.rstrip(".").lower()
    return str(error).rstrip(".").lower() or "the connection was lost"
