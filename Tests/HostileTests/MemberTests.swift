import Foundation
import TestSupport
import Testing

/// Ben, who may push to a hub with the hook of `Examples/hooks`, reaches for the records of Ann.
@Suite struct MemberTests {
  /// What he tries, in the words of `member.sh`.
  private struct Attempt {
    let script: String
    /// What the hub or Ann's device says about it.
    let answer: String

    init(_ script: String, _ answer: String) {
      (self.script, self.answer) = (script, answer)
    }
  }

  private static let anns = "ann/habits/read"

  /// Files that are not his.
  private static let others = [
    Attempt("push $(file 100644 \(anns) 2026.json {}):main", "\(anns)/2026.json is not ben's"),
    Attempt(
      "GIT_AUTHOR_NAME='ann on mbp' GIT_AUTHOR_EMAIL=ann@mbp;"
        + " export GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL; push $(file 100644 \(anns) 2026.json {}):main",
      "is not ben's"
    ),
    Attempt("push $(commit $(without ann) -p $tip):main", "is not ben's"),
    Attempt("push $(file 100644 '' .gitattributes '* filter=lfs'):main", "is not ben's"),
    Attempt("push $(file 100644 '' .gitmodules):main", "is not ben's"),
    Attempt("push $(commit $(graft '' \"$(renamed '' ann ANN)\") -p $tip):main", "ANN/"),
    Attempt("push $(commit $(graft '' \"$(renamed '' ann 'ann ')\") -p $tip):main", "ann /"),
    Attempt(
      "push $(commit $(graft '' \"$(renamed '' ann \u{430}nn)\") -p $tip):main",
      #""\320\260nn/"#
    ),
    Attempt("push $(commit $(graft '' \"$(renamed '' ben ben2)\") -p $tip):main", "ben2/"),
    Attempt(#"push $(file 100644 '' '"ben\\..\\ann"'):main"#, "is not ben's"),
    Attempt("push $(file 120000 '' ben ann):main", "ben is not ben's"),
    Attempt("push $(file 100644 '' ben):main", "ben is not ben's"),
  ]

  /// Files in his folder that are no records.
  private static let noRecords =
    [".gitattributes", ".gitignore", ".gitmodules", "notes.txt", "profile.json."].map { name in
      Attempt("push $(file 100644 ben \(name) '* filter=lfs'):main", "ben/\(name) is no data file")
    } + [
      Attempt("push $(file 100644 ben/habits/run 20x6.json):main", "is no data file"),
      Attempt("push $(file 120000 ben habits ../ann/habits):main", "ben/habits is no data file"),
      Attempt(
        "push $(file 120000 ben/habits/run 2025.json ../../../\(anns)/2026.json):main",
        "is no data file"
      ),
      Attempt(
        "push $(commit $(graft ben/habits \"160000 commit $tip\tsub\") -p $tip):main",
        "ben/habits/sub is no data file"
      ),
      Attempt(
        "push $(commit $(graft ben/habits \"$(renamed ben/habits run RUN)\") -p $tip):main",
        "is no data file"
      ),
      Attempt(#"push $(file 100644 ben/habits '"x\ny.json"'):main"#, "is not ben's"),
    ]
    + [".git", ".GIT", "..", ".", "git~1", ".git::$INDEX_ALLOCATION"].map { name in
      Attempt(
        "push $(commit $(graft ben '040000 tree '$(git rev-parse $tip:ben)'\t\(name)') -p $tip):main",
        "fatal: fsck error"
      )
    } + [
      Attempt(
        "push $(commit $(graft ben/habits \"$(git ls-tree $tip:ben/habits && git ls-tree"
          + " $tip:ben/habits)\") -p $tip):main",
        "fatal: fsck error"
      ),
      Attempt(
        "head -c 2000000 /dev/urandom >big; push $(commit $(graft ben \"100644 blob"
          + " $(git hash-object -w big)\tprofile.json\") -p $tip):main",
        "exceeds maximum allowed size"
      ),
      Attempt(
        "run=$(renamed ben/habits run '');"
          + " push $(commit $(graft ben \"040000 tree $(seq -f \"${run}r%.0f\" 5001"
          + " | git mktree)\thabits\") -p $tip):main",
        "ben has more than 5000 files"
      ),
    ]

  /// Histories that reach Ann's records by a detour.
  private static let detours = [
    Attempt(
      "bad=$(file 100644 \(anns) 2026.json {}); push $(own {}):refs/replace/$bad; push $bad:main",
      "\(anns)/2026.json is not ben's"
    ),
    Attempt(
      "bad=$(file 100644 \(anns) 2026.json {}); $hub fetch -q ../ben $(own {}):refs/replace/$bad;"
        + " before=$(references); push $bad:main",
      "\(anns)/2026.json is not ben's"
    ),
    Attempt(
      "old=$(git rev-parse $tip~2:\(anns)/2026.json);"
        + " push $(commit $(graft \(anns) \"100644 blob $old\t2026.json\") -p $tip -p $tip~2):main",
      "is not ben's"
    ),
    Attempt(
      "bad=$(file 100644 \(anns) 2026.json {});"
        + " push $(commit $bad^{tree} -p $(own {}) -p $(own '[]') -p $tip):main",
      "is not ben's"
    ),
    Attempt(
      "bad=$(file 100644 \(anns) 2025.json '{\"2025-01-01\": 1}');"
        + " push $(commit $tip^{tree} -p $tip -p $bad):main",
      "is not ben's"
    ),
    Attempt(
      "bad=$(file 100644 \(anns) 2026.json {}); push $(commit $tip^{tree} -p $bad):main",
      "is not ben's"
    ),
    Attempt("push +$tip~1:main", "may not lose commits"),
    Attempt("push +$(commit $tip^{tree}):main", "may not lose commits"),
    Attempt("push :main", "may not be removed"),
    Attempt("push $tip:refs/heads/main/x", "is no name for a branch"),
    Attempt("git push -q -o x origin $(own {}):main", "does not support push options"),
    Attempt(
      "push $(git cat-file commit $(own {}) | sed 's/^committer .*/committer x <x> 9e99 +0000/'"
        + " | git hash-object -t commit -w --stdin --literally):main",
      "fatal: fsck error"
    ),
  ]

  /// References that are not the branch.
  private static let references =
    [
      "refs/tags/main", "refs/notes/commits", "refs/habit/published-to/origin/main",
      "refs/habit/lost/x", "refs/stash", "refs/remotes/origin/main", "refs/heads/HEAD",
      "refs/heads/-x", "refs/heads/x/y", "refs/heads/main2",
      "refs/heads/main.sync-conflict-20260301-090000-ABCDEFG",
    ].map { Attempt("push $(own {}):\($0)", "\($0) is ") }

  /// First pushes, to a hub where nothing is.
  private static let first = [
    Attempt("empty; push $tip:refs/heads/main", "ann/habits/"),
    Attempt("empty; push $(commit $(without ann)):refs/heads/main/x", "is no name for a branch"),
    Attempt(
      "empty; x=$(commit $(without ann)); push $x:refs/heads/main $x:refs/heads/trunk",
      "refs/heads/trunk is a second branch"
    ),
    Attempt(
      "empty; tip=$(commit $(without ann)); push $(file 120000 '' X .git/config):refs/heads/main",
      "X is not ben's"
    ),
    Attempt(
      "empty; tip=$(commit $(without ann)); push $(file 100644 '' ann):refs/heads/main",
      "ann is not ben's"
    ),
  ]

  /// What he may push, and what Ann's next sync says.
  private static let allowed = [
    Attempt(#"push $(own '{"2026-02-27": 1}'):main"#, "1 commit came"),
    Attempt("export GIT_AUTHOR_NAME=ann; push $(own {}):main", "1 commit came from ann"),
    Attempt(
      "export GIT_COMMITTER_NAME=habit GIT_COMMITTER_EMAIL=habit@sync; push $(own {}):main",
      "1 commit came"
    ),
    Attempt(
      "export GIT_AUTHOR_DATE=2099-01-01T00:00:00Z GIT_COMMITTER_DATE=2099-01-01T00:00:00Z;"
        + #" push $(own '{"2099-01-01": {"progress": 1, "at": ["09:00:00 pho"],"#
        + #" "changed": {"skip": "2099-01-01T00:00:00Z pho"}}}'):main"#,
      "the clock of pho is ahead"
    ),
    Attempt(
      #"push $(own '{"2026-02-28": {"progress": 1, "at": ["2026-03-01T08:00:00 mbp"]}}'):main"#,
      "1 commit came"
    ),
    Attempt(
      #"push $(file 100644 ben profile.json '{"adopted": "ann", "adopts": ["ann"]}'):main"#,
      "ann has not confirmed the adoption of ben"
    ),
    Attempt("push $(own '{'):main", "1 commit came"),
    Attempt("push $(own '{\"format\": 2}'):main", "1 commit came"),
    Attempt(#"push $(own '{"2026-02-27": 1, "2026-02-27": 2}'):main"#, "1 commit came"),
    Attempt(
      #"push $(own '{\n<<<<<<< x\n"2026-02-27": 1\n=======\n"2026-02-27": 2\n>>>>>>> y\n}\n'):main"#,
      "1 commit came"
    ),
    Attempt("push $(file 100755 ben/habits/run 2026.json {}):main", "1 commit came"),
    Attempt("push $(commit $(without ben) -p $tip):main", "1 commit came"),
    Attempt("push $(commit $(own {})^{tree} -p $tip -p $tip~2):main", "1 commit came"),
    Attempt("git fetch -q --depth 1 && push $(own {}):main", "1 commit came"),
  ]

  /// What a hub without the hook takes from him, as words of `member.sh` that make a tree for his
  /// folder; `own` is the tree that it has.
  private static let odd =
    [".git", ".GIT", "..", ".", "git~1"].map { name in
      Attempt("within ben \"040000 tree $own\t\(name)\"", "ben/\(name)/")
    } + [
      Attempt("within ben/habits \"040000 tree $own\t..\"", "ben/habits/../"),
      Attempt("within ben/habits/run \"160000 commit $tip\t.git\"", "ben/habits/run/.git: "),
      // A folder twice, names in the wrong order, and modes that git does not write.
      Attempt("raw $own $own", "came"),
      Attempt("raw $(one profile.json) $(one habits)", "came"),
      Attempt("raw $(one profile.json | mode 104755)", "came"),
      Attempt("raw $(one profile.json | mode 10644)", "came"),
      Attempt("within ben \"100644 blob $(blob x)\thabits\"", "came"),
      Attempt("within ben/habits \"120000 blob $(blob ../../ann)\trun\"", "came"),
      Attempt("within ben/habits \"160000 commit $tip\trun\"", "came"),
      Attempt("within ben \"100644 blob $(blob '* filter=lfs')\t.gitattributes\"", "came"),
    ]

  @Test func `without the hook, no tree of a member stops the records of another`() throws {
    let world = try World()
    for attempt in Self.odd {
      let told = try world.play(
        """
        rm ../hub.git/hooks/pre-receive; $hub config receive.fsckObjects false
        own=$(git rev-parse $tip:ben)
        within() { graft "$@"; }
        # A tree with one entry of his folder; the same with another mode; trees put one behind the other.
        one() { git ls-tree $own | grep "	$1$" | git mktree; }
        mode() { local tree; read -r tree; git cat-file tree $tree | LC_ALL=C sed "1s/^[0-7]*/$1/" \
          | git hash-object -t tree -w --stdin --literally; }
        raw() { for tree; do git cat-file tree $tree; done >../raw
          { git ls-tree $tip | grep -v '	ben$'; printf '040000 tree %s\tben\n' \
            $(git hash-object -t tree -w --stdin --literally <../raw); } | git mktree --missing; }
        push $(commit $(\(attempt.script)) -p $tip):main
        """,
        on: world.machine
      )
      #expect(told.output.hasSuffix("pushed\n"), "\(attempt.script)\n\(told)")
      let said = try world.machine.shell(
        """
        set -e; fail() { echo "FAILED: $*"; exit 1; }
        ben=$(git -C hub.git rev-parse main:ben)
        cd ann; habit log read --on -1; habit sync
        habit log read --on -4; habit sync; habit sync; habit today; habit check || test $? = 65
        habit undo; habit sync
        git -C ../hub.git show main:\(Self.anns)/2026.json | cmp - \(Self.anns)/2026.json
        grep -q undone \(Self.anns)/2026.json; cp \(Self.anns)/2026.json ~/own
        test $(git -C ../hub.git rev-parse main:ben) = $ben || fail "ben's folder is another"
        # Ben takes it back.
        cd ../ben; git fetch -q
        tree=$({ git ls-tree origin/main | grep -v '	ben$'; git ls-tree main | grep '	ben$'; } | git mktree)
        git push -q origin $(git commit-tree -m back -p origin/main $tree):main
        cd ../ann; habit sync; cmp ~/own \(Self.anns)/2026.json
        test -f ben/habits/run/2026.json; test -z "$(git status --porcelain)" || fail "$(git status)"
        """
      )
      #expect(said.status == 0, "\(attempt.script)\n\(said)")
      #expect((said.output + said.errors).contains(attempt.answer), "\(attempt.script)\n\(said)")
    }
  }

  @Test func `a member's push reaches nothing but the own records`() throws {
    let world = try World()
    let attempts = [
      Self.others, Self.noRecords, Self.detours, Self.references, Self.first,
    ].flatMap(\.self)
    #expect(attempts.count > 50)
    for attempt in attempts {
      let told = try world.play(attempt.script, on: world.machine)
      #expect(told.output.hasSuffix("refused\n"), "\(attempt.script)\n\(told)")
      #expect(told.errors.contains(attempt.answer), "\(attempt.script)\n\(told)")
    }
  }

  @Test func `what a member may push neither changes nor stops the records of another`() throws {
    let world = try World()
    for attempt in Self.allowed {
      let told = try world.play(attempt.script, on: world.machine)
      #expect(told.output.hasSuffix("pushed\n"), "\(attempt.script)\n\(told)")
      let said = try world.machine.shell(
        "cd ann && habit log read --on -1 && cp \(Self.anns)/2026.json ~/own && habit sync"
          + " && cmp ~/own \(Self.anns)/2026.json && git status --porcelain"
          + " && git -C ../hub.git show main:\(Self.anns)/2026.json | cmp ~/own -"
      )
      #expect(said.status == 0, "\(attempt.script)\n\(said)")
      #expect((said.output + said.errors).contains(attempt.answer), "\(attempt.script)\n\(said)")
    }
  }

  /// A hub, Ann's clone and Ben's.
  private struct World {
    let machine: Machine
    private let template: Machine

    init() throws {
      template = try Machine("mbp").with(["HABIT_USER": "ann"])
      machine = try Machine("mbp").with(["HABIT_USER": "ann", "GL_USER": "ann"])
      let hook = Project.root.appending(path: "Examples/hooks/pre-receive").path
      let made = try template.shell(
        """
        set -e
        git init -q --bare -b main hub.git
        git -C hub.git config receive.fsckObjects true
        git -C hub.git config receive.maxInputSize 1m
        HABIT_USER=guest habit init ann
        cd ann; HABIT_USER=guest habit user add ann
        habit add Read --from 2026-02-01
        habit log read --on -3; habit log read --on -2
        git push -q ../hub.git HEAD:main
        git clone -q ../hub.git ../ben
        cd ../ben; mkdir -p ben/habits/run; echo '{}' >ben/profile.json
        echo '{"name": "Run", "start": "2026-02-01"}' >ben/habits/run/habit.json
        echo '{"2026-02-28": 1}' >ben/habits/run/2026.json
        git config user.name Ben; git config user.email ben@example.org
        git add .; git commit -qm ben; git push -q
        cp '\(hook)' ../hub.git/hooks; chmod +x ../hub.git/hooks/pre-receive
        cd ../ann; habit remote add origin ~/hub.git; habit sync
        """
      )
      try #require(made.status == 0, "\(made)")
    }

    /// Lets Ben do something, in a copy of this world.
    func play(_ script: String, on machine: Machine) throws -> Transcript {
      let member = Project.root.appending(path: "Tests/HostileTests/member.sh").path
      return try machine.process(["bash", member, template.home.path, script]).run()
    }
  }
}
