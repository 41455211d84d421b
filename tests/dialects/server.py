"""A server that is started for a test, listens on a socket in the test's own folder, and is stopped by its pid; and a
client that keeps its connections."""

import asyncio
import os
import signal
import socket
import subprocess
import time


class Server:
    """Runs a command until its block is left; its socket is at `path`."""

    def __init__(self, command, path, log):
        self.command, self.path, self.log = command, path, log

    def __enter__(self):
        with open(self.log, 'wb') as log:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            self.wait_until_it_listens()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def wait_until_it_listens(self):
        for _ in range(1000):
            try:
                with socket.socket(socket.AF_UNIX) as probe:
                    probe.connect(str(self.path))
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.01)
        raise RuntimeError(f'{self.command[0]} does not run:\n{self.log.read_text()}')

    def accepts_at_once(self, count):
        """So many connected sockets, all accepted in one go of its loop: they wait for it while it is stopped."""
        os.kill(self.process.pid, signal.SIGSTOP)
        os.waitpid(self.process.pid, os.WUNTRACED)
        sockets = [connected(self.path) for _ in range(count)]
        os.kill(self.process.pid, signal.SIGCONT)
        return sockets

    def stop(self):
        os.kill(self.process.pid, signal.SIGCONT)
        self.process.terminate()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Connection:
    """HTTP/1.1 that is kept alive, over a connected socket."""

    def __init__(self, connected):
        self.connected = connected

    async def __aenter__(self):
        self.reader, self.writer = await asyncio.open_unix_connection(sock=self.connected)
        return self

    async def __aexit__(self, *_):
        self.writer.close()
        await self.writer.wait_closed()

    async def get(self, path, key):
        """Status and headers of the answer."""
        self.ask(path, {'X-Key': key})
        return await self.answer()

    def ask(self, path, headers):
        fields = ''.join(f'{name}: {value}\r\n' for name, value in headers.items())
        self.writer.write(f'GET {path} HTTP/1.1\r\nHost: test\r\n{fields}\r\n'.encode())

    async def answer(self):
        head = await self.reader.readuntil(b'\r\n\r\n')
        first, *lines = head.decode('latin-1').strip().split('\r\n')
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(':') for line in lines)}
        await self.reader.readexactly(int(headers.get('content-length', 0)))
        return int(first.split()[1]), headers


def connected(path):
    made = socket.socket(socket.AF_UNIX)
    made.connect(str(path))
    made.setblocking(False)
    return made
