import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A real SMTP server. next() gives the next message, decoded. */
export async function startMailServer() {
  const script = fileURLToPath(new URL('../../support/mail/smtp_server.py', import.meta.url));
  const server = spawn('/usr/bin/python3', [script, 'none', '-', '-'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const line = async () => (await lines.next()).value;
  return {
    port: Number(await line()),
    next: async () => decoded(Buffer.from((await line()).split(' ').at(-1), 'base64url').toString()),
    stop: () => server.kill(),
  };
}

/** Decodes quoted-printable. */
const decoded = (mime) =>
  mime.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
