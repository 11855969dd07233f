"""Requests that no client should send, and whether a server ends them: for its test and its figures."""

import json
import socket


def ended(port, request, seconds):
    """Sends the bytes; false when the server neither answers nor closes within the time."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=seconds) as link:
            link.sendall(request)
            link.shutdown(socket.SHUT_WR)
            while link.recv(65536):
                pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def malformed(draw, good):
    """One request that no client should send; good: an object that /api/v1/score takes."""
    good = json.dumps(good).encode()
    head = b"POST /api/v1/score HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    body = bytearray(good)
    for _ in range(draw.randrange(1, 5)):
        body[draw.randrange(len(body))] = draw.randrange(256)
    length = f"Content-Length: {len(body)}\r\n\r\n".encode()
    return draw.choice([
        head + length + bytes(body),
        head + length + good[: draw.randrange(len(good))] + b" " * len(good),
        head + b"Content-Length: " + str(draw.choice([-1, 10**20, 9_000_000])).encode() + b"\r\n\r\n" + good,
        head + b"Transfer-Encoding: chunked\r\n\r\n" + draw.choice([b"FFFFFFFFFFFFFFFF", b"zz", b"-5"]) + b"\r\n" + good,
        head + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        b"GET /" + b"../" * draw.randrange(60) + b"etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET /" + b"a" * draw.randrange(100_000) + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET /api/v1/models HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        bytes(draw.randrange(256) for _ in range(draw.randrange(1, 300))) + b"\r\n\r\n",
    ])
