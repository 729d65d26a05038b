// The program openid_client: commands on its standard input, an answer line for each.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export function startClient({ issuer, id = 'RS256', secret = '', reach = 'any', authorities = '' }) {
  const child = spawn(process.env.OPENID_CLIENT, [issuer, id, secret, reach, authorities], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async say(...words) {
      child.stdin.write(`${words.join(' ')}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`the client ended at ${words[0]}`);
      return value;
    },
    stop: () => child.stdin.end(),
  };
}
