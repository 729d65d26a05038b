import { expect, test } from 'vitest';

import { ssccIn } from './sscc';

test.each([
  ['340123450000000018', undefined],
  ['340123450000000000', '340123450000000000'],
  ['3401 2345 0000 0000 00', '340123450000000000'],
  ['34012345000000001', undefined],
  ['34012345000000001x', undefined],
  ['', undefined],
  [undefined, undefined],
])('the transport unit in %j is %j', (text, expected) => expect(ssccIn(text)).toBe(expected));
