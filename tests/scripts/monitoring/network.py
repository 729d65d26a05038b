"""A demo network, a node with a database, an agent, and a Prometheus that reads them, as processes of their own."""

import glob
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = os.path.realpath(f"{os.path.dirname(__file__)}/../../..")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def status_of(url, token=None):
    """None without an answer."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


def until(what, condition, seconds):
    """Returns the value of the condition."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.1)
    return value


class Processes:
    def __init__(self, folder):
        self.folder = folder
        self._begun = []

    def begin(self, name, *words, **options):
        with open(f"{self.folder}/{name}.log", "ab") as log:
            process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                       start_new_session=True, **options)
        self._begun.append(process)
        return process

    def end(self):
        for process in reversed(self._begun):
            for number in (signal.SIGTERM, signal.SIGKILL):
                try:
                    os.killpg(process.pid, number)
                    process.wait(10)
                except (ProcessLookupError, subprocess.TimeoutExpired):
                    pass


class Database:
    def __init__(self, processes):
        self.folder = f"{processes.folder}/postgres"
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        os.mkdir(self.folder)
        # PostgreSQL refuses to run as root.
        user = {}
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chmod(processes.folder, 0o755)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        data = f"{self.folder}/data"
        subprocess.run([f"{programs}/initdb", "-D", data, "--username", "postgres", "--auth-local", "trust"], check=True,
                       cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **user)
        self._process = processes.begin("postgres", f"{programs}/postgres", "-D", data, "-k", self.folder,
                                        "-c", "listen_addresses=", **user)
        until("the database", lambda: os.path.exists(f"{self.folder}/.s.PGSQL.5432"), 30)

    def address(self):
        return f"postgres://postgres@/postgres?host={self.folder}"

    def pause(self):
        """The server and its sessions answer nothing more, and refuse nothing."""
        self._signal(signal.SIGSTOP)

    def go_on(self):
        self._signal(signal.SIGCONT)

    def _signal(self, number):
        sessions = subprocess.run(["pgrep", "--parent", str(self._process.pid)], stdout=subprocess.PIPE, text=True,
                                  check=False).stdout.split()
        for process in (self._process.pid, *map(int, sessions)):
            os.kill(process, number)


