"""Three PostgreSQL under Patroni, with etcd, as processes of their own in a folder of their own."""

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
import urllib.request

PROGRAMS = "/usr/lib/postgresql/15/bin"
NAMES = ("a", "b", "c")
# Patroni's own pace. The defaults are what an operator has; a test that waits is paid by everybody.
PACES = {"quick": "6,1,2", "usual": "30,10,10"}


def pace_of(word):
    """Its name, or ttl,loop_wait,retry_timeout."""
    return dict(zip(("ttl", "loop_wait", "retry_timeout"), map(int, PACES.get(word, word).split(",")), strict=True))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(what, condition, seconds):
    """Polls. The value of the condition."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.1)


def asked(url, seconds=2):
    """Its JSON, or None."""
    try:
        with urllib.request.urlopen(url, timeout=seconds) as answer:
            return json.load(answer)
    except OSError as error:
        body = getattr(error, "read", lambda: b"")()
        return json.loads(body) if body.startswith(b"{") else None


class Cluster:
    def __init__(self, folder, gates, pace):
        self.folder = folder
        # PostgreSQL refuses to run as root.
        self._user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        if self._user:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
        self._begin_etcd()
        self.members = {name: Member(self, name, gates, pace) for name in NAMES}
        for member in self.members.values():
            member.begin()
        until("a primary with a synchronous standby", self.is_whole, 90)

    def run(self, name, *words):
        log = open(f"{self.folder}/{name}.log", "ab")
        user = {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []} if self._user else {}
        return subprocess.Popen(words, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                env={**os.environ, "HOME": self.folder}, start_new_session=True, **user)

    def _begin_etcd(self):
        self.etcd_port, peers = free_port(), f"http://127.0.0.1:{free_port()}"
        clients = f"http://127.0.0.1:{self.etcd_port}"
        self._etcd = self.run(
            "etcd", "etcd", "--name", "one", "--data-dir", f"{self.folder}/etcd", "--log-level", "warn", "--enable-v2",
            "--listen-client-urls", clients, "--advertise-client-urls", clients, "--listen-peer-urls", peers,
            "--initial-advertise-peer-urls", peers, "--initial-cluster", f"one={peers}")
        until("etcd", lambda: asked(f"{clients}/health"), 30)

    def address(self, database):
        """Of all members, for libpq. It goes through their gates."""
        hosts = ",".join(f"127.0.0.1:{member.postgres.port}" for member in self.members.values())
        return f"postgres://tradepost@{hosts}/{database}?target_session_attrs=read-write"

    def states(self):
        """By name, as the first member that answers says: role and state."""
        for member in self.members.values():
            if member.is_away:
                continue
            said = asked(f"http://127.0.0.1:{member.rest_port}/cluster")
            if said:
                return {one["name"]: one for one in said["members"]}
        return {}

    def primary(self):
        """Who takes writes; having the lock is not enough."""
        for member in self.members.values():
            said = None if member.is_away else asked(f"http://127.0.0.1:{member.rest_port}/primary")
            if said and said.get("role") in ("master", "primary") and said.get("state") == "running":
                return member
        return None

    def timeline(self):
        """Of the primary, or None."""
        primary = self.primary()
        return primary and (asked(f"http://127.0.0.1:{primary.rest_port}/primary") or {}).get("timeline")

    def make_database(self, name):
        """At every member: libpq does not go on to the next one if the first one does not know the database."""
        for statement in ("CREATE ROLE tradepost LOGIN", f"CREATE DATABASE {name} OWNER tradepost"):
            assert self.primary().does("postgres", statement), statement
        for member in self.members.values():
            until(f"{name} at {member.name}", lambda known=member: known.does(name, "SELECT 1"), 30)

    def is_whole(self, timeline=1):
        """Every member is there, on that timeline or a later one, and one standby is synchronous."""
        states = self.states()
        roles = sorted(one["role"] for one in states.values())
        timelines = {one.get("timeline") for one in states.values()}
        return (len(states) == len(NAMES) and roles == ["leader", "replica", "sync_standby"]
                and all(one["state"] in ("running", "streaming") for one in states.values())
                and len(timelines) == 1 and (timelines.pop() or 0) >= timeline)

    def end(self):
        for member in self.members.values():
            member.kill()
        self._etcd.kill()
        self._etcd.wait()


class Member:
    def __init__(self, cluster, name, gates, pace):
        self._cluster, self.name = cluster, name
        self.folder = f"{cluster.folder}/{name}"
        self.postgres_port, self.rest_port = free_port(), free_port()
        # The others and the exchange reach it through these two; it reaches etcd through the third.
        self.postgres, self.rest, self.etcd = (gates.open(port)
                                               for port in (self.postgres_port, self.rest_port, cluster.etcd_port))
        self._gates = (self.postgres, self.rest, self.etcd)
        self._process = None
        self.is_away = False
        settings = {
            "scope": "network", "name": name,
            "restapi": {"listen": f"127.0.0.1:{self.rest_port}", "connect_address": f"127.0.0.1:{self.rest.port}"},
            # Not etcd3: Patroni before 3.1 takes the lock from the new primary after a pause (docs/operate/high-availability.md).
            # use_proxies: it never asks etcd for another way to it.
            "etcd": {"hosts": [f"127.0.0.1:{self.etcd.port}"], "use_proxies": True},
            "bootstrap": {
                "dcs": {**pace, "synchronous_mode": True, "synchronous_mode_strict": True,
                        "maximum_lag_on_failover": 1048576, "primary_start_timeout": 0,
                        "postgresql": {"use_pg_rewind": True, "use_slots": True,
                                       "parameters": {"max_connections": 60, "wal_log_hints": "on",
                                                      "shared_buffers": "32MB", "wal_keep_size": "256MB",
                                                      "wal_retrieve_retry_interval": "1s",
                                                      "synchronous_commit": "on"}}},
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}]},
            "postgresql": {
                "listen": f"127.0.0.1:{self.postgres_port}", "connect_address": f"127.0.0.1:{self.postgres.port}",
                "data_dir": f"{self.folder}/data", "bin_dir": PROGRAMS, "pgpass": f"{self.folder}/pgpass",
                "authentication": {"superuser": {"username": "postgres", "password": "of-a-test"},
                                   "replication": {"username": "replicator", "password": "of-a-test"},
                                   "rewind": {"username": "postgres", "password": "of-a-test"}},
                "parameters": {"unix_socket_directories": self.folder},
                "pg_hba": ["local all all trust", "host all all 127.0.0.1/32 trust",
                           "host replication all 127.0.0.1/32 trust"]},
            "watchdog": {"mode": "off"},
            "tags": {},
        }
        os.mkdir(self.folder)
        with open(f"{self.folder}/patroni.yml", "w", encoding="utf-8") as file:
            json.dump(settings, file)  # JSON is YAML
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")

    def does(self, database, statement):
        """By its own socket."""
        return subprocess.run([f"{PROGRAMS}/psql", "-X", "-q", "-h", self.folder, "-p", str(self.postgres_port),
                               "-U", "postgres", "-d", database, "-c", statement], check=False,
                              stdin=subprocess.DEVNULL, capture_output=True).returncode == 0

    def begin(self):
        self._process = self._cluster.run(self.name, "patroni", f"{self.folder}/patroni.yml")
        self.is_away = False

    def _processes(self):
        """Patroni, the postmaster, and all that it forked."""
        listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
        rows = [line.split(None, 2) for line in listed.splitlines()]
        known = {pid for pid, _, words in rows if f"{self.folder}/" in words}
        while True:
            more = known | {pid for pid, parent, _ in rows if parent in known}
            if more == known:
                return [int(pid) for pid in known]
            known = more

    def _signal(self, what):
        for pid in self._processes():
            try:
                os.kill(pid, what)
            except ProcessLookupError:
                pass

    def kill(self):
        """As a machine that loses its power."""
        self.is_away = True
        self._signal(signal.SIGSTOP)  # none of them sees another one end
        self._signal(signal.SIGKILL)
        if self._process:
            self._process.wait()

    def pause(self):
        self.is_away = True
        self._signal(signal.SIGSTOP)

    def go_on(self):
        self._signal(signal.SIGCONT)
        self.is_away = False

    def cut(self):
        """It lives, and nobody reaches it; nor does it reach etcd."""
        self.is_away = True
        for gate in self._gates:
            gate.cut()

    def mend(self):
        for gate in self._gates:
            gate.mend()
        self.is_away = False
