import samples from 'virtual:samples';
import { expect, test } from 'vitest';

import { kinds, numberOf, valueAt } from '../document/model';
import { jsonIn } from '../document/exact_json';
import { identifiersIn, sampleOf } from './sample';

const sender = { name: 'Lieferwerk AG', identifiers: [{ domain: 'GS1', identifier: '9521001000000' }] };
const recipient = { name: 'Kundenmarkt GmbH', identifiers: [{ domain: 'DUNS', identifier: '312345678' }] };

test('each kind has an example', () => {
  expect(Object.keys(samples).sort()).toEqual([...kinds].sort());
});

test.each(Object.entries(samples))('a sample of %s has the parties and the number that are given', (kind, example) => {
  const body = jsonIn(sampleOf(example, { sender, recipient, number: 'SAMPLE-1' }));
  const content = valueAt(body, 'content');
  expect(valueAt(body, 'type')).toBe(kind);
  expect(numberOf(kind, content)).toBe('SAMPLE-1');
  expect(identifiersIn(content, example.from)).toEqual(sender.identifiers);
  expect(identifiersIn(content, example.to)).toEqual(recipient.identifiers);
});

const example = {
  from: ['technicalSender', 'buyer'],
  to: ['technicalRecipient', 'supplier'],
  number: 'header.orderIdentifier',
  text:
    '{"type":"ORDER","content":{"header":{"technicalRecipient":{"identifiers":[]},"buyer":{"name":"A","city":"B"},' +
    '"supplier":{"name":"C"},"orderIdentifier":"1"},"items":[{"unitPrice":12.5}]}}',
};

test('a sample keeps all other fields, and has no explicit address', () => {
  const text = sampleOf(example, { sender, recipient, number: '2' });
  expect(text).toContain('"city": "B"');
  expect(text).toContain('12.5');
  expect(text).not.toContain('technicalRecipient');
});

test('the identifiers of a partner come from the first role that has some', () => {
  const party = (domain: string, identifier: string) => ({ identifiers: [{ domain, identifier }] });
  const header = {
    technicalSender: party('GS1', '1'),
    payFrom: party('SENDER_INTERNAL', '70001'),
    buyer: party('GS1', '2'),
  };
  const roles = ['technicalSender', 'payFrom', 'buyer'];
  expect(identifiersIn({ header }, roles)).toEqual([{ domain: 'GS1', identifier: '2' }]);
  expect(identifiersIn({ header: {} }, roles)).toEqual([]);
  expect(identifiersIn(null, roles)).toEqual([]);
});
