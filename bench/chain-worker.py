"""
An external worker for W3 and W4, written with the standard library only. It completes jobs immediately and claims more.
The completions of all claimed jobs are sent on one connection without waiting for replies.
"""

import json
import socket
import sys

address, key, step, most = sys.argv[1:]
host, port = address.rsplit(":", 1)


class Connection:
    def __init__(self):
        self.socket = socket.create_connection((host, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.replies = self.socket.makefile("rb")

    def send(self, requests):
        self.socket.sendall(b"".join(requests))

    def leases(self):
        status = self.replies.readline()
        headers = dict(line.lower().split(b": ", 1) for line in iter(self.replies.readline, b"\r\n"))
        text = self.replies.read(int(headers[b"content-length"]))
        if b" 200 " not in status:
            raise SystemExit(f"{status.decode()} {text.decode()}")
        return json.loads(text).get("leases", [])


def post(path, body, token=""):
    text = json.dumps(body)
    return (
        f"POST /worker/v1/{path} HTTP/1.1\r\nhost: {address}\r\nx-api-key: {key}\r\nx-lease-token: {token}\r\n"
        f"content-type: application/json\r\ncontent-length: {len(text)}\r\n\r\n{text}"
    ).encode()


def complete(lease):
    return post(f"leases/{lease['id']}/complete", completion, lease["token"])


is_chain = most == "1"
request = {"worker": "bench", "stepIds": [step], "max": int(most)}
completion = {"next": request} if is_chain else {}
claims, completions = Connection(), Connection()
leases = []
while True:
    # The next claim is sent at the same time as the completions, unless the completions themselves claim the next jobs.
    is_claimed = is_chain and leases
    if not is_claimed:
        claims.send([post("claim", {**request, "waitMs": 1000})])
    if leases:
        completions.send([complete(lease) for lease in leases])
    leases = [next_lease for _ in leases for next_lease in completions.leases()]
    if not is_claimed:
        leases += claims.leases()
