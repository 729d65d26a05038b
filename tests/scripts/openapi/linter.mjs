// The opinions of two linters of the document, one line a finding. They think for long, and so on a thread of its own.
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

async function findingsOfSpectral(text) {
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
  return findings.map(({ code, path, message }) => `Spectral: ${code} at ${path.join('/')}: ${message}`);
}

async function findingsOfRedocly(source) {
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  const config = await createConfig({ extends: ['recommended'] });
  const findings = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return findings.map(({ ruleId, location, message }) => `Redocly: ${ruleId} at ${location[0].pointer}: ${message}`);
}

async function findingsIn(text) {
  return [...(await findingsOfSpectral(text)), ...(await findingsOfRedocly(text))];
}

export function lint(text) {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: text });
    worker.once('message', done);
    worker.once('error', failed);
    worker.once('exit', () => failed(new Error('the linters ended without a word')));
  });
}

if (!isMainThread) parentPort.postMessage(await findingsIn(workerData));
