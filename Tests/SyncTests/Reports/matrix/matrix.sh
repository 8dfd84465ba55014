# The life of two devices and a hub under one setting of git: records by habit and by hand, commits, pulls and
# pushes by git, an undo; then no record is missing, and git finds nothing to remark.
#
# usage: matrix.sh NAME, where settings.sh has pre_NAME, which is before everything, or mid_NAME, behind the
# first syncs; HABIT_BIN_DIR is the program's folder
here=$(cd "$(dirname "$0")" && pwd)
export PATH=${HABIT_BIN_DIR:-/usr/local/bin}:$PATH TZ=UTC LC_ALL=C.UTF-8
for v in $(env | grep -o '^HABIT_[A-Z]*'); do unset $v; done
export HABIT_NOW=2026-03-01T09:00:00
T=$(mktemp -d); cd $T
HA=$T/ha HB=$T/hb; mkdir -p $HA $HB
for h in $HA $HB; do HOME=$h git config --global user.name "Ann $(basename $h)"; HOME=$h git config --global user.email ann@example.org; HOME=$h git config --global init.defaultBranch main; HOME=$h git config --global pull.rebase false; done
RA=$HA/.local/share/habit RB=$HB/.local/share/habit
HUB=$T/hub.git
ENV=()
# run a command with A's or B's home
a() { ( cd $HA; env "${ENV[@]}" HOME=$HA timeout 60 "$@" ) }
b() { ( cd $HB; env "${ENV[@]}" HOME=$HB timeout 60 "$@" ) }
both() { a "$@"; b "$@"; }
gcfg() { for h in $HA $HB; do HOME=$h git config --global "$@"; done; }
lcfg() { git -C $RA config "$@"; git -C $RB config "$@"; }
BAD=0 LATER=0
say() { echo "-- $*"; }
step() { local who=$1; shift; local out rc; out=$($who "$@" 2>&1); rc=$?; case "$1 $rc" in *" 75" | "habit "1[2-9][0-9]) LATER=1 ;; esac; printf '[%s %s] %s -> %s\n' $who "$rc" "${*:1:6}" "$(echo "$out" | head -${LINES_MAX:-6} | tr '\n' '|')"; [ $rc -eq ${WANT:-0} ] || { BAD=1; echo "!! rc=$rc (want ${WANT:-0})"; }; return $rc; }
. "$here/settings.sh"
N=$1
type pre_$N >/dev/null 2>&1 && pre_$N
[ -d $HUB ] || git init -q --object-format=sha1 --bare -b main $HUB
step a habit add "Drink water" --goal "20 glasses" --from 2026-02-01
step a habit log water 3
step a habit remote add origin $HUB
step a habit sync
step b habit clone $HUB
type mid_$N >/dev/null 2>&1 && mid_$N
Y=guest/habits/drink-water/2026.json
step b habit log water 2
step a habit log water 4
# hand edit on A
python3 - $RA/$Y <<'P'
import sys
p=sys.argv[1]; s=open(p).read(); i=s.index('{')+1
s=s[:i]+'\n  "2026-02-20": 5,'+s[i:]
open(p,'w').write(s)
P
step b habit sync
step a habit sync
step b habit sync
# log and undo
step a habit log water 7
step a habit undo
# a commit with git by hand on B
if [ -z "$NOGIT" ]; then
python3 - $RB/$Y <<'P'
import sys
p=sys.argv[1]; s=open(p).read(); i=s.index('{')+1
s=s[:i]+'\n  "2026-02-21": 6,'+s[i:]
open(p,'w').write(s)
P
step b git -C $RB commit -qam "by hand"
else
step b habit set water 6 --on 2026-02-21
fi
step b habit log water 1
step b habit sync
step a habit log water 1
step a habit sync
step b habit sync
step a habit sync
if [ -z "$NOGIT" ]; then
step a habit log water 1
step b habit note water rain
step a git -C $RA push -q ; 
step b git -C $RB pull -q --no-edit ; 
step b git -C $RB push -q
step a git -C $RA pull -q --no-edit
step a habit sync; step b habit sync; step a habit sync
else
step a habit log water 1; step a habit sync; step b habit sync
fi
type post_$N >/dev/null 2>&1 && post_$N
want="2026-02-20=5 2026-02-21=6 2026-03-01=12"
for x in a b; do
 [ $x = a ] && R=$RA || R=$RB
 got=$(python3 - $R/$Y <<'P'
import json,sys
d=json.load(open(sys.argv[1]))
def pr(v): return v if not isinstance(v,dict) else v.get("progress")
print(" ".join("%s=%s"%(k,pr(v)) for k,v in sorted(d.items())))
P
)
 [ "$got" = "$want" ] || { BAD=1; echo "!! $x: got [$got] want [$want]"; }
 ENV=(); st=$($x git -C $R status --porcelain 2>&1); [ -z "$st" ] || { BAD=1; echo "!! $x status: $st"; }
 fs=$($x git -C $R fsck --strict 2>&1 | grep -v '^dangling\|^Checking\|^notice'); [ -z "$fs" ] || { BAD=1; echo "!! $x fsck: $fs"; }
 ck=$($x habit check 2>&1) || { BAD=1; echo "!! $x check: $ck"; }
done
fs=$(git --git-dir "$HUB" fsck --strict 2>&1 | grep -v '^dangling\|^Checking\|^notice'); [ -z "$fs" ] || { BAD=1; echo "!! hub fsck: $fs"; }
ta=$(a git -C $RA rev-parse HEAD^{tree}); tb=$(b git -C $RB rev-parse HEAD^{tree}); [ "$ta" = "$tb" ] || { BAD=1; echo "!! trees differ"; }
[ -z "$KEEP" ] && chmod -R u+rwX $T && rm -rf $T || echo kept $T
# Where git itself fails, or habit refuses by name, nothing may say "later" or end by a signal.
refused=" annexattr badvalue badvalue2 bigfile configdir corebare coreworktree2 fetchurl2 hubsha256
  includeloop instead2 protocol pushsign splitindex syntaxerror xdgdir "
case $refused in *[[:space:]]$N[[:space:]]*) [ $LATER = 0 ] && BAD=0 ;; esac
[ $BAD = 0 ] && echo "OK $N" || { echo "BAD $N"; exit 1; }
