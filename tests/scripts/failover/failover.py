"""The primary of a cluster is lost under load: nothing that was acknowledged is lost with it, and all comes back by
itself. Usage: failover.py BINARY FOLDER PACE killed|all ROUNDS"""

import os
import sys
import time
import traceback

from cluster import Cluster, pace_of, until
from gate import Gates
from trade import Node, Trade

FAULTS = (("killed", "kill", "begin"), ("paused", "pause", "go_on"), ("cut off", "cut", "mend"))


def lose(cluster, trade, what, lose_it, bring_back):
    primary = until("a primary", cluster.primary, 60)
    before = time.monotonic()
    getattr(primary, lose_it)()
    until("another primary", lambda: (now := cluster.primary()) and now is not primary, 120)
    promoted = time.monotonic()
    timeline = until("the timeline of the new primary", cluster.timeline, 10)
    until(f"sends at both nodes after the primary was {what}", lambda: trade.goes_on(promoted), 60)
    away = trade.longest_gap(before - 0.5)
    print(f"{time.strftime('%H:%M:%S')} {what}: a new primary after {promoted - before:.1f} s, sends stood still for "
          f"{away:.1f} s", flush=True)
    getattr(primary, bring_back)()
    # On an earlier one the former primary took the lock back, and what the new one had acknowledged is gone.
    until(f"the whole cluster on timeline {timeline} or later after the primary was {what}",
          lambda: cluster.is_whole(timeline), 120)
    return away


def compare(trade):
    """The faults, which are printed."""
    faults = trade.faults()
    print(f"{len(trade.accepted)} sends and {len(trade.reported)} reports were acknowledged, {trade.refusals} "
          "requests refused")
    for fault in faults[:20]:
        print(f"FAILED {fault}")
    return faults


def main(binary, folder, pace, which, rounds):
    os.chmod(folder, 0o755)
    os.mkdir(f"{folder}/cluster")
    passed = failed = 0
    cluster = Cluster(f"{folder}/cluster", Gates(), pace_of(pace))
    nodes = []
    try:
        cluster.make_database("network")
        nodes = [Node(binary, f"{folder}/node-{i}", cluster.address("network")) for i in range(2)]
        trade = Trade(nodes)
        trade.begin()
        try:
            until("sends", lambda: len(trade.accepted) > 20, 60)
            for _ in range(rounds):
                for fault in FAULTS if which == "all" else FAULTS[:1]:
                    lose(cluster, trade, *fault)
                    passed += 1
        except AssertionError:
            print(f"{cluster.states()}")
            raise
        finally:
            trade.end()
            faults = compare(trade)  # also after a failure: what was lost with it
        passed, failed = passed + (not faults), failed + bool(faults)
        for node in nodes:
            if node.end() != 0:
                raise AssertionError("a node did not end well")
    except AssertionError as error:
        traceback.print_exc()
        print(f"FAILED {error}")
        failed += 1
    finally:
        for node in nodes:
            node.kill()
        cluster.end()
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5], int(sys.argv[5])))
