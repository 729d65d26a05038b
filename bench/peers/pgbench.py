"""pgbench that writes and reads the same rows as tradepost, in the same tables. A node makes ids, keys and places in
the batch outside of a transaction, and so does the script. Each transaction has the same two round trips."""

import os
import re

from measuring import output_of

NETWORK = "01a20000-0000-7000-8000-000000000000"  # any sender


class Theirs:
    def __init__(self, server, schema, sample, suppliers):
        """`sample` is the contents of the rows of one document of tradepost."""
        self.server, self.sample = server, sample
        self.recipient = sample["recipient"]
        self.suppliers = len(suppliers)
        output_of(*server._client("createdb", "theirs"))
        self.ask(schema)
        self.ask("CREATE TABLE supplier(number int PRIMARY KEY, recipient uuid); INSERT INTO supplier VALUES" +
                 ", ".join(f"({number}, '{each}')" for number, each in enumerate(suppliers)) + """;
CREATE FUNCTION id_of(run bigint, i bigint) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7' ||
          lpad(to_hex(run), 12, '0') || lpad(to_hex(i), 7, '0'))::uuid $$;
CREATE SEQUENCE reported""")

    def ask(self, sql):
        return output_of(*self.server._client("psql", "-X", "-q", "-A", "-t", "-d", "theirs", "-v", "ON_ERROR_STOP=1"),
                         input=sql)

    def run(self, script, clients, *how_long):
        """Returns the number of transactions and their rate."""
        path = os.path.join(self.server.folder, "script.sql")
        with open(path, "w", encoding="utf-8") as file:
            file.write(script)
        os.chmod(path, 0o644)
        said = output_of(*self.server._client("pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", "1",
                                              *how_long, "-f", path, "theirs"))
        return int(re.search(r"actually processed: (\d+)", said)[1]), float(re.search(r"tps = ([\d.]+)", said)[1])

    def sending(self, batch, queues, is_piped, is_to_one):
        """Returns the script that commits so many documents to so many recipients."""
        begin, end = ("\\startpipeline\n", "\\endpipeline\n") if is_piped else ("", "")
        first, others = (0, 1) if is_to_one else (1, self.suppliers - 1)
        party, value, content, event = (f"'\\x{self.sample[name]}'::bytea"
                                        for name in ("party", "value", "content", "event"))
        keys = ":keys::bytea[]"
        rows = ("unnest(:ids::uuid[], :recipients::uuid[], :places::bigint[], :counts::bigint[], :keys::bytea[], "
                ":numbers::bytea[]) AS new(id, recipient, place, count, key, number)")
        return f"""\\set run random(1, 200000000000000)
\\set at random(0, {others - 1})
WITH new AS (SELECT i, id, key, recipient, row_number() OVER (PARTITION BY recipient ORDER BY i) AS place,
  count(*) OVER (PARTITION BY recipient) AS count FROM generate_series(1, {batch}) AS i CROSS JOIN id_of(:run, i) AS id
  CROSS JOIN LATERAL sha256(decode(replace(id::text, '-', ''), 'hex')) AS key
  JOIN supplier s ON s.number = {first} + (:at + i % {queues}) % {others}),
of_queue AS (SELECT DISTINCT recipient, count FROM new)
SELECT array_agg(id) AS ids, array_agg(recipient) AS recipients, array_agg(place) AS places, array_agg(count) AS counts,
  array_agg(key) AS keys, array_agg(convert_to('node-1-' || :run::bigint % 1000000 || '-' || i, 'UTF8')) AS numbers,
  array_agg(('x' || left(encode(key, 'hex'), 16))::bit(64)::bigint ORDER BY key) AS chains,
  (SELECT array_agg(recipient ORDER BY recipient) FROM of_queue) AS queues,
  (SELECT array_agg(count ORDER BY recipient) FROM of_queue) AS taken,
  (extract(epoch FROM now()) * 1000)::bigint AS now FROM new \\gset
{begin}BEGIN;
SELECT pg_advisory_xact_lock_shared(29808, 2);
INSERT INTO queue AS known SELECT recipient, 1, taken, :now
  FROM unnest(:queues::uuid[], :taken::bigint[]) AS wanted(recipient, taken) ON CONFLICT (recipient, flow) DO UPDATE
  SET last_position = known.last_position + excluded.last_position, last_instant = excluded.last_instant,
  last_commit = excluded.last_commit RETURNING recipient, last_position;
SELECT count(pg_advisory_xact_lock(chain)) FROM unnest(:chains::bigint[]) AS chain;
SELECT coalesce((SELECT max(revision) FROM directory_entry), 0), EXISTS(SELECT FROM intent);
SELECT t.value FROM unnest({keys}) AS c(key) CROSS JOIN LATERAL (SELECT id FROM version v WHERE v.commercial = {party}
  AND v.key = c.key ORDER BY v.sequence DESC LIMIT 32) AS v JOIN transaction t ON t.id = v.id;
SELECT count(*), sum(bytes) FROM unnest(:queues::uuid[]) AS w(recipient) JOIN held h USING (recipient)
  WHERE h.flow = 1 AND h.sender = '{NETWORK}';
{end}{begin}INSERT INTO transaction SELECT id, recipient, place, :now, 1, 1, 1, false, false, 0, {value}, {content}
  FROM {rows};
INSERT INTO pending SELECT recipient, 1, last_position - count + place, id, 1, '{NETWORK}'::uuid, :now, 3000, 1,
  '9521002000009'::bytea FROM {rows} JOIN queue q USING (recipient) WHERE q.flow = 1;
INSERT INTO history SELECT viewer, id, recipient, 1, :now, 1, true, 1, number
  FROM {rows}, unnest(ARRAY[recipient, '{NETWORK}'::uuid]) AS viewer;
INSERT INTO version(commercial, key, id, recipient) SELECT {party}, key, id, recipient FROM {rows};
INSERT INTO event(id, value) SELECT id, {event} FROM unnest(:ids::uuid[]) AS id, generate_series(1, 2);
COMMIT;
{end}"""

    def reporting(self, batch, is_piped):
        """Returns the script that commits so many reports on documents to the one recipient."""
        begin, end = ("\\startpipeline\n", "\\endpipeline\n") if is_piped else ("", "")
        recipient = f"'{self.recipient}'::uuid"
        return f"""SELECT nextval('reported') * {batch} AS last \\gset
SELECT array_agg(id) AS ids, array_agg(position) AS positions FROM pending WHERE recipient = {recipient} AND flow = 1
  AND position > (SELECT before FROM reports) + :last - {batch}
  AND position <= (SELECT before FROM reports) + :last \\gset
{begin}BEGIN;
SELECT pg_advisory_xact_lock_shared(29808, 2);
INSERT INTO queue AS known SELECT {recipient}, 1, 0, 1 ON CONFLICT (recipient, flow) DO UPDATE
  SET last_commit = excluded.last_commit RETURNING last_position;
SELECT coalesce((SELECT max(revision) FROM directory_entry), 0), EXISTS(SELECT FROM intent);
SELECT value FROM transaction WHERE id = ANY(:ids::uuid[]);
{end}{begin}UPDATE transaction AS t SET state = 3, value = t.value FROM unnest(:ids::uuid[]) AS done(id)
  WHERE t.id = done.id AND t.recipient = {recipient};
DELETE FROM pending AS p USING unnest(:positions::bigint[]) AS gone(position) WHERE p.recipient = {recipient}
  AND p.flow = 1 AND p.position = gone.position;
INSERT INTO history SELECT viewer, id, {recipient}, 1, 1, 1, true, 3, '1-1-1'::bytea
  FROM unnest(:ids::uuid[]) AS id, unnest(ARRAY[{recipient}, '{NETWORK}'::uuid]) AS viewer
  ON CONFLICT (viewer, id) DO UPDATE SET recipient = excluded.recipient, status = excluded.status;
INSERT INTO event(id, value) SELECT id, '\\x{self.sample['event']}'::bytea FROM unnest(:ids::uuid[]) AS id;
COMMIT;
{end}"""

    def send(self, batch, queues, clients, seconds, is_piped=True, is_to_one=True):
        """Returns the number of documents and their rate."""
        done, rate = self.run(self.sending(batch, queues, is_piped, is_to_one), clients, "-T", str(seconds))
        return batch * done, batch * rate

    def report(self, batch, clients, times, is_piped):
        pending = f"SELECT count(*) FROM pending WHERE recipient = '{self.recipient}' AND flow = 1"
        self.ask("DROP TABLE IF EXISTS reports; "
                 "CREATE TABLE reports AS SELECT min(position) - 1 AS before FROM pending "
                 f"WHERE recipient = '{self.recipient}' AND flow = 1; ALTER SEQUENCE reported RESTART")
        before = int(self.ask(pending))
        done, rate = self.run(self.reporting(batch, is_piped), clients, "-t", str(times // clients))
        if before - int(self.ask(pending)) != batch * done:
            raise SystemExit(f"bench/run: pgbench reported less than {batch} documents in a transaction")
        return batch * done, batch * rate

    def page(self, clients, seconds):
        """Runs tradepost's statement, with contents as text: pgbench does not request the binary form, and hexadecimal
        digits are slower."""
        script = f"""SELECT t.value, convert_from(t.content, 'UTF8'), numbered.candidates FROM (SELECT id, recipient,
  position, count(*) OVER () AS candidates, row_number() OVER by_position AS number,
  sum(bytes) OVER by_position AS total FROM (SELECT id, recipient, position, bytes FROM pending
  WHERE recipient = '{self.recipient}' AND flow = 1
  AND position > 0 AND kind = ANY(ARRAY[0,1,2,3,4,5,6,7,8,9,10,11,12]) ORDER BY position LIMIT 25 + 1) AS next
  WINDOW by_position AS (ORDER BY position)) AS numbered JOIN transaction t USING (id, recipient)
  WHERE number <= 25 AND (number = 1 OR total <= 4000000) ORDER BY position;
"""
        return self.run(script, clients, "-T", str(seconds))
