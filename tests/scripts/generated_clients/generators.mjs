// The clients that three generators make of a description, each in a folder of its own with the same names.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const aliases = {
  openapi_typescript: `import type { components } from './api';
export type Item = components['schemas']['IncomingTransaction'];
export type Past = components['schemas']['Transaction'];
`,
  hey_api: "export type { IncomingTransaction as Item, Transaction as Past } from './api';\n",
  orval: "export type { IncomingTransaction as Item, Transaction as Past } from './api';\n",
};

export const generators = Object.keys(aliases);

export async function generateWith(generator, description, folder) {
  mkdirSync(folder, { recursive: true });
  await generate[generator](description, folder);
  writeFileSync(join(folder, 'item.ts'), aliases[generator]);
}

const generate = {
  openapi_typescript: async (description, folder) => {
    const { default: openapiTypescript, astToString } = await import('openapi-typescript');
    const types = await openapiTypescript(JSON.parse(readFileSync(description, 'utf8')));
    writeFileSync(join(folder, 'api.ts'), astToString(types));
  },
  hey_api: async (description, folder) => {
    const { createClient } = await import('@hey-api/openapi-ts');
    await createClient({ input: description, output: join(folder, 'api'), logs: { level: 'silent' } });
  },
  orval: async (description, folder) => {
    const { generate: run } = await import('orval');
    const output = { target: join(folder, 'api.ts'), client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } };
    await run({ input: { target: description }, output });
  },
};
