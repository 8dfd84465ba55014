# Plays a member of a hub, in a copy of a world: member.sh WORLD SCRIPT
#
# The world has hub.git, and the clones ann and ben. The script runs in ben's clone, as ben. Then
# this prints "pushed" where a reference of the hub changed, else "refused".
HOME=$PWD GL_USER=ben
export HOME GL_USER
# A world in which nothing was pushed is used again.
if ! test -e unchanged; then
  rm -rf hub.git ann ben
  cp -a "$1/hub.git" "$1/ann" "$1/ben" .
  for clone in ann ben; do git -C $clone remote set-url origin "$HOME/hub.git"; done
fi
rm -f unchanged
hub="git -C $HOME/hub.git"
cd ben || exit
tip=$(git rev-parse origin/main)

blob() { printf '%b' "$1" | git hash-object -w --stdin; }
# The root's tree with an entry, as git-mktree(1) reads it, in one of its directories: DIR ENTRY
graft() {
  local dir=$1 entry=$2 tree
  while :; do
    tree=$({
      git ls-tree "$tip:$dir" 2>/dev/null | grep -v "	${entry#*	}$"
      printf '%s\n' "$entry"
    } | git mktree --missing) || return
    test -n "$dir" || break
    entry="040000 tree $tree	${dir##*/}"
    case $dir in */*) dir=${dir%/*} ;; *) dir= ;; esac
  done
  echo "$tree"
}
# The root's tree without an entry.
without() { git ls-tree "$tip" | grep -v "	$1$" | git mktree; }
# A folder's entry under another name: DIR NAME OTHER
renamed() { git ls-tree "$tip:$1" | grep "	$2$" | sed "s/	.*/	$3/"; }
commit() { git commit-tree -m x "$@"; }
# A commit on the tip with one more file: MODE DIR NAME [TEXT]
file() { commit "$(graft "$2" "$1 blob $(blob "${4-x\n}")	$3")" -p "$tip"; }
own() { file 100644 ben/habits/run 2026.json "$1"; }
push() { git push -q origin "$@"; }
# Makes the hub one to which nobody has pushed.
empty() { $hub update-ref -d refs/heads/main; }
references() { $hub for-each-ref; cat "$HOME/hub.git/HEAD"; }

original=$(references)
case $2 in empty*) empty ;; esac
before=$(references)
eval "$2"
test "$(references)" = "$original" && touch ../unchanged
test "$(references)" = "$before" && echo refused || echo pushed
