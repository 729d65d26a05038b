"""generate_types.py DESCRIPTION: prints tradepost/documents.py, the types of the documents and answers that
/openapi.json describes. Objects become TypedDicts, choices become unions whose members differ in `type`, numbers become
Decimals."""

import json
import sys
import textwrap
import urllib.request

# What the calls of the package take and return.
ROOTS = [
    "Document",
    "IncomingTransaction",
    "Transaction",
    "Event",
    "CaseHead",
    "Case",
    "ParticipantName",
    "AnyWebhookEvent",
]

HEAD = '''"""The documents and answers of the exchange. Generated from its description: do not edit.

Every number is a Decimal. A value that the exchange may leave out is not a required key, and may be None.
"""

from decimal import Decimal
from typing import Any, Dict, List, Literal, Optional, TypedDict, Union
'''


class Types:
    def __init__(self, schemas):
        self.schemas = schemas
        self.texts = {}  # of each name, in the order in which they may stand: bases and unions after their parts

    def name(self, reference):
        name = reference.rsplit("/", 1)[1]
        if name not in self.texts:
            self.declare(name, self.schemas[name])
        return name

    def declare(self, name, schema):
        variants = self.variants(schema) if is_object(self.schemas, schema) else None
        if variants is None:
            text = f"{name} = {self.expression(schema, name)}\n"
        elif len(variants) == 1:
            text = self.typed_dict(name, schema, variants[0])
        else:
            names = []
            for number, (suffix, *members) in enumerate(variants):
                names.append(name + (suffix or str(number)))
                if suffix and self.is_whole(schema, suffix):
                    names[-1] = self.name(f"/{suffix}")
                else:
                    self.texts[names[-1]] = self.typed_dict(names[-1], schema, (suffix, *members))
            text = f"{name} = Union[\n" + "".join(f"    {one},\n" for one in names) + "]\n"
        self.texts[name] = text

    @staticmethod
    def is_whole(schema, suffix):
        """A choice without fields of its own is one of the schemas themselves."""
        return not schema.get("properties") and not schema.get("allOf") and any(
            part.get("$ref", "").endswith(f"/{suffix}") for part in schema.get("oneOf", []) + schema.get("anyOf", [])
        )

    def variants(self, schema):
        """[(suffix of the name, properties, required)]: one, or one for each choice."""
        if "$ref" in schema:
            return self.variants(self.schemas[schema["$ref"].rsplit("/", 1)[1]])
        found = [("", schema.get("properties", {}), set(schema.get("required", [])))]
        for part in schema.get("allOf", []):
            found = joined(found, self.variants(part))
        for word in ("oneOf", "anyOf"):
            choices = []
            for part in schema.get(word, []):
                name = part.get("$ref", "").rsplit("/", 1)[-1]
                for suffix, properties, required in self.variants(part):
                    choices.append((suffix or name, properties, required))
            found = joined(found, choices) if choices else found
        return found

    def typed_dict(self, name, schema, variant):
        _, properties, required = variant
        text = ""
        if 0 < len(required & set(properties)) < len(properties):
            needed = {key: value for key, value in properties.items() if key in required}
            rest = {key: value for key, value in properties.items() if key not in required}
            text = f"class _{name}(TypedDict):\n" + self.fields(name, needed) + "\n\n"
            text += f"class {name}(_{name}, total=False):\n" + docstring(schema) + self.fields(name, rest)
        else:
            total = "" if properties and set(properties) <= required else ", total=False"
            fields = self.fields(name, properties) or "    pass\n"
            text = f"class {name}(TypedDict{total}):\n" + docstring(schema) + fields
        return text

    def fields(self, name, properties):
        text = ""
        for key, schema in properties.items():
            if not key.isidentifier():
                sys.exit(f"{name}.{key} cannot be a field of a class")
            text += f"    {key}: {self.expression(schema, name + key[0].upper() + key[1:])}\n" + docstring(schema)
        return text

    def expression(self, schema, name):
        """As a type; `name` is for an object that has none."""
        if "$ref" in schema:
            return self.name(schema["$ref"])
        if "const" in schema:
            return literal([schema["const"]])
        if "enum" in schema:
            return optional(literal([one for one in schema["enum"] if one is not None]), None in schema["enum"])
        if is_object(self.schemas, schema):
            self.declare(name, schema)
            return name
        for word in ("anyOf", "oneOf"):
            if word in schema:
                parts = [part for part in schema[word] if part.get("type") != "null"]
                types = list(dict.fromkeys(self.expression(part, name) for part in parts))
                union = types[0] if len(types) == 1 else f"Union[{', '.join(types)}]"
                return optional(union, len(parts) < len(schema[word]))
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        types = [self.plain(kind, schema, name) for kind in kinds if kind != "null"]
        if not types:
            return "None" if kinds else "Any"
        return optional(types[0] if len(types) == 1 else f"Union[{', '.join(types)}]", "null" in kinds)

    def plain(self, kind, schema, name):
        if kind == "array":
            return f"List[{self.expression(schema.get('items', {}), name + 'Item')}]"
        if kind == "object":
            values = schema.get("additionalProperties")
            return f"Dict[str, {self.expression(values, name + 'Value') if isinstance(values, dict) else 'Any'}]"
        return {"string": "str", "boolean": "bool", "number": "Decimal", "integer": "Decimal"}[kind]


def is_object(schemas, schema):
    """Whether it has fields of its own, or is a choice between objects that have."""
    if "$ref" in schema:
        return is_object(schemas, schemas[schema["$ref"].rsplit("/", 1)[1]])
    choices = schema.get("oneOf") or schema.get("anyOf")
    return bool(
        schema.get("properties") or schema.get("allOf") or (choices and all(is_object(schemas, one) for one in choices))
    )


def joined(left, right):
    """Each of the one with each of the other."""
    return [
        (first or second, {**others, **properties}, needed | required)
        for first, others, needed in left
        for second, properties, required in right
    ]


def literal(values):
    return f"Literal[{', '.join(json.dumps(value) for value in values)}]"


def optional(type_, is_optional):
    return f"Optional[{type_}]" if is_optional else type_


def docstring(schema):
    text = " ".join(schema.get("description", "").replace("\\", "\\\\").split())
    lines = textwrap.wrap(f'"""{text}"""', 110)
    return "".join(f"    {line}\n" for line in lines) if text else ""


def events(webhooks):
    """What the bodies of the calls of a webhook are, as one schema."""
    bodies = [webhook["post"]["requestBody"]["content"] for webhook in webhooks.values()]
    return {"oneOf": [body["application/json"]["schema"] for body in bodies]}


def main():
    source = sys.argv[1]
    with urllib.request.urlopen(source) if "://" in source else open(source, encoding="utf-8") as file:
        description = json.load(file)
    types = Types({**description["components"]["schemas"], "AnyWebhookEvent": events(description["webhooks"])})
    for root in ROOTS:
        types.name(f"/{root}")
    print("\n\n".join([HEAD.rstrip("\n") + "\n", *types.texts.values()]), end="")


main()
