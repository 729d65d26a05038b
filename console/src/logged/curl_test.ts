// tests/scripts/console/logged.mjs runs commands in a shell.
import { expect, test } from 'vitest';

import { curlOf, quoted, type SentRequest } from './curl';

const sent = (changed: Partial<SentRequest>): SentRequest => ({
  method: 'POST',
  url: 'https://trade.example/v2/transactions',
  bodyBytes: 2,
  body: '{}',
  bodyEncoding: 'utf-8',
  ...changed,
});

test('a text is one word of a shell', () => {
  expect(quoted('')).toBe(`''`);
  expect(quoted('$HOME "`id`" \\ !\n')).toBe(`'$HOME "\`id\`" \\ !\n'`);
  expect(quoted(`it's 'so'`)).toBe(`'it'\\''s '\\''so'\\'''`);
});

test('a command has the token as a variable, and the whole body', () => {
  expect(curlOf(sent({ body: `{"text": "it's $5"}\n` }))).toBe(
    [
      `curl --request POST 'https://trade.example/v2/transactions' \\`,
      `  --header "Authorization: Bearer $TRADEPOST_TOKEN" \\`,
      `  --header 'Content-Type: application/json' \\`,
      `  --data-raw '{"text": "it'\\''s $5"}`,
      `'`,
    ].join('\n'),
  );
});

test('a body that is no text goes through base64', () => {
  const command = curlOf(sent({ body: 'e/8=', bodyEncoding: 'base64' }));
  expect(command.startsWith(`printf %s 'e/8=' | base64 -d | curl --request POST `)).toBe(true);
  expect(command.endsWith('--data-binary @-')).toBe(true);
});

test('a body that was not kept comes from a file', () => {
  const command = curlOf(sent({ body: null, bodyEncoding: null }));
  expect(command.endsWith('--data-binary @body.json')).toBe(true);
});

test('a read has no body', () => {
  const url = 'https://trade.example/v2/all-transactions?filter%5Btype%5D=ORDER';
  const read = sent({ method: 'GET', url, body: null, bodyEncoding: null, bodyBytes: 0 });
  expect(curlOf(read)).toBe(`curl '${url}' \\\n  --header "Authorization: Bearer $TRADEPOST_TOKEN"`);
  expect(curlOf({ ...read, method: 'HEAD' }).startsWith(`curl --head '${url}'`)).toBe(true);
});

test.each(['`id`', 'X|id', 'A$HOME', "it's"])('the method %s is one word of the shell', (method) => {
  expect(curlOf(sent({ method })).startsWith(`curl --request ${quoted(method)} 'https:`)).toBe(true);
});

test('a read with a body stays a read', () => {
  const command = curlOf(sent({ method: 'GET' }));
  expect(command.startsWith(`curl --request GET 'https:`)).toBe(true);
  expect(command.endsWith(`--data-raw '{}'`)).toBe(true);
});

test.each(['{}', null])('the command for HEAD has no body', (body) => {
  const command = curlOf(sent({ method: 'HEAD', body }));
  expect(command.startsWith(`curl --head 'https:`)).toBe(true);
  expect(command).not.toContain('--data');
  expect(command).not.toContain('Content-Type');
});
