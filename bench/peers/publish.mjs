// Publishes a message again and again, each again as soon as it was confirmed: publish.mjs amqp|nats PORT FILE AT_ONCE
// SECONDS. Prints how many were confirmed, and in how many seconds.
import { readFileSync } from 'node:fs';
import amqp from 'amqplib';
import { connect } from 'nats';

const [protocol, port, file, atOnce, seconds] = process.argv.slice(2);
const body = readFileSync(file);

// A channel for each of those that wait, as independent senders would have.
async function toRabbit() {
  const connection = await amqp.connect(`amqp://127.0.0.1:${port}`);
  const channels = await Promise.all(Array.from({ length: Number(atOnce) }, () => connection.createConfirmChannel()));
  await channels[0].assertQueue('bench', { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  return {
    publish: (nth) => new Promise((resolve, reject) => {
      channels[nth].sendToQueue('bench', body, { persistent: true }, (error) => (error ? reject(error) : resolve()));
    }),
    end: () => connection.close(),
  };
}

async function toNats() {
  const connection = await connect({ servers: `127.0.0.1:${port}` });
  const manager = await connection.jetstreamManager();
  await manager.streams.add({ name: 'bench', subjects: ['bench'] }).catch(() => {});
  const stream = connection.jetstream();
  return { publish: () => stream.publish('bench', body), end: () => connection.close() };
}

const to = await (protocol === 'amqp' ? toRabbit() : toNats());
const began = performance.now();
const ends = began + Number(seconds) * 1000;
let confirmed = 0;
await Promise.all(Array.from({ length: Number(atOnce) }, async (_, nth) => {
  while (performance.now() < ends) {
    await to.publish(nth);
    confirmed += 1;
  }
}));
console.log(JSON.stringify({ confirmed, seconds: (performance.now() - began) / 1000 }));
await to.end();
