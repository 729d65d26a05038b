import { expect, test } from 'vitest';

import { browserName } from './browser_name';

test('a browser is named with its system', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
  const names = {
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox, Linux',
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`]: 'Edge, Windows',
    [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`]: 'Chrome, Android',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1': 'Safari, iOS',
  };
  for (const [agent, name] of Object.entries(names)) expect(browserName(agent)).toBe(name);
});

test('an unknown browser keeps its text', () => {
  expect(browserName('curl/8.5.0')).toBe('curl/8.5.0');
  expect(browserName('')).toBe('');
  expect(browserName('Firefox/140.0')).toBe('Firefox');
});
