import { describe, expect, it } from 'vitest';

import { bodyOfDraft, cut, isAbout, nameOfDraft, type OfDraft } from './about';

const of: OfDraft = {
  kind: 'ORDER',
  text: '{"header":{"orderIdentifier":"4711"}}',
  content: { header: { orderIdentifier: '4711' } },
  target: { transactionId: 't' },
  partner: 'Nordmark',
};
const kinds = { ORDER: 'Order' };

describe('a draft', () => {
  it('has the number of its document as a name, and the text as it is typed', () => {
    expect(bodyOfDraft(of)).toEqual({
      kind: 'ORDER',
      name: '4711',
      partner: 'Nordmark',
      transactionId: 't',
      document: of.text,
    });
  });
  it('has an empty name while its text is not JSON', () => {
    const body = bodyOfDraft({ ...of, text: '{', content: undefined, target: { caseId: 'c' } });
    expect(body).toEqual({ kind: 'ORDER', name: '', partner: 'Nordmark', caseId: 'c', document: '{' });
  });
  it('is shown with its type in the language of the reader', () => {
    expect(nameOfDraft({ kind: 'ORDER', name: '4711' }, kinds)).toBe('Order 4711');
    expect(nameOfDraft({ kind: 'ORDER', name: '' }, kinds)).toBe('Order');
  });
  it('has a name of at most 200 characters', () => {
    expect(cut('😀'.repeat(201))).toBe('😀'.repeat(200));
  });
  it('is about the same thing with the same type and the same target', () => {
    const other = { kind: 'ORDER', transactionId: 't', caseId: null };
    expect(isAbout(other, of)).toBe(true);
    expect(isAbout({ ...other, kind: 'INVOICE' }, of)).toBe(false);
    expect(isAbout({ ...other, transactionId: 'u' }, of)).toBe(false);
    expect(isAbout({ ...other, caseId: 'c' }, of)).toBe(false);
    expect(isAbout({ kind: 'ORDER', transactionId: null, caseId: null }, { ...of, target: {} })).toBe(false);
  });
});
