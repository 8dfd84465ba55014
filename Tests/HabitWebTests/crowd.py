"""Eight phones touch at once; each sends a touch again until it is acknowledged, and some once more.

crowd.py PORT KEY TOUCHES KILLS PROGRAM...: starts the program that serves, kills it KILLS times, and
prints how many touches were acknowledged.
"""

import os
import random
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

port, key, touches, kills = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
program = sys.argv[5:]
address = f"http://127.0.0.1:{port}"


def start():
    server = subprocess.Popen(program, start_new_session=True, stdout=subprocess.DEVNULL)
    for _ in range(400):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return server
        except OSError:
            time.sleep(0.02)
    raise SystemExit("no server")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def phone(number, acknowledged):
    cookies = urllib.request.HTTPCookieProcessor()
    web = urllib.request.build_opener(cookies, NoRedirect)

    def fetch(path, form=None):
        """The status and the page; nothing where the server is gone."""
        data = urllib.parse.urlencode(form).encode() if form else None
        request = urllib.request.Request(address + path, data, {"Origin": address} if form else {})
        try:
            with web.open(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(errors="replace")
        except OSError:
            return 0, ""
        except Exception:
            return 0, ""

    def until(what, *arguments):
        while True:
            status, page = fetch(*arguments)
            if status in what:
                return page
            if status not in (0, 500, 502, 503):
                raise SystemExit(f"{status}: {page[-400:]}")
            time.sleep(0.05)

    until([303], f"/?key={key}")
    page = until([200], "/")
    fields = dict(re.findall(r'name="(token|owner|day|back)" value="([^"]*)"', page))
    for _ in range(touches):
        form = {**fields, "act": "log drink-water 1", "touch": secrets.token_hex(16), "age": "0"}
        until([303], "/touch", form)
        acknowledged[number] += 1
        if random.random() < 0.2:
            until([303], "/touch", form)


server = start()
acknowledged = [0] * 8
phones = [threading.Thread(target=phone, args=(n, acknowledged)) for n in range(8)]
for thread in phones:
    thread.start()
for _ in range(kills):
    time.sleep(random.uniform(0.2, 1.5))
    os.killpg(server.pid, signal.SIGKILL)
    server.wait()
    server = start()
for thread in phones:
    thread.join()
os.killpg(server.pid, signal.SIGTERM)
server.wait()
print(sum(acknowledged))
