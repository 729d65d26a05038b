// The linter's opinion of the document, one line a finding. It thinks for long, and so on a thread of its own.
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

async function findingsIn(text) {
  const [{ default: spectralCore }, { default: spectralParsers }, { oas }] = await Promise.all([
    import('@stoplight/spectral-core'),
    import('@stoplight/spectral-parsers'),
    import('@stoplight/spectral-rulesets'),
  ]);
  const { Spectral, Document } = spectralCore;
  const { Json } = spectralParsers;
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, 'recommended']] });
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
