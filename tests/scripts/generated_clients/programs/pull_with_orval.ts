// The client of orval lists the pending documents.
import { listIncomingTransactions } from './orval/api';
import { numberOf } from './orval/narrowed';

async function pull(): Promise<void> {
  const answer = await listIncomingTransactions(
    { 'filter[type]': 'ORDER' },
    { headers: { Authorization: `Bearer ${process.env.SUPPLIER}` } },
  );
  if (answer.status !== 200) throw new Error(answer.data.message);
  for (const item of answer.data.items) console.log(numberOf(item));
}

void pull();
