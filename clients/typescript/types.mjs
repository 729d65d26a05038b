// types.mjs FILE: writes the types of the calls and of all documents, from the description of an exchange. That is
// $TRADEPOST_URL/openapi.json, or the file that TRADEPOST_DESCRIPTION names. A number is a Decimal.
import { readFileSync, writeFileSync } from "node:fs";

const roots = ["Document", "DocumentType", "IncomingTransaction", "Transaction", "Event", "Case", "CaseHead", "Fault", "Flow"];
const { TRADEPOST_DESCRIPTION: file, TRADEPOST_URL: url = "http://127.0.0.1:8480" } = process.env;
const description = JSON.parse(file ? readFileSync(file, "utf8") : await (await fetch(`${url}/openapi.json`)).text());
const schemas = description.components.schemas;
const texts = new Map();

function comment(schema, indent) {
  const text = schema.description?.replaceAll("*/", "* /").replace(/\s+/g, " ").trim();
  return text ? `${indent}/** ${text} */\n` : "";
}

function named(reference) {
  const name = reference.split("/").pop();
  if (texts.has(name)) return name;
  texts.set(name, ""); // a schema may refer to itself
  const schema = schemas[name];
  const isInterface = schema.properties && !["allOf", "anyOf", "oneOf"].some((word) => schema[word]);
  const head = isInterface ? `export interface ${name} ` : `export type ${name} = `;
  texts.set(name, `${comment(schema, "")}${head}${typeOf(schema, "")}${isInterface ? "" : ";"}\n`);
  return name;
}

const either = (types) => [...new Set(types)].join(" | ") || "never";
const inBrackets = (type) => (/[|&]/.test(type) ? `(${type})` : type);

// All that a schema demands holds at once: its fields, its parts and its choices.
function typeOf(schema, indent) {
  if (schema.$ref) return named(schema.$ref);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return either(schema.enum.map((value) => JSON.stringify(value)));
  const demands = [];
  const choices = schema.oneOf ?? schema.anyOf;
  if (schema.properties) demands.push(fieldsOf(schema, indent));
  for (const part of schema.allOf ?? []) demands.push(typeOf(part, indent));
  if (choices) demands.push(either(choices.map((choice) => typeOf(choice, indent))));
  if (demands.length > 1) return demands.map(inBrackets).join(" & ");
  return demands[0] ?? either([schema.type ?? []].flat().map((type) => plain(type, schema, indent)));
}

function fieldsOf(schema, indent) {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    return `${comment(field, `${indent}  `)}${indent}  ${name}${required.has(name) ? "" : "?"}: ${typeOf(field, `${indent}  `)};\n`;
  });
  return `{\n${fields.join("")}${indent}}`;
}

function plain(type, schema, indent) {
  switch (type) {
    case "number":
    case "integer":
      return "Decimal";
    case "array":
      return `${inBrackets(typeOf(schema.items, indent))}[]`;
    case "object":
      return `{ [name: string]: ${schema.additionalProperties ? typeOf(schema.additionalProperties, indent) : "unknown"} }`;
    default:
      return type;
  }
}

roots.forEach(named);
const events = Object.values(description.webhooks).map((webhook) => {
  return typeOf(webhook.post.requestBody.content["application/json"].schema, "");
});
const head = 'import type { Decimal } from "./decimal.js";\n';
const notification = `/** The body of a call to a webhook. */\nexport type WebhookNotification = ${either(events)};\n`;
writeFileSync(process.argv[2], [head, ...texts.values(), notification].join("\n"));
