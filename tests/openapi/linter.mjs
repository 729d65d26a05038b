// The linter's opinion of the document, one line a finding.
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import spectralCore from '@stoplight/spectral-core';
import spectralParsers from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';

const { Spectral, Document } = spectralCore;
const { Json } = spectralParsers;

const notOurs = {
  // Whom to ask is the operator's to say, not the program's.
  'info-contact': 'off',
  // OpenAPI 3.1 lets a bearer's requirement name roles, as ours names scopes; the rule knows 3.0 alone. That schemes are
  // defined is a test of its own.
  'oas3-operation-security-defined': 'off',
};

/** On a thread of its own: it takes half a minute, in which nobody else would get a turn. */
export function lint(text) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: text });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function findingsIn(text) {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, 'recommended']], rules: notOurs });
  const findings = await spectral.run(new Document(text, Json, 'openapi.json'));
  return findings.map(({ code, path, message }) => `${code} at ${path.join('/')}: ${message}`);
}

if (!isMainThread) parentPort.postMessage(await findingsIn(workerData));
