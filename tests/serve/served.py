"""The program serving, for tests. COUPLET: the program; COUPLET_PATIENCE: how many times as long it may take."""
import http.client
import json
import os
import signal
import socket
import subprocess

COUPLET = os.path.abspath(os.environ["COUPLET"])
PATIENCE = float(os.environ.get("COUPLET_PATIENCE", "1"))  # times as long as usual, under a sanitizer


class Served:
    """The program serving, until the end of the block."""

    def __init__(self, *words):
        self.process = subprocess.Popen([COUPLET, "serve", *words, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        address = self.process.stdout.readline()
        if not address:
            raise AssertionError(self.process.stderr.read())
        self.port = int(address.split(":")[2].split("/")[0])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20 * PATIENCE)
        finally:
            self.process.kill()
            self.process.stdout.close()
            self.process.stderr.close()

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=20 * PATIENCE)

    def ask(self, path, body=None, headers=None, method=None):
        connection = self.connect()
        data = body if isinstance(body, (bytes, str)) or body is None else json.dumps(body)
        connection.request(method or ("GET" if data is None else "POST"), path, data, headers or {})
        reply = connection.getresponse()
        text = reply.read()
        connection.close()
        return reply.status, text

    def rows(self, task, **members):
        status, text = self.ask("/api/v1/" + task, members)
        if status != 200:
            raise AssertionError(text)
        return json.loads(text)["rows"]

    def raw(self, data, wait=2.0):
        """Bytes sent as they are; what came back until the server closed or the time was over."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as link:
            try:
                link.sendall(data)
                answer = b""
                while part := link.recv(65536):
                    answer += part
                    if b"\r\n\r\n" in answer and b"close" not in answer:
                        break
                return answer
            except (TimeoutError, ConnectionError):
                return b""
