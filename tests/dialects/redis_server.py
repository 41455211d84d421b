"""A redis-server of its own on a socket in a temporary folder, and what is asked of it, many requests at a time."""

import contextlib
import hashlib
import socket
import tempfile
from pathlib import Path

from server import Server


class RedisServer:
    """Used in a `with`: stopped by its pid and its folder removed, however that ends."""

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            path = folder / 'socket'
            stack.enter_context(Server(['redis-server', '--port', '0', '--unixsocket', str(path), '--save', '',
                                        '--appendonly', 'no', '--dir', str(folder)], path, folder / 'log'))
            self.socket = stack.enter_context(socket.socket(socket.AF_UNIX))
            self.socket.connect(str(path))
            self.replies = stack.enter_context(self.socket.makefile('rb', 1 << 20))
            self.stopping = stack.pop_all()
        return self

    def __exit__(self, *_):
        self.stopping.close()

    def load(self, script):
        """The name of a Lua script, for EVALSHA."""
        digest = hashlib.sha1(script.encode()).hexdigest()
        assert self.ask([('SCRIPT', 'LOAD', script)]) == [digest.encode()]
        return digest

    def ask(self, commands):
        """The answers, in order, to commands that are sent at once."""
        written = bytearray()
        for command in commands:
            written += b'*%d\r\n' % len(command)
            for word in command:
                text = word if isinstance(word, bytes) else str(word).encode()
                written += b'$%d\r\n%s\r\n' % (len(text), text)
        self.socket.sendall(written)
        return [self.reply() for _ in commands]

    def reply(self):
        line = self.replies.readline()
        kind, rest = line[:1], line[1:-2]
        if kind == b':':
            return int(rest)
        if kind == b'*':
            return [self.reply() for _ in range(int(rest))]
        if kind == b'$':
            return None if rest == b'-1' else self.replies.read(int(rest) + 2)[:-2]
        if kind == b'+':
            return rest
        raise RuntimeError(f'redis-server answers {line!r}')
