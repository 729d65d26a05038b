// The binary under test, as a user calls it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const binary = resolve(repository, process.env.TRADEPOST_BIN ?? 'build/release/tradepost');
if (!existsSync(binary)) throw new Error(`there is no ${binary}: build it, or name it in TRADEPOST_BIN`);

const faultyExitCode = 1;

function run(args, input) {
  const { status, signal, stdout, stderr, error } = spawnSync(binary, args, { input, maxBuffer: 1 << 30 });
  if (status === 0 || status === faultyExitCode) return stdout.toString('utf8');
  const how = signal ?? status ?? error;
  throw new Error(
    `tradepost ${args.join(' ')} ended with ${how}: ${stderr}${input ? `its input is in ${keep(input)}` : ''}`,
  );
}

function keep(input) {
  const file = join(mkdtempSync(join(tmpdir(), 'tradepost-ajv-')), 'input.jsonl');
  writeFileSync(file, input);
  return file;
}

export const schemaOf = (kind) => run(['schema', kind]);

// Whether standard input is one document or JSON lines is told by its first line; the first of ours may be broken.
const readableLine = '{}\n';

/** What `tradepost validate` says of each of the bodies, in their order. */
export function judgeByTradepost(texts) {
  const input = readableLine + texts.map((text) => `${text}\n`).join('');
  const [, ...judgements] = run(['validate', '--json', '-'], input)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  if (judgements.length !== texts.length || judgements.some(({ line }, index) => line !== index + 2)) {
    throw new Error(`tradepost validate answered ${judgements.length} lines to ${texts.length} documents`);
  }
  return judgements;
}
