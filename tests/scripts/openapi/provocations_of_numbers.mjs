// Ranges of document numbers, and the numbers that they give.
import { get, json, post } from './requests.mjs';

const ranges = '/v2/profile/number-ranges';
const put = (kind, body, token = 'customer') => ({ method: 'PUT', path: `${ranges}/${kind}`, token, body: json(body) });
const remove = (kind) => ({ method: 'DELETE', path: `${ranges}/${kind}`, token: 'customer' });
const take = (kind, token = 'customer') => post(`${ranges}/${kind}/numbers`, token);
const goodRange = () => put('INVOICE', { prefix: 'INV-2026-', width: 5 });

export const ofNumbers = {
  listNumberRanges: {
    good: () => get(ranges, 'customer'),
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        await exchange.ask(goodRange());
        return [await exchange.ask(get(ranges, 'customer')), await exchange.ask(get(ranges, 'supplier'))];
      },
    },
  },
  putNumberRange: {
    good: goodRange,
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => [await exchange.ask(goodRange()), await exchange.ask(put('ORDER', { prefix: '', next: 20260001, width: null }))],
      404: async (exchange) => [await exchange.ask(put('LETTER', { prefix: 'A-' }))],
      422: async (exchange) => {
        await exchange.ask(put('CREDIT_NOTE', { prefix: 'C-' }));
        await exchange.ask(take('CREDIT_NOTE'));
        return [
          await exchange.ask(put('INVOICE', { next: 0, width: 13, colour: 'red' })),
          await exchange.ask(put('INVOICE', { prefix: 'A1' })),
          await exchange.ask(put('INVOICE', { prefix: 'A B' })),
          await exchange.ask(put('CREDIT_NOTE', { prefix: 'C-', next: 1 })),
        ];
      },
    },
  },
  removeNumberRange: {
    good: async (exchange) => {
      await exchange.ask(goodRange());
      return remove('INVOICE');
    },
    wrongToken: 'customer-sends',
    own: {
      200: async (exchange) => {
        await exchange.ask(goodRange());
        return [await exchange.ask(remove('INVOICE'))];
      },
      404: async (exchange) => [await exchange.ask(remove('REMITTANCE_ADVICE')), await exchange.ask(remove('LETTER'))],
    },
  },
  addNumber: {
    good: async (exchange) => {
      await exchange.ask(goodRange());
      return take('INVOICE');
    },
    wrongToken: 'customer-reads',
    own: {
      201: async (exchange) => {
        await exchange.ask(goodRange());
        return [await exchange.ask(take('INVOICE')), await exchange.ask(take('INVOICE'))];
      },
      404: async (exchange) => [await exchange.ask(take('LETTER'))],
      409: async (exchange) => {
        await exchange.ask(put('SALES_REPORT', { prefix: 'S-', next: 999999999999 }));
        await exchange.ask(take('SALES_REPORT'));
        return [await exchange.ask(take('SALES_REPORT')), await exchange.ask(take('INVENTORY_REPORT'))];
      },
    },
  },
};
