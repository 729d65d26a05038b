// An exchange as one would write it in an afternoon: Fastify, ajv with the schema that tradepost prints, PostgreSQL.
// It authenticates, validates, routes by the seller's identifier, refuses duplicates, and answers after the commit.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import Fastify from 'fastify';
import pg from 'pg';

const [port, portOfPostgres, schema] = process.argv.slice(2);
const pool = new pg.Pool({
  host: '127.0.0.1', port: Number(portOfPostgres), user: 'bench', database: 'fastify', max: 64,
});
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
const isValid = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));
const fastify = Fastify({ bodyLimit: 10 << 20 });
const tokens = new Map();
const participants = new Map();

async function known(cache, query, text) {
  if (!cache.has(text)) {
    const { rows } = await pool.query(query, [text]);
    if (rows.length === 1) cache.set(text, rows[0].participant);
  }
  return cache.get(text);
}

fastify.post('/v2/transactions', async (request, reply) => {
  const bearer = (request.headers.authorization ?? '').replace(/^Bearer /, '');
  const sender = await known(tokens, 'SELECT participant FROM token WHERE text = $1', bearer);
  if (!sender) return reply.code(401).send({ message: 'Unknown token.' });
  if (!isValid(request.body)) return reply.code(422).send({ faults: isValid.errors });
  const { type, content } = request.body;
  const recipient = await known(participants, 'SELECT participant FROM identifier WHERE text = $1',
    content.header.supplier?.identifiers?.[0]?.identifier);
  if (!recipient) return reply.code(422).send({ message: 'Unknown recipient.' });
  const text = JSON.stringify(content);
  const digest = createHash('sha256').update(text).digest();
  const id = randomUUID();
  const { rowCount } = await pool.query({
    name: 'keep',
    text: `WITH kept AS (
        INSERT INTO document (id, kind, number, sender, recipient, digest, content)
        SELECT $1, $2, $3, $4, $5, $6, $7 WHERE NOT EXISTS (SELECT FROM document WHERE digest = $6)
        RETURNING id, created, sender, recipient)
      INSERT INTO history
      SELECT viewer, created, id FROM kept, LATERAL (VALUES (sender), (recipient)) AS both_sides (viewer)`,
    values: [id, type, content.header.orderIdentifier, sender, recipient, digest, text],
  });
  if (rowCount === 0) return reply.code(400).send({ message: 'Payload already received.' });
  return reply.code(201).send({ platformTransactionId: id });
});

await fastify.listen({ port: Number(port), host: '127.0.0.1' });
