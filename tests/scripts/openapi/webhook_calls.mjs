// The calls of the webhooks are as the description says.
import { createServer } from 'node:http';

import { faultsOfExample } from './examples.mjs';
import { json, mark, order, post, sent } from './requests.mjs';

/** Takes every call, and keeps it. */
async function startReceiver() {
  const calls = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    calls.push({ headers: request.headers, body });
    response.end();
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { calls, url: `http://127.0.0.1:${server.address().port}/in`, stop: () => server.close() };
}

async function untilCalled(calls, expected) {
  const deadline = Date.now() + 20_000;
  const seen = () => calls.map(({ body }) => JSON.parse(body).type);
  while (expected.some((event) => !seen().includes(event)) && Date.now() < deadline) {
    await new Promise((done) => setTimeout(done, 20));
  }
  return expected.filter((event) => !seen().includes(event)).map((event) => `${event} did not arrive`);
}

/** Makes each event that is described happen, and judges the calls. */
export async function faultsOfWebhookCalls(exchange) {
  const receiver = await startReceiver();
  const added = [];
  try {
    await exchange.ask({ method: 'PUT', path: '/admin/webhook-targets', token: 'operator', body: json({ targets: ['127.0.0.1'] }) });
    for (const token of ['customer', 'supplier']) {
      const answer = await exchange.ask(post('/v2/profile/webhooks', token, json({ url: receiver.url })));
      added.push({ token, path: `/v2/profile/webhooks/${JSON.parse(answer.body).id}` });
    }
    // Calls come in order: the first one is about a document that stays pending.
    await sent(exchange, order());
    await exchange.ask(mark(await sent(exchange, order()), { success: true }));
    await exchange.ask(mark(await sent(exchange, order()), { success: false, reason: 'unknown article' }));
    await exchange.ask(post(`${added[0].path}/test`, 'customer'));
    const missing = await untilCalled(receiver.calls, Object.keys(exchange.description.document.webhooks));
    const faults = receiver.calls.flatMap((call) => {
      const { type } = JSON.parse(call.body);
      return exchange.description.faultsOfCall(type, call).map((fault) => `${type}: ${fault}; ${call.body}`);
    });
    const bodies = receiver.calls.map(({ body }) => JSON.parse(body));
    const examples = Object.entries(exchange.description.document.webhooks).flatMap(([event, { post: call }]) =>
      faultsOfExample(call.requestBody.content['application/json'].example, bodies.filter(({ type }) => type === event)).map((fault) => `${event}: ${fault}`),
    );
    return [...missing, ...faults, ...examples];
  } finally {
    for (const { token, path } of added) await exchange.ask({ method: 'DELETE', path, token });
    receiver.stop();
  }
}
