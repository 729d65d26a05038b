"""every_test.py FOLDER: pastes the README, which builds the wheel and installs it, and runs every test with it."""

import os
import re
import socket
import subprocess
import sys
import unittest

from network import BINARY, ROOT, Network

PACKAGE = os.path.join(ROOT, "clients/python")


def blocks_of(page):
    """[(language, text)] of the code blocks."""
    with open(page, encoding="utf-8") as file:
        return re.findall(r"^```(\w+)\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)


def paste(blocks, scratch):
    """What the blocks print in one shell, at the root of a tree. A block that begins with a name becomes that file."""
    tree = os.path.join(scratch, "tree")
    os.makedirs(os.path.join(tree, "build/release"))
    os.symlink(BINARY, os.path.join(tree, "build/release/tradepost"))
    os.symlink(os.path.join(ROOT, "clients"), os.path.join(tree, "clients"))
    with socket.create_server(("127.0.0.1", 0)) as free:
        listen = "127.0.0.1:%d" % free.getsockname()[1]
    lines = ["trap 'kill $(jobs -p)' EXIT\n"]
    for language, text in blocks:
        name = text.split("\n")[0].removeprefix("# ")
        lines.append(text if language == "sh" else f"cat >{name} <<'END_OF_FILE'\n{text}END_OF_FILE\n")
    script = "".join(lines).replace("127.0.0.1:8480", listen)
    environment = {**os.environ, "TRADEPOST_LISTEN": listen}
    done = subprocess.run(
        ["bash", "-ec", script], cwd=tree, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\n0 passed, 1 failed")
    return done.stdout


def main(scratch):
    blocks = blocks_of(os.path.join(PACKAGE, "README.md"))
    printed = paste(blocks, scratch)
    folder = os.path.join(scratch, "my-client")
    sys.path[:0] = [os.path.join(folder, f"env/lib/python3.{sys.version_info.minor}/site-packages")]
    # These import the installed package.
    import exchange_test, json_text_test, readme_test, repeat_test, types_test, webhook_test

    network = Network(os.path.join(scratch, "network"))
    try:
        exchange_test.NETWORK = webhook_test.NETWORK = readme_test.NETWORK = network
        readme_test.FOLDER, readme_test.PRINTED = folder, printed
        types_test.SCRATCH = scratch
        tests = unittest.TestSuite()
        for module in (json_text_test, repeat_test, readme_test, exchange_test, webhook_test, types_test):
            tests.addTests(unittest.defaultTestLoader.loadTestsFromModule(module))
        result = unittest.TextTestRunner(stream=sys.stdout, verbosity=0).run(tests)
        failed = len(result.failures) + len(result.errors) + len(result.skipped)
        print(f"{result.testsRun - failed} passed, {failed} failed")
        return 1 if failed or not result.testsRun else 0
    finally:
        network.stop()


sys.exit(main(sys.argv[1]))
