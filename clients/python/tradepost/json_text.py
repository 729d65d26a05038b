"""JSON whose numbers keep their digits: every number is a decimal.Decimal, and a float is refused."""

import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any, Dict, List, Tuple

DEPTH_MAX = 128  # the exchange takes 64 levels in a document

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)|[][{}]', re.DOTALL)


class JsonError(ValueError):
    """A text that is no JSON, or a value that cannot be written as JSON."""


def read_json(text: "str | bytes") -> Any:
    """The value of a text. JsonError if the text is not JSON, repeats a name, or is nested too deeply."""
    text = _decoded(text)
    _texts_of_items(text)
    return _value_of(text)


def read_page(text: "str | bytes") -> Tuple[Any, List[str]]:
    """The value of a page, and the text of each element of its `items`, as it stands in the page."""
    text = _decoded(text)
    texts = _texts_of_items(text)
    return _value_of(text), texts


def write_json(value: Any) -> str:
    """The text of a value. JsonError for a float, a lone surrogate, a Decimal that is not finite, or a deep nesting."""
    parts: List[str] = []
    _write(value, parts, [])
    return "".join(parts)


def _decoded(text: "str | bytes") -> str:
    try:
        return text.decode("utf-8") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise JsonError(f"The text is not UTF-8: byte {error.start} is wrong.") from None


def _texts_of_items(text: str) -> List[str]:
    """Also checks the depth, before anything recurses."""
    texts: List[str] = []
    depth = begin = 0
    name = ""
    in_items = False
    for token in _TOKEN.finditer(text):
        word = token.group()
        if word in "[{":
            depth += 1
            if depth > DEPTH_MAX:
                raise JsonError(f"The text is nested more than {DEPTH_MAX} levels deep.")
            if depth == 2:
                in_items = name == '"items"' and word == "["
            elif depth == 3:
                begin = token.start()
        elif word in "]}":
            if depth == 3 and in_items:
                texts.append(text[begin : token.end()])
            depth -= 1
        elif depth == 1:
            name = word
    return texts


def _value_of(text: str) -> Any:
    try:
        value = json.loads(
            text,
            parse_float=_number,
            parse_int=_number,
            parse_constant=_no_number,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        raise JsonError(f"The text is not JSON: {error}.") from None
    if "\\ud" in text or "\\uD" in text:
        write_json(value)  # refuses half of a surrogate pair
    return value


def _number(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise JsonError(f"The exponent of {text[:40]} is too large.") from None
    if not number.is_finite():
        raise JsonError(f"The exponent of {text[:40]} is too large.")
    return number


def _no_number(text: str) -> Any:
    raise JsonError(f"{text} is not a number of JSON.")


def _object(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise JsonError(f"The name {json.dumps(twice)[:80]} is repeated in one object.")
    return value


def _write(value: Any, parts: List[str], path: List[str]) -> None:
    if len(path) > DEPTH_MAX:
        raise JsonError(f"The value is nested more than {DEPTH_MAX} levels deep.")
    if value is None or isinstance(value, bool):
        parts.append({None: "null", True: "true", False: "false"}[value])
    elif isinstance(value, str):
        parts.append(_string(value, path))
    elif isinstance(value, (int, Decimal)):
        parts.append(_digits(value, path))
    elif isinstance(value, dict):
        mark = "{"
        for name, member in value.items():
            if not isinstance(name, str):
                raise JsonError(f"{_place(path)}The name {name!r} is not a string.")
            parts.append(f"{mark}{_string(name, path)}:")
            _write(member, parts, path + [name])
            mark = ","
        parts.append("{}" if mark == "{" else "}")
    elif isinstance(value, (list, tuple)):
        mark = "["
        for index, element in enumerate(value):
            parts.append(mark)
            _write(element, parts, path + [str(index)])
            mark = ","
        parts.append("[]" if mark == "[" else "]")
    elif isinstance(value, float):
        raise JsonError(
            f"{_place(path)}{value!r} is a float, whose digits are not exact. "
            f'Use decimal.Decimal("{value!r}").'
        )
    else:
        raise JsonError(f"{_place(path)}A {type(value).__name__} cannot be written as JSON.")


def _place(path: List[str]) -> str:
    return ".".join(path) + ": " if path else ""


def _digits(number: "int | Decimal", path: List[str]) -> str:
    if isinstance(number, Decimal) and not number.is_finite():
        raise JsonError(f"{_place(path)}{number} is not a number of JSON.")
    return str(number if isinstance(number, Decimal) else Decimal(number))


def _string(text: str, path: List[str]) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise JsonError(f"{_place(path)}The text has half of a surrogate pair.") from None
    return json.dumps(text, ensure_ascii=False)
