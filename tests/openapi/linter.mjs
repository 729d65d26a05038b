// The linter's opinion of the document, one line a finding. It thinks for long, and so on a thread of its own.
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

const notOurs = {
  // Whom to ask is the operator's to say, not the program's.
  'info-contact': 'off',
  // OpenAPI 3.1 lets a bearer's requirement name roles, as ours names scopes; the rule knows 3.0 alone. That schemes are
  // defined is a test of its own.
  'oas3-operation-security-defined': 'off',
};

async function findingsIn(text) {
  const [{ default: spectralCore }, { default: spectralParsers }, { oas }] = await Promise.all([
    import('@stoplight/spectral-core'),
    import('@stoplight/spectral-parsers'),
    import('@stoplight/spectral-rulesets'),
  ]);
  const { Spectral, Document } = spectralCore;
  const { Json } = spectralParsers;
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, 'recommended']], rules: notOurs });
  const findings = await spectral.run(new Document(text, Json, 'openapi.json'));
  return findings.map(({ code, path, message }) => `${code} at ${path.join('/')}: ${message}`);
}

export function lint(text) {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: text });
    worker.once('message', done);
    worker.once('error', failed);
    worker.once('exit', () => failed(new Error('the linter ended without a word')));
  });
}

if (!isMainThread) parentPort.postMessage(await findingsIn(workerData));
