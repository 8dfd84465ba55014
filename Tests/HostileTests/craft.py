"""Writes what no git would: a bare repository whose trees hold any names, modes and doubles.

Usage: craft.py FOLDER PUBLISHED <COMMITS, a JSON list of {"tree": TREE, "message": TEXT, "author": TEXT}.
The branch has the first PUBLISHED of them; the last one's name is in the file "tip".
A tree is a list of [NAME, MODE, CONTENT]; the content of mode 40000 is a tree, of 160000 an id.
A name or content that begins with "hex:" is bytes. Names keep git's order, doubles theirs.
"""

import hashlib, json, os, shutil, sys, zlib

folder, published = sys.argv[1], int(sys.argv[2])
shutil.rmtree(folder, ignore_errors=True)
for name in ["objects/info", "objects/pack", "refs/heads", "refs/tags"]:
    os.makedirs("%s/%s" % (folder, name))


def lay(name, text):
    with open("%s/%s" % (folder, name), "w") as file:
        file.write(text + "\n")


lay("HEAD", "ref: refs/heads/main")
lay("config", "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true")


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
    if number + 1 == published:
        lay("refs/heads/main", parent)
lay("tip", parent)
