"""The alerts and the dashboard of monitoring/, with a real Prometheus. Usage: monitoring.py BINARY FOLDER"""

import json
import re
import subprocess
import sys
import traceback

from network import ROOT, Network, Processes, Prometheus, status_of, until

# A selector of a metric in a query.
SELECTOR = re.compile(r"\b(?:tradepost_|process_|up\b)[a-z_]*(?:\{[^}]*\})?")
# What Grafana replaces in a query.
VARIABLES = {"$__rate_interval": "10s"}


def promtool(*words):
    ended = subprocess.run(["promtool", *words], cwd=f"{ROOT}/monitoring", capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def panels():
    with open(f"{ROOT}/monitoring/dashboard.json", encoding="utf-8") as file:
        dashboard = json.load(file)
    assert [variable["type"] for variable in dashboard["templating"]["list"]] == ["datasource"]
    return dashboard["panels"]


def queries(panel):
    for target in panel["targets"]:
        query = target["expr"]
        for name, value in VARIABLES.items():
            query = query.replace(name, value)
        yield query


def panel_is_readable(panel, others):
    assert panel["title"]
    place = panel["gridPos"]
    assert place["x"] + place["w"] <= 24
    for other in others:
        assert panel["id"] != other["id"], other["title"]
        at = other["gridPos"]
        assert (place["x"] >= at["x"] + at["w"] or at["x"] >= place["x"] + place["w"]
                or place["y"] >= at["y"] + at["h"] or at["y"] >= place["y"] + place["h"]), f"covers {other['title']}"
    if panel["type"] == "row":
        return
    assert panel["description"].endswith("."), panel["description"]
    assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
    assert panel["targets"]


def panel_has_series(prometheus, panel):
    for query in queries(panel):
        until(f"series of {query}", lambda wanted=query: prometheus.series(wanted), 30)


def alert_is_evaluated(prometheus, rule):
    """Without an error, and each metric in it exists."""
    until("an evaluation", lambda: rule["name"] in {
        known["name"] for known in prometheus.rules() if known["health"] == "ok"}, 10)
    prometheus.series(rule["query"])
    for selector in SELECTOR.findall(rule["query"]):
        until(f"series of {selector}", lambda wanted=selector: prometheus.series(wanted), 10)


def alerts_of_a_node_without_its_database_fire(prometheus, network):
    """Prometheus reads its metrics, and a request that it refuses is counted."""
    network.database.pause()
    profile = f"http://{network.node_address}/v2/profile"
    until("refusal", lambda: status_of(profile, "tp_of_nobody") == 503, 30)
    wanted = {("TradepostDatabaseAway", network.node), ("TradepostServerErrors", network.node)}
    until(f"firing {wanted}", lambda: wanted <= prometheus.firing(), 60)
    assert ("TradepostDown", network.node) not in prometheus.firing()


def alert_ends_with_its_cause(prometheus, network):
    network.database.go_on()
    until("no alert", lambda: ("TradepostDatabaseAway", network.node) not in prometheus.firing(), 60)


class Verdicts:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, test, *arguments):
        try:
            test(*arguments)
            self.passed += 1
            print(f"{name}")
        except AssertionError as fault:
            self.failed += 1
            print(f"FAILED {name}: {fault}")


def main(binary, folder):
    verdicts = Verdicts()
    verdicts.check("alerts are rules", promtool, "check", "rules", "alerts.yml")
    verdicts.check("alerts pass their tests", promtool, "test", "rules", "alerts_test.yml")
    all_panels = panels()
    for number, panel in enumerate(all_panels):
        verdicts.check(f"panel {panel['title']} is readable", panel_is_readable, panel, all_panels[:number])
    processes = Processes(folder)
    network = None
    try:
        network = Network(binary, processes)
        prometheus = Prometheus(processes, network)
        targets = [("tradepost", "up")] * 3 + [("tradepost-agent", "up")]
        until("targets", lambda: sorted(prometheus.targets()) == targets, 30)
        for panel in all_panels:
            if panel["type"] != "row":
                verdicts.check(f"panel {panel['title']} has series", panel_has_series, prometheus, panel)
        # Before the alerts: it provides the failed requests that one of them counts.
        verdicts.check("alerts of a node without its database fire", alerts_of_a_node_without_its_database_fire,
                       prometheus, network)
        for rule in prometheus.rules():
            verdicts.check(f"alert {rule['name']} is evaluated", alert_is_evaluated, prometheus, rule)
        verdicts.check("alert ends with its cause", alert_ends_with_its_cause, prometheus, network)
    except Exception:
        traceback.print_exc()
        verdicts.failed += 1
    finally:
        if network:
            network.database.go_on()
        processes.end()
    print(f"{verdicts.passed} passed, {verdicts.failed} failed")
    return verdicts.failed != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
