"""Gates between a member of the cluster and everybody else. A closed gate is a network that is cut: bytes that are on
their way are gone, connections stay open, and nobody answers on a new one."""

import asyncio
import socket
import threading


class Gates:
    """One thread that forwards for all gates."""

    def __init__(self):
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def open(self, target):
        """A gate to a port of this machine, which need not listen yet."""
        gate = Gate(self._loop, target)
        asyncio.run_coroutine_threadsafe(gate.listen(), self._loop).result()
        return gate


class Gate:
    def __init__(self, loop, target):
        self._loop = loop
        self._target = target
        self._is_cut = False
        self._writers = set()
        self.port = None

    async def listen(self):
        server = await asyncio.start_server(self._forward, "127.0.0.1", 0, family=socket.AF_INET)
        self.port = server.sockets[0].getsockname()[1]

    def cut(self):
        self._is_cut = True

    def mend(self):
        """Connections of before the cut are reset, as they are by a peer that forgot them."""
        def mend_now():
            self._is_cut = False
            for writer in self._writers:
                writer.transport.abort()
        self._loop.call_soon_threadsafe(mend_now)

    async def _forward(self, reader, writer):
        self._writers.add(writer)
        ends = []
        try:
            if self._is_cut:
                await reader.read(-1)  # never answered, until the caller gives up or the gate is mended
                return
            there, to_there = await asyncio.open_connection("127.0.0.1", self._target)
            self._writers.add(to_there)
            ends = [to_there]
            await asyncio.gather(self._pump(reader, to_there), self._pump(there, writer))
        except OSError:
            pass
        finally:
            for end in (writer, *ends):
                self._writers.discard(end)
                end.transport.abort()

    async def _pump(self, reader, writer):
        while data := await reader.read(65536):
            if not self._is_cut:
                writer.write(data)
                await writer.drain()
        # Neither is the end of a connection seen through a cut.
        while self._is_cut:
            await asyncio.sleep(0.05)
        writer.transport.abort()
