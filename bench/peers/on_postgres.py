"""tradepost with its store in PostgreSQL, on one node and on two, beside pgbench that writes the same rows into the same
tables: by arrays, as many documents in a transaction as ours had, and one by one."""

import os
import re
import threading
from statistics import median

import contenders
import documents
from loading import CONNECTIONS, wrk
from measuring import output_of
from report import table

REPORTS = 10_000
DECIDING = 2  # threads of a node, and so connections
RECIPIENT = "(SELECT recipient FROM queue ORDER BY last_position DESC LIMIT 1)"


class Node(contenders.Tradepost):
    def __init__(self, folder, binary, database, first=None):
        self.name = "node-2" if first else "node-1"
        self.database = database
        if not first:
            super().__init__(folder, binary)
            return
        contenders.Contender.__init__(self, folder)
        self.binary = binary
        self.token, self.seller_token = first.token, first.seller_token
        self.serve()

    def serve(self):
        self.begin(self.binary, "serve", "--data", f"{self.folder}/data", "--listen", f"127.0.0.1:{self.port}",
                   "--store", f"{self.database}?prepared=on",
                   env={**os.environ, "TRADEPOST_OPERATOR_TOKEN": self.operator})


class OnPostgres:
    def __init__(self, folder, binary):
        self.server = contenders.Postgres(folder)
        self.folder = folder
        self.runs = 0
        output_of(*self.server._client("createdb", "ours"))
        address = f"postgres://bench@127.0.0.1:{self.server.port}/ours"
        self.nodes = [Node(folder, binary, address)]
        self.nodes.append(Node(folder, binary, address, self.nodes[0]))
        self.send(1, 2)
        # The same tables, with what one document of ours has in them.
        output_of(*self.server._client("createdb", "theirs"))
        dump = output_of(*self.server._client("pg_dump", "--schema-only", "ours"))
        self.ask("theirs", dump)
        row = self.ask("ours", f"SELECT encode(t.value, 'hex'), encode(t.content, 'hex'), encode(e.value, 'hex'), "
                       f"t.recipient, encode(v.commercial, 'hex') FROM transaction t JOIN event e USING (id) "
                       f"JOIN version v USING (id) LIMIT 1")
        self.value, self.content, self.event, self.recipient, self.party = row.strip().split("|")
        self.ask("theirs", "CREATE FUNCTION id_of(run bigint, i bigint) RETURNS uuid LANGUAGE sql STABLE AS $$ "
                 "SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || "
                 "lpad(to_hex(run), 12, '0') || lpad(to_hex(i), 8, '0'))::uuid $$")

    def ask(self, database, sql):
        return output_of(*self.server._client("psql", "-X", "-q", "-A", "-t", "-d", database, "-v", "ON_ERROR_STOP=1"),
                         input=sql)

    def end(self):
        for node in self.nodes:
            node.end()
        self.server.end()

    def beside(self, count, load):
        """Operations a second of that many nodes at once."""
        done = []
        threads = [threading.Thread(target=lambda node=node: done.append(load(node))) for node in self.nodes[:count]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sum(operations / seconds for operations, seconds in done)

    def send(self, count, seconds):
        before, after = documents.parts(35)

        def load(node):
            self.runs += 1
            variables = {"BEFORE": node.file("before", before), "AFTER": node.file("after", after),
                         "TOKEN": node.token, "TO": "/v2/transactions", "RUN": f"{node.name}-{self.runs}"}
            return wrk(f"http://127.0.0.1:{node.port}", seconds, script=f"{contenders.HERE}/send.lua",
                       variables=variables, connections=CONNECTIONS // count)
        return self.beside(count, load)

    def page(self, count, seconds):
        return self.beside(count, lambda node: wrk(f"http://127.0.0.1:{node.port}{contenders.PAGE}", seconds,
                                                   [f"Authorization: Bearer {node.seller_token}"],
                                                   connections=CONNECTIONS // count))

    def report(self):
        return self.nodes[0].report(REPORTS).rate

    def batch(self):
        """Documents in a transaction: those that are pending have the transaction number that wrote them."""
        return round(float(self.ask("ours", "SELECT count(*)::float / count(DISTINCT xmin::text) "
                                    "FROM transaction WHERE state = 1")))

    def pgbench(self, script, clients, seconds):
        path = os.path.join(self.folder, "script.sql")
        with open(path, "w", encoding="utf-8") as file:
            file.write(script)
        os.chmod(path, 0o644)
        said = output_of(*self.server._client("pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", "1", "-T",
                                              str(seconds), "-f", path, "theirs"))
        return float(re.search(r"tps = ([\d.]+)", said)[1])

    def writing(self, batch, is_piped):
        """The statements of a commit of ours, and their round trips."""
        begin, end = ("\\startpipeline\n", "\\endpipeline\n") if is_piped else ("", "")
        each = f"generate_series(1, {batch}) AS i"
        chain = f"'\\x{self.party}'::bytea, decode(replace(id_of(:run, i)::text, '-', ''), 'hex')"
        last = f"(SELECT last_position FROM queue WHERE recipient = '{self.recipient}' AND flow = 1)"
        return f"""\\set run random(1, 200000000000000)
{begin}BEGIN;
SELECT pg_advisory_xact_lock_shared(29808, 2);
INSERT INTO queue AS known VALUES('{self.recipient}', 1, {batch}, 1) ON CONFLICT (recipient, flow) DO UPDATE
  SET last_position = known.last_position + {batch}, last_commit = excluded.last_commit RETURNING last_position;
INSERT INTO chain SELECT {chain} FROM {each};
SELECT coalesce((SELECT max(revision) FROM directory_entry), 0), EXISTS(SELECT FROM intent);
SELECT value FROM transaction WHERE id IN (SELECT id_of(:run, i) FROM {each});
SELECT t.value FROM {each} JOIN version v ON v.commercial = '\\x{self.party}'::bytea
  AND v.key = decode(replace(id_of(:run, i)::text, '-', ''), 'hex') JOIN transaction t ON t.id = v.id;
SELECT count(*) FROM held WHERE recipient = '{self.recipient}' AND flow = 1;
{end}{begin}INSERT INTO transaction SELECT id_of(:run, i), '{self.recipient}', i, extract(epoch FROM now()) * 1000, 1, 1, 1,
  false, false, 0, '\\x{self.value}'::bytea, '\\x{self.content}'::bytea FROM {each};
INSERT INTO pending SELECT '{self.recipient}', 1, {last} - {batch} + i, id_of(:run, i), 1, '{self.recipient}',
  extract(epoch FROM now()) * 1000, 3000, 1, '9521002000009'::bytea FROM {each};
INSERT INTO history SELECT viewer, id_of(:run, i), '{self.recipient}', 1, extract(epoch FROM now()) * 1000, 1, true, 1,
  '1-1-1'::bytea FROM {each}, unnest(ARRAY['{self.recipient}', '01a20000-0000-7000-8000-000000000000']::uuid[])
  AS viewer;
INSERT INTO version(commercial, key, id) SELECT {chain}, id_of(:run, i) FROM {each};
INSERT INTO event(id, value) SELECT id_of(:run, i), '\\x{self.event}'::bytea FROM {each}, generate_series(1, 2);
COMMIT;
{end}"""

    def reporting(self, batch):
        return f"""BEGIN;
INSERT INTO queue AS known VALUES('{self.recipient}', 1, 0, 1) ON CONFLICT (recipient, flow) DO UPDATE
  SET last_commit = excluded.last_commit;
WITH gone AS (DELETE FROM pending WHERE recipient = '{self.recipient}' AND flow = 1 AND position IN (SELECT position
  FROM pending WHERE recipient = '{self.recipient}' AND flow = 1 ORDER BY position LIMIT {batch}) RETURNING id),
done AS (UPDATE transaction AS t SET state = 3, value = t.value FROM gone WHERE t.id = gone.id RETURNING t.id),
shown AS (UPDATE history AS h SET status = 3 FROM gone WHERE h.id = gone.id AND h.viewer IN
  ('{self.recipient}', '01a20000-0000-7000-8000-000000000000'))
INSERT INTO event(id, value) SELECT id, '\\x{self.event}'::bytea FROM done;
COMMIT;
"""

    def page_of_theirs(self, seconds):
        script = f"""SELECT t.value, t.content FROM pending p JOIN transaction t USING (id, recipient)
WHERE p.recipient = '{self.recipient}' AND p.flow = 1 AND p.position > 0 ORDER BY p.position LIMIT 25;
"""
        return self.pgbench(script, CONNECTIONS // 2, seconds)


def measured(folder, binary, turns, seconds):
    run = OnPostgres(folder, binary)
    rates = {}

    def note(what, whose, rate):
        rates.setdefault((what, whose), []).append(rate)
        print(f"  {what:<24} {whose:<24} {rate:>10,.0f} /s", flush=True)
    try:
        for turn in range(turns):
            print(f"turn {turn + 1} of {turns}", flush=True)
            for nodes in (1, 2):
                what = f"send, {nodes} node{'s' if nodes > 1 else ''}"
                note(what, "tradepost", run.send(nodes, seconds))
                batch = run.batch()
                arrays = run.pgbench(run.writing(batch, True), DECIDING * nodes, seconds)
                note(what, "pgbench, arrays", batch * arrays)
                note(what, "pgbench, one by one", run.pgbench(run.writing(1, False), CONNECTIONS // 2, seconds))
                note(f"page, {nodes} node{'s' if nodes > 1 else ''}", "tradepost", run.page(nodes, seconds))
            for database in ("ours", "theirs"):
                run.ask(database, "ANALYZE")  # as a minute of autovacuum does
            note("page, 1 node", "pgbench", run.page_of_theirs(seconds))
            note("report, 1 node", "tradepost", run.report())
            note("report, 1 node", "pgbench, arrays", 1_000 * run.pgbench(run.reporting(1_000), DECIDING, 2))
            note("report, 1 node", "pgbench, one by one", run.pgbench(run.reporting(1), CONNECTIONS // 2, 2))
        batch = run.batch()
    finally:
        run.end()
    rows = []
    for (what, whose), all_rates in rates.items():
        ratio = median(rates[what, "tradepost"]) / median(all_rates) if (what, "tradepost") in rates else 0
        rows.append((what, whose, f"{median(all_rates):,.0f} ({min(all_rates):,.0f} to {max(all_rates):,.0f})",
                     "" if whose == "tradepost" else f"{ratio:.2f}"))
    return (table(("what", "whose", "rate: median, lowest, highest", "ours is this times it"), rows) +
            f"\nA transaction of ours had {batch} documents on average.")
