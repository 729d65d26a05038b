// The client of @hey-api/openapi-ts lists the pending documents.
import { listIncomingTransactions } from './hey_api/api';
import { client } from './hey_api/api/client.gen';
import { numberOf } from './hey_api/narrowed';

async function pull(): Promise<void> {
  client.setConfig({ baseUrl: process.env.EXCHANGE, auth: process.env.SUPPLIER });
  const { data } = await listIncomingTransactions({ query: { 'filter[type]': 'ORDER' }, throwOnError: true });
  for (const item of data.items) console.log(numberOf(item));
}

void pull();
