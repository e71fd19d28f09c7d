"""An external worker of W3, with nothing but the standard library: completes each job at once and asks for the next."""

import http.client
import json
import sys

address, key, step = sys.argv[1:]
connection = http.client.HTTPConnection(address)
headers = {"x-api-key": key, "content-type": "application/json"}


def post(path, body, **more):
    connection.request("POST", f"/worker/v1/{path}", json.dumps(body), {**headers, **more})
    reply = connection.getresponse()
    text = reply.read()
    if reply.status != 200:
        raise SystemExit(f"{path}: {reply.status} {text.decode()}")
    return json.loads(text)


request = {"worker": "bench", "stepIds": [step]}
while True:
    leases = post("claim", {**request, "waitMs": 1000})["leases"]
    while leases:
        lease = leases[0]
        done = post(f"leases/{lease['id']}/complete", {"next": request}, **{"x-lease-token": lease["token"]})
        leases = done.get("leases")
