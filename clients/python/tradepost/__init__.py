"""A client of tradepost, an exchange for trade documents."""

from .connection import StopSignal
from .errors import ExchangeError, Finding, NoAnswer, Rejected, SignatureError
from .exchange import Exchange, Listed, Report, Reported, Sent, Validation
from .json_text import JsonError, read_json, write_json
from .webhook import verify_webhook

__version__ = "0.9.0"
__all__ = [
    "Exchange",
    "ExchangeError",
    "Finding",
    "JsonError",
    "Listed",
    "NoAnswer",
    "Rejected",
    "Report",
    "Reported",
    "Sent",
    "SignatureError",
    "StopSignal",
    "Validation",
    "read_json",
    "verify_webhook",
    "write_json",
]
