"""Writes what no git would: a bare repository whose trees hold any names, modes and doubles.

Usage: craft.py FOLDER <COMMITS, a JSON list of {"tree": TREE, "message": TEXT, "author": TEXT}.
A tree is a list of [NAME, MODE, CONTENT]; the content of mode 40000 is a tree, of 160000 an id.
A name or content that begins with "hex:" is bytes. Names keep git's order, doubles theirs.
"""

import hashlib, json, os, subprocess, sys, zlib

folder = sys.argv[1]
subprocess.run(["git", "init", "-q", "--bare", "-b", "main", folder], check=True)


def write(kind, data):
    raw = b"%s %d\0" % (kind.encode(), len(data)) + data
    name = hashlib.sha1(raw).hexdigest()
    path = "%s/objects/%s/%s" % (folder, name[:2], name[2:])
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path):
        with open(path, "wb") as file:
            file.write(zlib.compress(raw, 1))
    return name


def octets(text):
    return bytes.fromhex(text[4:]) if text.startswith("hex:") else text.encode()


def tree(entries):
    found = []
    for name, mode, content in entries:
        if mode == "40000":
            content = tree(content)
        elif mode != "160000":
            content = write("blob", octets(content))
        found.append((octets(name), mode, content))
    found.sort(key=lambda entry: entry[0] + (b"/" if entry[1] == "40000" else b""))
    parts = [m.encode() + b" " + n + b"\0" + bytes.fromhex(c) for n, m, c in found]
    return write("tree", b"".join(parts))


parent = None
for number, commit in enumerate(json.load(sys.stdin)):
    who = b"%s %d +0000" % (octets(commit["author"]), 1772355600 + number)
    lines = [b"tree " + tree(commit["tree"]).encode()]
    if parent:
        lines.append(b"parent " + parent.encode())
    lines += [b"author " + who, b"committer " + who, b"", octets(commit["message"])]
    parent = write("commit", b"\n".join(lines))
with open(folder + "/refs/heads/main", "w") as file:
    file.write(parent + "\n")
