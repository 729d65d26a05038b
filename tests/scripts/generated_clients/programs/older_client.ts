// A client that was generated from an older description sends, pulls and reports.
import {
  getTransaction, listIncomingTransactions, reportOnTransaction, reportOnTransactions, sendDocument, type OrderDocument,
} from './older/api';
import { client } from './older/api/client.gen';

const customer = { auth: process.env.CUSTOMER };
const supplier = { auth: process.env.SUPPLIER };

const order = (number: string): OrderDocument => ({
  type: 'ORDER',
  content: {
    header: {
      buyer: { identifiers: [{ domain: 'GS1', identifier: '9521002000009' }] },
      supplier: { identifiers: [{ domain: 'GS1', identifier: '9521001000000' }] },
      orderIdentifier: number,
      orderDate: '2026-03-02',
    },
    items: [{ lineNumber: 10, quantity: 40 }],
  },
});

async function trade(): Promise<void> {
  client.setConfig({ baseUrl: process.env.EXCHANGE });
  const ids: string[] = [];
  for (const number of ['older-1', 'older-2']) {
    const { data } = await sendDocument({ ...customer, body: order(number), throwOnError: true });
    ids.push(data.platformTransactionId);
  }
  const { error } = await sendDocument({ ...customer, body: order('older-2') });
  console.log(error?.code);

  const { data: page } = await listIncomingTransactions({ ...supplier, throwOnError: true });
  for (const item of page.items.filter(({ platformTransactionId }) => ids.includes(platformTransactionId))) {
    console.log(item.isLatestVersion, item.sender.name, item.type === 'ORDER' && item.content.header.orderIdentifier);
  }

  const [first = '', second = ''] = ids;
  const success = { body: { success: true }, throwOnError: true } as const;
  const reported = await reportOnTransaction({ ...supplier, ...success, path: { id: first } });
  console.log(reported.data.data.message);
  const failure = { platformTransactionId: second, success: false, reason: 'unknown article' };
  await reportOnTransactions({ ...supplier, body: { items: [failure] }, throwOnError: true });
  const { data: sent } = await getTransaction({ ...customer, path: { id: second }, throwOnError: true });
  console.log(sent.data.status, sent.data.report?.reason);
}

void trade();
