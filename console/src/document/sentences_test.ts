import { expect, test } from 'vitest';

import { english } from '../texts/english';
import { Exact, exactJson, type Json } from './exact_json';
import { lineOf } from './sentences';

const words = { t: english, number: (value: Exact) => value.digits, field: () => 'Tax' };
const exact = (digits: string) => new Exact(digits);
const line = (type: string, of: Json) => lineOf(of, type, words);

test('a term of payment is a sentence with all digits', () => {
  const discount = { payInNumberOfDays: exact('14'), percentage: exact('2.50') };
  expect(line('PaymentTerm', discount)).toBe('2.50 % discount for payment within 14 days');
  const whole = { payInNumberOfDays: exact('30'), percentage: exact('0.0') };
  expect(line('PaymentTerm', whole)).toBe('Payable within 30 days without discount');
});

test('a bank account is one line', () => {
  const bank = {
    name: 'Bank',
    institutionId: 'HBRLDE3KXXX',
    institutionIdDomain: 'BIC',
    accountNumber: 'DE46',
  };
  expect(line('FinancialInstitution', bank)).toBe('Account DE46 at Bank, BIC HBRLDE3KXXX');
  const own = { accountNumber: 'DE46', accountHolder: 'Huber' };
  expect(line('FinancialInstitution', own)).toBe('Account DE46, held by Huber');
});

test('a charge names its reason, its share and its tax', () => {
  const charge = {
    type: 'CHARGE',
    calculationType: 'ABSOLUTE',
    reasonCode: 'SHIPPING',
    amount: exact('45.00'),
    tax: { percentage: exact('19'), amount: exact('8.55') },
  };
  expect(line('Modification', charge)).toBe('Charge (Shipping) of 45.00, plus tax of 19 % · 8.55');
  const allowance = { type: 'ALLOWANCE', calculationType: 'RELATIVE', percentage: exact('5.0') };
  expect(line('Modification', allowance)).toBe('Allowance of 5.0 %');
  expect(line('Modification', { ...allowance, amount: exact('4.10') })).toBe('Allowance of 5.0 % (4.10)');
});

test.each([
  ['PaymentTerm', '{"payInNumberOfDays":14,"percentage":2,"note":"x"}'],
  ['PaymentTerm', '{"payInNumberOfDays":14}'],
  ['FinancialInstitution', '{"accountNumber":"1","name":{"a":1}}'],
  ['FinancialInstitution', '{"accountHolder":"Huber"}'],
  ['Tax', '{"percentage":"19"}'],
  ['Modification', '{"type":"CHARGE","calculationType":"RELATIVE","percentage":null,"amount":45}'],
  ['Modification', '{"type":"CHARGE","calculationType":"RELATIVE","amount":45}'],
  ['Modification', '{"type":"CHARGE","amount":45,"tax":{"rate":19}}'],
  ['Party', '{"name":"x"}'],
  ['Tax', '[]'],
])('a %s is not a line if the line would hide something: %s', (type, text) =>
  expect(line(type, exactJson(text) as Json)).toBeUndefined(),
);
