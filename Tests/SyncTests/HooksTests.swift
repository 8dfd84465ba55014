import TestSupport
import Testing

/// What a person told git to do at each commit and merge is git's alone.
@Suite(.ownThreads) struct HooksTests {
  @Test func `hooks and signing of a clone stop neither a log nor a sync`() throws {
    let devices = try Devices("mbp", "pho")
    for device in [devices[0], devices[1]] {
      try device.git("config", "commit.gpgsign", "true")
      try device.git("config", "user.signingkey", "none")
      for hook in ["pre-commit", "commit-msg", "post-merge", "post-commit"] {
        // Not by this process: what it holds open for writing, Linux does not run.
        let file = "'\(device.root)/.git/hooks/\(hook)'"
        let script = "#!/bin/sh\\ntouch \"$HOME/ran\"\\nexit 1\\n"
        try device.shell("printf '\(script)' >\(file); chmod +x \(file)")
      }
    }
    try devices[0].run("log water")
    try devices[1].run("log water 2")
    try devices.settle()
    #expect(try devices[0].run("today").contains("3/8"))
    for device in [devices[0], devices[1]] {
      #expect(try device.shell("ls ~").output.contains("ran") == false)
    }
  }

  @Test func `a hook may refuse what is pushed, and is told`() throws {
    let devices = try Devices("mbp")
    let file = "'\(devices[0].root)/.git/hooks/pre-push'"
    let script = "#!/bin/sh\\necho not today >&2\\nexit 1\\n"
    try devices[0].shell("printf '\(script)' >\(file); chmod +x \(file)")
    try devices[0].run("log water")
    #expect(try devices[0].run("sync", status: 77).contains("not today"))
  }

  @Test func `no hook of a clone runs when its objects are put together`() throws {
    let machine = try Machine("mbp")
    try machine.run("add Water")
    let hook = "'\(machine.root)/.git/hooks/pre-auto-gc'"
    try machine.shell("printf '#!/bin/sh\\ntouch \"$HOME/ran\"\\n' >\(hook); chmod +x \(hook)")
    try machine.git("config", "gc.auto", "1")
    try machine.shell(
      "mkdir many; seq 2400 | split -l 1 -a 4 - many/; cd \(machine.root);"
        + " find ~/many -type f | git hash-object -w --stdin-paths --no-filters"
    )
    try machine.run("log water")
    let deadline = ContinuousClock.now + .seconds(60)
    let pack = "ls \(machine.root)/.git/objects/pack/*.pack"
    while try machine.shell(pack).status != 0, .now < deadline { try machine.shell("sleep 0.2") }
    #expect(try machine.shell(pack).status == 0)
    #expect(try !machine.shell("ls ~").output.contains("ran"))
  }
}
