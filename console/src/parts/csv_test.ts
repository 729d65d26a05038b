import { expect, test } from 'vitest';

import { csvLine } from './csv';

test.each([
  [['a', 'b'], 'a,b\r\n'],
  [['a,b', 'say "yes"', 'two\nlines'], '"a,b","say ""yes""","two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@a', '\ta'], "'=1+1,'+1,'-1,'@a,'\ta\r\n"],
  [['=a,b'], '"\'=a,b"\r\n'],
  [['1=1', ''], '1=1,\r\n'],
])('the cells %j are the line %j', (cells, line) => expect(csvLine(cells)).toBe(line));
