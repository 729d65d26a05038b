"""The measured servers. Each runs in a separate process and folder."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import urllib.request

import documents
from loading import CONNECTIONS, post_all, wrk
from measuring import device_of, measured, output_of, until

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = "/v2/transactions?per_page=25"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_open(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Contender:
    name = ""
    process = None

    def __init__(self, folder):
        self.folder = os.path.join(folder, self.name)
        os.makedirs(self.folder)
        os.chmod(self.folder, 0o755)
        self.device = device_of(self.folder)
        self.port = free_port()

    def begin(self, *command, **more):
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, **more)
        until(lambda: is_open(self.port) or self.process.poll() is not None, f"the start of {self.name}", 60)
        if self.process.poll() is not None:
            raise SystemExit(f"bench/run: {self.name} ended; its log is {self.folder}/log")

    def end(self):
        if self.process:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()

    def loaded(self, load):
        return measured(self.process.pid, self.device, load)

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path


class SendsByHttp(Contender):
    """Takes POST /v2/transactions with a token."""

    token = ""
    runs = 0

    def send(self, lines, seconds):
        self.runs += 1
        before, after = documents.parts(lines)
        variables = {"BEFORE": self.file("before", before), "AFTER": self.file("after", after), "TOKEN": self.token,
                     "TO": "/v2/transactions", "RUN": f"{lines}-{self.runs}"}
        return self.loaded(lambda: wrk(f"http://127.0.0.1:{self.port}", seconds, script=f"{HERE}/send.lua",
                                       variables=variables))


class Tradepost(SendsByHttp):
    name = "tradepost"
    operator = "operator-token-of-the-bench"

    def __init__(self, folder, binary):
        super().__init__(folder)
        self.binary = binary
        self.serve()
        self.buyer, self.token = self.member("buyer", documents.BUYER)
        self.seller, self.seller_token = self.member("seller", documents.SELLER)
        self.trades_with(self.seller)

    def serve(self):
        self.begin(self.binary, "serve", "--data", f"{self.folder}/data", "--listen", f"127.0.0.1:{self.port}",
                   env={**os.environ, "TRADEPOST_OPERATOR_TOKEN": self.operator})

    def start_again(self):
        self.end()
        self.serve()

    def asks(self, method, path, body=None, token=None):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method,
                                         data=json.dumps(body).encode() if body is not None else None,
                                         headers={"Authorization": f"Bearer {token or self.operator}",
                                                  "Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def participant(self, name, domain, identifier):
        made = self.asks("POST", "/admin/participants",
                         {"name": name, "identifiers": [{"domain": domain, "identifier": identifier}]})
        return re.search(r'"id": ?"([^"]+)"', json.dumps(made))[1]

    def member(self, name, gln):
        participant = self.participant(name, "GS1", gln)
        token = self.asks("POST", "/admin/tokens", {"participant": participant})
        return participant, re.search(r'"token": ?"([^"]+)"', json.dumps(token))[1]

    def trades_with(self, seller):
        self.asks("PUT", "/admin/relationships", {"from": self.buyer, "to": seller, "status": "active"})

    def make_members(self, identifiers):
        for identifier in identifiers:
            self.trades_with(self.participant(identifier, "DUNS", identifier))

    def gets(self, path, seconds):
        url = f"http://127.0.0.1:{self.port}{path}"
        return self.loaded(lambda: wrk(url, seconds, [f"Authorization: Bearer {self.seller_token}"]))

    def empty_poll(self, seconds):
        # The buyer only sends, so its own queue is empty.
        url = f"http://127.0.0.1:{self.port}/v2/transactions"
        return self.loaded(lambda: wrk(url, seconds, [f"Authorization: Bearer {self.token}"]))

    def page_text(self):
        return json.dumps(self.asks("GET", PAGE, token=self.seller_token), separators=(",", ":"))

    def pending(self, count):
        ids, path = [], "/v2/transactions?per_page=100"
        while path and len(ids) < count:
            page = self.asks("GET", path, token=self.seller_token)
            ids += [item["platformTransactionId"] for item in page["items"]]
            path = re.sub("^https?://[^/]*", "", page["nextPageUrl"]) if page["hasMore"] else None
        return ids[:count]

    def report(self, count):
        return self.report_all(self.pending(count))

    def report_all(self, ids, token=None):
        lists = [[{"platformTransactionId": each, "success": True} for each in ids[at:at + 1000]]
                 for at in range(0, len(ids), 1000)]
        bodies = [json.dumps({"items": items}) for items in lists]
        path = "/v2/transactions/bulk/mark-processed"
        return self.loaded(lambda: (len(ids), post_all(self.port, path, token or self.seller_token, bodies)))


class Fastify(SendsByHttp):
    """A minimal service with ajv and PostgreSQL."""

    name = "fastify"
    token = "token-of-the-buyer"

    def __init__(self, folder, binary, postgres):
        super().__init__(folder)
        schema = self.file("schema.json", output_of(binary, "schema", "ORDER"))
        postgres.make("fastify")
        self.postgres = postgres
        self.begin("node", f"{HERE}/afternoon.mjs", str(self.port), str(postgres.port), schema, cwd=HERE)

    def loaded(self, load):
        # The cost includes the service's database.
        ours = super().loaded(lambda: self._beside(load))
        ours.spent.processor_us += self.of_database.spent.processor_us
        return ours

    def _beside(self, load):
        done = []

        def keep():
            done.append(load())
            return done[0]
        self.of_database = self.postgres.loaded(keep)
        return done[0]


class Redis(Contender):
    name = "redis"

    def __init__(self, folder):
        super().__init__(folder)
        self.begin("redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.folder,
                   "--appendonly", "yes", "--appendfsync", "always", "--save", "", "--daemonize", "no")

    def send(self, lines, seconds):
        body = documents.order("1-1-1", lines)
        count = max(2_000, int(self._rate_of(2_000, body) * seconds))
        return self.loaded(lambda: (count, count / self._rate_of(count, body)))

    def _rate_of(self, count, body):
        said = output_of("redis-benchmark", "-p", str(self.port), "-c", str(CONNECTIONS), "-n", str(count), "--csv",
                         "-x", "XADD", "stream", "*", "body", input=body)
        return float(said.splitlines()[-1].split(",")[1].strip('"'))


class Published(Contender):
    """Loaded by publish.mjs, which waits for the confirmation of each message, 64 at a time."""

    protocol = ""

    def send(self, lines, seconds):
        body = self.file("body", documents.order("1-1-1", lines))

        def load():
            said = json.loads(output_of("node", f"{HERE}/publish.mjs", self.protocol, str(self.port), body,
                                        str(CONNECTIONS), str(seconds), cwd=HERE))
            return said["confirmed"], said["seconds"]
        return self.loaded(load)


class RabbitMQ(Published):
    name = "rabbitmq"
    protocol = "amqp"

    def __init__(self, folder):
        super().__init__(folder)
        settings = self.file("rabbitmq.conf", f"listeners.tcp.default = 127.0.0.1:{self.port}\n")
        self.file("enabled_plugins", "[].\n")
        environment = {**os.environ, "HOME": self.folder, "RABBITMQ_NODENAME": f"bench{self.port}@localhost",
                       "RABBITMQ_MNESIA_BASE": f"{self.folder}/mnesia", "RABBITMQ_LOG_BASE": f"{self.folder}/logs",
                       "RABBITMQ_CONFIG_FILE": settings, "RABBITMQ_DIST_PORT": str(free_port()),
                       "RABBITMQ_ENABLED_PLUGINS_FILE": f"{self.folder}/enabled_plugins",
                       "RABBITMQ_PID_FILE": f"{self.folder}/pid"}
        self.begin("/usr/lib/rabbitmq/bin/rabbitmq-server", env=environment)


class Nats(Published):
    """JetStream on files. It does not sync each message: by default every two minutes."""

    name = "nats"
    protocol = "nats"

    def __init__(self, folder):
        super().__init__(folder)
        self.begin("nats-server", "-js", "-sd", f"{self.folder}/data", "-a", "127.0.0.1", "-p", str(self.port))


class Postgres(Contender):
    """pgbench that inserts the same data as tradepost for a document: the row, its content, and the index entries."""

    name = "postgres"

    def __init__(self, folder):
        super().__init__(folder)
        self.programs = sorted(os.scandir("/usr/lib/postgresql"), key=lambda entry: int(entry.name))[-1].path + "/bin"
        as_user = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            as_user = ["runuser", "-u", "postgres", "--"]
        output_of(*as_user, f"{self.programs}/initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "bench")
        self.begin(*as_user, f"{self.programs}/postgres", "-D", f"{self.folder}/data", "-p", str(self.port), "-k", "",
                   "-c", "listen_addresses=127.0.0.1", "-c", "shared_buffers=1GB", "-c", "max_wal_size=8GB")
        until(lambda: subprocess.run(self._client("pg_isready"), check=False,
                                     capture_output=True).returncode == 0, "the start of postgres")
        self.make("bench")

    def _client(self, program, *more):
        return [f"{self.programs}/{program}", "-h", "127.0.0.1", "-p", str(self.port), "-U", "bench", *more]

    def make(self, database):
        output_of(*self._client("createdb", database))
        output_of(*self._client("psql", "-q", "-d", database, "-f", f"{HERE}/tables.sql"))

    def send(self, lines, seconds):
        body = documents.order("1-1-1", lines)
        script = self.file("insert.sql", f"\\set number random(1, 1000000000)\nSELECT keep(:number, '{body}');\n")

        def load():
            said = output_of(*self._client("pgbench", "-n", "-M", "prepared", "-c", str(CONNECTIONS), "-j", "2", "-T",
                                           str(seconds), "-f", script, "bench"))
            done = int(re.search(r"actually processed: (\d+)", said)[1])
            return done, done / float(re.search(r"tps = ([\d.]+)", said)[1])
        return self.loaded(load)


class Nginx(SendsByHttp):
    """The cost of HTTP alone: 204, a page from a file, and a discarded body."""

    name = "nginx"
    token = "any"

    def __init__(self, folder, page):
        super().__init__(folder)
        self.file("page", page)
        settings = self.file("nginx.conf", f"""
daemon off; worker_processes 2; pid {self.folder}/pid; error_log {self.folder}/error.log;
events {{ worker_connections 1024; }}
http {{ access_log off; keepalive_requests 1000000000; sendfile on; tcp_nopush on; open_file_cache max=10;
  client_body_buffer_size 64k; client_body_temp_path {self.folder}/b; proxy_temp_path {self.folder}/p;
  fastcgi_temp_path {self.folder}/f; uwsgi_temp_path {self.folder}/u; scgi_temp_path {self.folder}/s;
  server {{ listen 127.0.0.1:{self.port} reuseport;
    location = /page {{ root {self.folder}; default_type application/json; }}
    location = /nothing {{ return 204; }}
    location = /v2/transactions {{ return 201; }} }} }}
""")
        self.begin(shutil.which("nginx") or "/usr/sbin/nginx", "-p", self.folder, "-c", settings)

    def gets(self, path, seconds):
        return self.loaded(lambda: wrk(f"http://127.0.0.1:{self.port}{path}", seconds))
