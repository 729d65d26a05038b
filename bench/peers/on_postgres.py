"""tradepost with its store in PostgreSQL, on one node and on two, compared with pgbench that writes the same rows into
the same tables: in arrays, with the documents and queues of a transaction of tradepost just before, and one by one."""

import os
import resource
import threading
import time
from collections import defaultdict
from dataclasses import dataclass
from statistics import median

import contenders
import documents
from loading import CONNECTIONS, wrk
from measuring import output_of, spent_by
from pgbench import Theirs
from report import spread, table
from waking import Waking

REPORTS, SINGLE_REPORTS = 10_000, 640
DECIDING = 2  # threads of a node, and so connections
READING = 8   # connections of a node
SUPPLIERS = 16


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


@dataclass
class Turn:
    """Processor time in microseconds for each operation: of PostgreSQL, the nodes and the clients."""

    rate: float
    server_us: float
    nodes_us: float
    clients_us: float


class OnPostgres:
    def __init__(self, folder, binary):
        self.server = contenders.Postgres(folder)
        self.runs = 0
        output_of(*self.server._client("createdb", "ours"))
        address = f"postgres://bench@127.0.0.1:{self.server.port}/ours"
        self.nodes = [Node(folder, binary, address)]
        self.befores = self.one_supplier, self.many_suppliers = self._suppliers()
        self.nodes.append(Node(folder, binary, address, self.nodes[0]))
        self.send(2, 2)
        schema = output_of(*self.server._client("pg_dump", "--schema-only", "ours"))
        names = ("value", "content", "event", "recipient", "party")
        row = self.ask("SELECT encode(t.value, 'hex'), encode(t.content, 'hex'), encode(e.value, 'hex'), t.recipient, "
                       "encode(v.commercial, 'hex') FROM transaction t JOIN event e USING (id) JOIN version v USING "
                       "(id) LIMIT 1")
        sample = dict(zip(names, row.strip().split("|")))
        self.theirs = Theirs(self.server, schema, sample, [sample["recipient"], *self.suppliers])
        self.theirs.send(16, 1, 2, 2)
        self.analyze()

    def _suppliers(self):
        """Returns the text before the number of an order: to the one recipient, and to each of the others."""
        first = self.nodes[0]
        befores, self.suppliers = [], []
        for number in range(SUPPLIERS):
            name = f"TRADEPOSTBENCH{number}"
            self.suppliers.append(first.participant(name, "DUNS", name))
            first.trades_with(self.suppliers[-1])
            befores.append(documents.parts(35, {"domain": "DUNS", "identifier": name})[0])
        return [documents.parts(35)[0]], befores

    def ask(self, sql):
        return output_of(*self.server._client("psql", "-X", "-q", "-A", "-t", "-d", "ours", "-v", "ON_ERROR_STOP=1"),
                         input=sql)

    def end(self):
        for node in self.nodes:
            node.end()
        self.server.end()

    def analyze(self):
        """Updates the statistics as autovacuum does within a minute, so that plans are made for tables with rows."""
        self.ask("ANALYZE")
        self.theirs.ask("ANALYZE")

    def turn(self, load):
        """Measures `load`, which returns the number of operations and their rate."""
        def spent():
            loaders = resource.getrusage(resource.RUSAGE_CHILDREN)
            return (spent_by(self.server.process.pid, None).processor_us,
                    sum(spent_by(node.process.pid, None).processor_us for node in self.nodes),
                    (loaders.ru_utime + loaders.ru_stime) * 1_000_000)
        before = spent()
        operations, rate = load()
        return Turn(rate, *((after - earlier) / max(operations, 1) for after, earlier in zip(spent(), before)))

    def beside(self, count, load):
        """Runs `load` on that many nodes at the same time. Returns the sums of operations and rates."""
        done = []
        threads = [threading.Thread(target=lambda node=node: done.append(load(node))) for node in self.nodes[:count]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return (sum(operations for operations, _ in done), sum(operations / seconds for operations, seconds in done))

    def send(self, count, seconds, befores=None):
        def load(node):
            self.runs += 1
            variables = {"BEFORE": node.file("before", "\n".join(befores or self.one_supplier) + "\n"),
                         "AFTER": node.file("after", documents.parts(35)[1]), "TOKEN": node.token,
                         "TO": "/v2/transactions", "RUN": f"{node.name}-{self.runs}"}
            return wrk(f"http://127.0.0.1:{node.port}", seconds, script=f"{contenders.HERE}/send.lua",
                       variables=variables, connections=CONNECTIONS // count)
        return self.beside(count, load)

    def page(self, count, seconds):
        return self.beside(count, lambda node: wrk(f"http://127.0.0.1:{node.port}{contenders.PAGE}", seconds,
                                                   [f"Authorization: Bearer {node.seller_token}"],
                                                   connections=CONNECTIONS // count))

    def report(self, count):
        ids = self.nodes[0].pending(REPORTS)

        def load(node):
            done = node.report_all(ids[self.nodes.index(node)::count])
            return done.operations, done.seconds
        return self.beside(count, load)

    def have_pending(self, count):
        """Sends until the one recipient has so many pending documents in both databases."""
        of_recipient = f"SELECT count(*) FROM pending WHERE recipient = '{self.theirs.recipient}' AND flow = 1"
        while int(self.ask(of_recipient)) < count:
            self.send(2, 2)
        while int(self.theirs.ask(of_recipient)) < count + SINGLE_REPORTS:
            self.theirs.send(32, 1, DECIDING, 2)

    def last_sent(self):
        return int(self.ask("SELECT coalesce(max(sequence), 0) FROM event"))

    def in_a_transaction(self, since):
        """Returns the average documents and queues of a transaction since that sequence."""
        return (max(1, round(float(number))) for number in self.ask(
            "SELECT count(*)::float / count(DISTINCT written), count(DISTINCT (written, recipient))::float / "
            "count(DISTINCT written) FROM (SELECT t.xmin::text AS written, t.recipient FROM transaction t "
            f"JOIN version v USING (id) WHERE v.sequence > {since}) AS new").strip().split("|"))


ARRAYS, ONE_BY_ONE = "pgbench, arrays", "pgbench, one by one"


# An exchange counts a participant as active for this time, and divides the requests among the
# active participants.
ALONE_AFTER = 2


class Rounds:
    """The results: (operation, contender) → its turns."""

    def __init__(self, run, seconds):
        self.run, self.seconds = run, seconds
        self.waking = Waking(*run.nodes)
        self.turns = defaultdict(list)
        self.transactions = defaultdict(list)  # what → (documents, queues), of each turn

    def note(self, what, whose, load):
        turn = self.run.turn(load)
        self.turns[what, whose].append(turn)
        print(f"  {what:<32} {whose:<20} {turn.rate:>8,.0f} /s, µs: PostgreSQL {turn.server_us:>7.1f}, nodes "
              f"{turn.nodes_us:>6.1f}, clients {turn.clients_us:>6.1f}", flush=True)

    def sends(self, nodes, befores):
        run, seconds = self.run, self.seconds
        is_to_one = len(befores) == 1
        what = f"send to {'one' if is_to_one else len(befores)}, {named(nodes)}"
        since = run.last_sent()
        time.sleep(ALONE_AFTER)
        self.note(what, "tradepost", lambda: run.send(nodes, seconds, befores))
        batch, queues = run.in_a_transaction(since)
        self.transactions[what].append((batch, queues))
        self.note(what, ARRAYS, lambda: run.theirs.send(batch, queues, DECIDING * nodes, seconds, is_to_one=is_to_one))
        self.note(what, ONE_BY_ONE, lambda: run.theirs.send(1, 1, READING * nodes, 2 * seconds, False, is_to_one))

    def round(self, nodes):
        run, seconds = self.run, self.seconds
        for befores in run.befores:
            self.sends(nodes, befores)
        run.analyze()
        what = f"page, {named(nodes)}"
        time.sleep(ALONE_AFTER)
        self.note(what, "tradepost", lambda: run.page(nodes, seconds))
        self.note(what, "pgbench", lambda: run.theirs.page(READING * nodes, seconds))
        what = f"report, {named(nodes)}"
        run.have_pending(REPORTS)
        self.note(what, "tradepost", lambda: run.report(nodes))
        self.note(what, ARRAYS, lambda: run.theirs.report(1_000, DECIDING * nodes, REPORTS // 1_000, True))
        self.note(what, ONE_BY_ONE, lambda: run.theirs.report(1, READING * nodes, SINGLE_REPORTS, False))

    def ratios_and_rates(self):
        for (what, whose), turns in self.turns.items():
            ours = self.turns[what, "tradepost"]
            ratio = median(turn.rate for turn in ours) / median(turn.rate for turn in turns)
            of_processor = (f"{median(getattr(turn, name) for turn in turns):,.0f}"
                            for name in ("server_us", "nodes_us", "clients_us"))
            yield (what, whose, spread([turn.rate for turn in turns]), "" if turns is ours else f"{ratio:.2f}",
                   *of_processor)

    def text(self):
        rates = table(("what", "whose", "rate: median, lowest, highest", "ours is this times it",
                       "PostgreSQL, µs", "nodes, µs", "clients, µs"), self.ratios_and_rates())
        batches = table(("what", "documents in a transaction", "queues"), (
            (what, *(f"{median(numbers):.0f}" for numbers in zip(*seen))) for what, seen in self.transactions.items()))
        return f"{rates}\n\n{batches}\n\n{self.waking.text()}"


def named(nodes):
    return f"{nodes} node{'s' if nodes > 1 else ''}"


def measured(folder, binary, turns, seconds):
    run = OnPostgres(folder, binary)
    try:
        rounds = Rounds(run, seconds)
        for turn in range(turns):
            print(f"turn {turn + 1} of {turns}, load {os.getloadavg()[0]:.1f}", flush=True)
            for nodes in (1, 2):
                rounds.round(nodes)
            rounds.waking.turn()
    finally:
        run.end()
    return rounds.text()
