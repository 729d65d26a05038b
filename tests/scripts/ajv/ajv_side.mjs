// What JSON Schema says of a document: ajv over `tradepost schema`.
import Ajv2020 from 'ajv/dist/2020.js';

import { kinds } from './model.mjs';
import { schemaOf } from './tradepost.mjs';

// Formats are not asserted: an odd e-mail address is a warning. Numbers that JavaScript rounds to infinity are refused.
const ajv = new Ajv2020({ strict: false, strictNumbers: true, allErrors: true, validateFormats: false });
const validators = new Map(kinds.map((kind) => [kind, ajv.compile(JSON.parse(schemaOf(kind)))]));

/** What a body is: `unparsable`, or the paths of what is wrong with it as its kind (or `elseKind`, where it names none). */
export function judgeByAjv(text, elseKind) {
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    return { unparsable: true, faults: [] };
  }
  const validate = validators.get(typeof body?.type === 'string' ? body.type : '') ?? validators.get(elseKind);
  if (validate(body)) return { unparsable: false, faults: [] };
  const paths = new Set(validate.errors.filter(namesAFault).map(pathOf));
  if (paths.size === 0) throw new Error(`ajv refuses a document and names no fault: ${text}`);
  return { unparsable: false, faults: [...paths] };
}

// A value that may be null is a choice of two schemas, and ajv tells of the other one too; so do the elements that were
// asked whether they are `contained`.
function namesAFault({ keyword, schemaPath }) {
  return keyword !== 'anyOf' && !schemaPath.includes('/anyOf/1/') && !schemaPath.includes('/contains/');
}

function pathOf({ instancePath, keyword, params }) {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required') steps.push(params.missingProperty);
  return steps.join('.');
}
