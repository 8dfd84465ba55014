"""Two instances of Syncthing that exchange two folders when they are told to.

syncthing.py prepare HOME FOLDER FOLDER    makes HOME/0 and HOME/1, for `syncthing serve --home`
syncthing.py exchange HOME                 scans both folders and waits until they are equal
syncthing.py stop HOME                     ends both, which leave the group they were started in
"""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request

CONFIGURATION = """<configuration version="35">
  <folder id="habit" path="{folder}" rescanIntervalS="0" fsWatcherEnabled="false">
    <device id="{ids[0]}"/><device id="{ids[1]}"/><maxConflicts>-1</maxConflicts>
  </folder>
  <device id="{ids[0]}"><address>tcp://127.0.0.1:{ports[0]}</address></device>
  <device id="{ids[1]}"><address>tcp://127.0.0.1:{ports[1]}</address></device>
  <gui enabled="true"><address>127.0.0.1:{control}</address><apikey>habit</apikey></gui>
  <options>
    <listenAddress>tcp://127.0.0.1:{ports[{place}]}</listenAddress>
    <globalAnnounceEnabled>false</globalAnnounceEnabled>
    <localAnnounceEnabled>false</localAnnounceEnabled>
    <relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled>
    <urAccepted>-1</urAccepted><crashReportingEnabled>false</crashReportingEnabled>
    <startBrowser>false</startBrowser><reconnectionIntervalS>1</reconnectionIntervalS>
  </options>
</configuration>
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def prepare(home, *folders):
    ids = []
    for place in (0, 1):
        syncthing = ["syncthing", "generate", "--home", f"{home}/{place}"]
        subprocess.run(syncthing + ["--no-default-folder", "--skip-port-probing"], check=True)
        asked = ["syncthing", "--home", f"{home}/{place}", "--device-id"]
        ids.append(subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip())
    ports = free_ports(4)
    for place, folder in enumerate(folders):
        text = CONFIGURATION.replace("{ports[{place}]}", str(ports[place]))
        with open(f"{home}/{place}/config.xml", "w") as file:
            file.write(text.format(folder=folder, ids=ids, ports=ports, control=ports[2 + place]))
        os.makedirs(f"{folder}/.stfolder")
        with open(f"{folder}/.stignore", "w") as file:
            file.write("/.git\n")
    with open(f"{home}/pair.json", "w") as file:
        json.dump({"ids": ids, "ports": ports[2:]}, file)


def ask(port, path, method="GET"):
    address = f"http://127.0.0.1:{port}/rest/{path}"
    request = urllib.request.Request(address, method=method, headers={"X-API-Key": "habit"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        text = answer.read()
    return json.loads(text) if text.strip() else None


def is_equal(ids, ports):
    for place, port in enumerate(ports):
        status = ask(port, "db/status?folder=habit")
        other = ids[1 - place]
        completion = ask(port, f"db/completion?folder=habit&device={other}")["completion"]
        connected = ask(port, "system/connections")["connections"][other]["connected"]
        is_idle = status["state"] == "idle" and not status["needTotalItems"]
        if not (is_idle and completion == 100 and connected):
            return False
    return True


def read_pair(home):
    with open(f"{home}/pair.json") as file:
        return json.load(file)


def stop(home):
    for port in read_pair(home)["ports"]:
        ask(port, "system/shutdown", "POST")


def exchange(home):
    pair = read_pair(home)
    end = time.time() + 60
    while time.time() < end:
        try:
            for port in pair["ports"]:
                ask(port, "db/scan?folder=habit", "POST")
            # What one has found the other hears of a moment later.
            for _ in range(3):
                time.sleep(0.2)
                while not is_equal(**pair) and time.time() < end:
                    time.sleep(0.1)
            return
        except (OSError, KeyError):
            time.sleep(0.2)
    sys.exit("the folders do not become equal")


{"prepare": prepare, "exchange": exchange, "stop": stop}[sys.argv[1]](*sys.argv[2:])