class Network:
    """`exchange`, `node`, `encrypted` and `agent` are addresses of metrics."""

    def __init__(self, binary, processes):
        self._binary, self._processes = binary, processes
        self.exchange, self.node, self.encrypted, self.agent, self.node_address = (
            f"127.0.0.1:{free_port()}" for _ in range(5))
        self._begin_demo()
        self._begin_agent()
        self.database = Database(processes)
        self._begin_node()
        self._begin_encrypted()

    def _begin_demo(self):
        folder = self._processes.folder
        self._processes.begin(
            "demo", self._binary, "demo", "--data", f"{folder}/demo", "--listen", "127.0.0.1:0",
            env={**os.environ, "TRADEPOST_METRICS_LISTEN": self.exchange})
        address = "The exchange:   "

        def url():
            with open(f"{folder}/demo.log", encoding="utf-8") as log:
                lines = log.readlines()
            told = [line for line in lines if line.startswith(address)]
            return told and any("Ctrl-C" in line for line in lines) and told[0][len(address):].split()[0]

        self._url = until("the demo", url, 180)

    def _begin_agent(self):
        folder = f"{self._processes.folder}/agent"
        os.makedirs(f"{folder}/outbox")
        # A participant of its own: a simulated company would report the same documents.
        self._operate("participant", "add", "Filiale", "--identifier", "GS1:9521009000002")
        token = self._operate("token", "create", "Filiale", "--name", "agent")
        with open(os.open(f"{folder}/token", os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
            file.write(token)
        with open(f"{folder}/agent.toml", "w", encoding="utf-8") as file:
            file.write(f'folder = "ledger"\nmetrics_listen = "{self.agent}"\n[bridge.exchange]\nurl = "{self._url}"\n'
                       'token_file = "token"\n[bridge.exchange.receive]\nfolder = "inbox"\n'
                       '[bridge.exchange.send]\nfolder = "outbox"\n')
        shutil.copy(f"{ROOT}/examples/inventory_report/lifelike.json", f"{folder}/outbox")
        self._processes.begin("agent", self._binary, "agent", "run", "--config", f"{folder}/agent.toml")
        until("the agent", lambda: status_of(f"http://{self.agent}/healthz") == 200, 30)
        self._operate("relationship", "set", "Musterhaus AG", "Filiale", "--both")
        with open(f"{ROOT}/examples/order/lifelike.json", encoding="utf-8") as file:
            order = file.read().replace("9521001000000", "9521009000002")  # to Filiale, not to Huber
        with open(f"{folder}/order.json", "w", encoding="utf-8") as file:
            file.write(order)
        self._run("send", f"{folder}/order.json", TRADEPOST_TOKEN=self._tokens()["MUSTERHAUS"])

    def _tokens(self):
        with open(f"{self._processes.folder}/demo/tokens", encoding="utf-8") as file:
            return dict(line.strip().split("=", 1) for line in file)

    def _operate(self, *words):
        return self._run(*words, TRADEPOST_OPERATOR_TOKEN=self._tokens()["OPERATOR"])

    def _run(self, *words, **environment):
        return subprocess.run([self._binary, *words], stdout=subprocess.PIPE, text=True, check=True,
                              env={**os.environ, "TRADEPOST_URL": self._url, **environment}).stdout

    def _begin_node(self):
        self._processes.begin(
            "node", self._binary, "serve", "--data", f"{self._processes.folder}/node", "--listen", self.node_address,
            "--metrics-listen", self.node, "--store", self.database.address())
        until("the node", lambda: status_of(f"http://{self.node}/readyz") == 200, 30)

    def _begin_encrypted(self):
        """An exchange with a certificate and a backup."""
        folder = f"{self._processes.folder}/encrypted"
        os.makedirs(f"{folder}/backups")
        key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
        for words in ((self._binary, "init", "--data", f"{folder}/network"),
                      (self._binary, "backup", f"{folder}/network", f"{folder}/backups", "--keep", "1"),
                      ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                       "-days", "90", "-subj", "/CN=localhost", "-keyout", key, "-out", certificate)):
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._processes.begin(
            "encrypted", self._binary, "serve", "--data", f"{folder}/network", "--listen", "127.0.0.1:0",
            "--metrics-listen", self.encrypted, "--tls-cert", certificate, "--tls-key", key,
            "--backups", f"{folder}/backups")
        until("the encrypted exchange", lambda: status_of(f"http://{self.encrypted}/readyz") == 200, 30)


class Prometheus:
    def __init__(self, processes, network):
        listen = f"127.0.0.1:{free_port()}"
        self._url = f"http://{listen}/api/v1/"
        settings = f"{processes.folder}/prometheus.yml"
        with open(settings, "w", encoding="utf-8") as file:
            # JSON is YAML.
            json.dump({"global": {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"},
                       "rule_files": [f"{ROOT}/monitoring/alerts.yml"],
                       "scrape_configs": [
                           {"job_name": "tradepost",
                            "static_configs": [{"targets": [network.exchange, network.node, network.encrypted]}]},
                           {"job_name": "tradepost-agent", "static_configs": [{"targets": [network.agent]}]}]}, file)
        processes.begin("prometheus", "prometheus", f"--config.file={settings}",
                        f"--storage.tsdb.path={processes.folder}/prometheus", f"--web.listen-address={listen}")
        until("Prometheus", lambda: status_of(f"http://{listen}/-/ready") == 200, 30)

    def get(self, path, **parameters):
        """Returns `data` of an answer. A refusal raises an AssertionError with the reason."""
        try:
            with urllib.request.urlopen(f"{self._url}{path}?{urllib.parse.urlencode(parameters)}", timeout=10) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{parameters}: {json.load(error).get('error')}") from error

    def series(self, query):
        return self.get("query", query=query)["result"]

    def targets(self):
        return [(target["labels"]["job"], target["health"]) for target in self.get("targets")["activeTargets"]]

    def rules(self):
        return [rule for group in self.get("rules")["groups"] for rule in group["rules"]]

    def firing(self):
        return {(series["metric"]["alertname"], series["metric"].get("instance"))
                for series in self.series('ALERTS{alertstate="firing"}')}
